import { baseName } from './launchers.ts';
import { valueOf, wordOf, type Word } from './word.ts';

/** The words of a command that name files, as far as the command is known. */
export interface FileUses {
  readonly reads: readonly Word[];
  readonly writes: readonly Word[];
}

const readers =
  /^(?:cat|tac|head|tail|less|more|nl|bat|batcat|cut|sort|uniq|wc|diff|cmp|comm|join|paste|xxd|od|hexdump|strings|base64|base32|file|md5sum|sha\d*sum|shasum|cksum|tee|source|\.|zcat|gunzip|gzip|column|fold|fmt|rev|shuf|split|csplit|iconv|jq|yq|ls|stat|du|find|vim?|nano|open|code)$/;
/** Their first operand is a pattern or a script, unless an option gives it. */
const searchers = /^(?:e|f|z|p)?grep$|^rg$|^ag$|^ack$|^[gmn]?awk$|^sed$/;
const scriptOptions = /^(?:-[a-zA-Z]*[ef].*|--(?:regexp|expression|file)(?:=.*)?)$/;
const writers = /^(?:rm|rmdir|unlink|shred|touch|mkdir|truncate|tee)$/;
const copiers = /^(?:cp|mv|ln|install|rsync|scp)$/;

export function fileUsesOf(words: readonly Word[]): FileUses {
  const program = baseName(valueOf(words[0] ?? wordOf('')));
  const args = words.slice(1);
  if (program === 'dd') return ddUses(args);
  if (copiers.test(program)) return copyUses(program, args);
  const operands = operandsOf(args);
  if (searchers.test(program)) {
    const files = args.some((word) => scriptOptions.test(valueOf(word))) ? operands : dropFirst(operands);
    return { reads: files, writes: program === 'sed' && isInPlace(args) ? files : [] };
  }
  return {
    reads: readers.test(program) ? operands : [],
    writes: writers.test(program) ? operands : program === 'sort' ? optionValues(args, 'o', 'output') : [],
  };
}

/** Operands, and values that stand in one word with their option. */
function operandsOf(args: readonly Word[]): readonly Word[] {
  const end = args.findIndex((word) => word.raw === '--');
  return args.flatMap((word, index) => {
    const text = valueOf(word);
    if ((end >= 0 && index > end) || text === '-' || !text.startsWith('-')) return [word];
    return index === end ? [] : attachedValue(word);
  });
}

/** `--file=x` and `-fx`: the value, still with its parts. */
function attachedValue(word: Word): readonly Word[] {
  const [first, ...rest] = word.parts;
  const option = first?.kind === 'text' ? /^(?:--[\w-]+=|-\w)/.exec(first.text)?.[0] : undefined;
  if (first?.kind !== 'text' || option === undefined || valueOf(word) === option) return [];
  const text = first.text.slice(option.length);
  return [{ raw: word.raw, parts: [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...rest] }];
}

/** The first operand itself, not a value that an option carries. */
function dropFirst(operands: readonly Word[]): readonly Word[] {
  const first = operands.findIndex((word) => !word.raw.startsWith('-'));
  return operands.filter((_, index) => index !== first);
}

function isInPlace(args: readonly Word[]): boolean {
  return args.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(valueOf(word)));
}

function copyUses(program: string, args: readonly Word[]): FileUses {
  const targets = /^(?:rsync|scp)$/.test(program) ? [] : optionValues(args, 't', 'target-directory');
  const operands = operandsOf(args);
  const sources = targets.length > 0 ? operands : operands.slice(0, -1);
  // What reads like a target may be another option's value: then the last operand is it.
  const destinations = [...targets, ...operands.slice(-1)];
  // A copy into a folder writes a file of the source's name there.
  const inside = destinations.flatMap((folder) => sources.flatMap((source) => join(folder, source)));
  const writes = [...destinations, ...inside];
  return { reads: sources, writes: program === 'mv' ? [...sources, ...writes] : writes };
}

/** The values of an option in each of its forms: `-o x`, `-uo x`, `-uox`, `--output x`, `--out=x`. */
function optionValues(args: readonly Word[], letter: string, name: string): readonly Word[] {
  return args.flatMap((word, index) => {
    const [first, ...rest] = word.parts;
    if (first?.kind !== 'text' || !/^-./.test(first.text)) return [];
    const long = /^--([\w-]*)(=?)/.exec(first.text);
    const short = first.text.indexOf(letter, 1);
    // Programs take any unambiguous beginning of a long name.
    if (long === null ? short < 0 : !name.startsWith(long[1] ?? '')) return [];
    const value = first.text.slice(long === null ? short + 1 : long[0].length);
    if (value === '' && rest.length === 0 && long?.[2] !== '=') return args.slice(index + 1, index + 2);
    return [{ raw: word.raw, parts: [...(value === '' ? [] : [{ kind: 'text' as const, text: value }]), ...rest] }];
  });
}

/** Nothing where only the shell knows the source's name. */
function join(folder: Word, file: Word): readonly Word[] {
  const name = baseName(valueOf(file).replace(/\/+$/, ''));
  if (file.parts.at(-1)?.kind !== 'text' || name === '') return [];
  return [{ raw: `${folder.raw}/${name}`, parts: [...folder.parts, { kind: 'text', text: `/${name}` }] }];
}

function ddUses(args: readonly Word[]): FileUses {
  const named = (name: string): readonly Word[] =>
    args.flatMap((word) => {
      const [first, ...rest] = word.parts;
      if (first?.kind !== 'text' || !first.text.startsWith(name)) return [];
      return [{ raw: word.raw, parts: [{ kind: 'text' as const, text: first.text.slice(name.length) }, ...rest] }];
    });
  return { reads: named('if='), writes: named('of=') };
}
