import { baseName } from './launchers.ts';
import { isDynamic, literalOf, valueOf, type Word } from './word.ts';

/** `*` is any text, everything else itself. Linear in both lengths, whatever the pattern. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** The specifier of a Bash rule, ready to compare. */
export interface CommandPattern {
  readonly text: string;
  /** One of these must match as a wildcard. */
  readonly alternatives: readonly string[];
  /** Without any wildcard: it means exactly this text. */
  readonly isExact: boolean;
}

export function compileCommandPattern(text: string): CommandPattern {
  const normal = /['"\\\n]/.test(text) ? text.trim() : text.trim().replace(/[ \t]+/g, ' ');
  const body = /^([\s\S]+?)(?: \*|:\*)$/.exec(normal)?.[1];
  return {
    text: normal,
    // The end of a word: `npm test *` is `npm test` too, but not `npm tests`.
    alternatives: body === undefined ? [normal] : [body, `${body} *`],
    isExact: !normal.includes('*'),
  };
}

export function matchesPattern(pattern: CommandPattern, text: string): boolean {
  return pattern.alternatives.some((alternative) => matchesWildcard(alternative, text));
}

/**
 * True when what the shell alone knows decides whether the pattern matches: `$X -rf y` may be `rm -rf y`. For rules
 * that forbid or ask.
 */
export function mayMatch(pattern: CommandPattern, words: readonly Word[]): boolean {
  for (const [index, expected] of (pattern.alternatives[0] ?? '').split(' ').entries()) {
    const word = words[index];
    if (word === undefined || expected.includes('*')) return false;
    if (isDynamic(word)) return expected.startsWith(knownStart(word));
    if (literalOf(word) !== expected && !(index === 0 && baseName(valueOf(word)) === expected)) return false;
  }
  return false;
}

/** All texts under which a rule that forbids or asks may know these words. */
export function spellingsOf(words: readonly Word[]): readonly string[] {
  const plain = words.map(valueOf);
  const spellings = new Set<string>();
  for (const variant of [
    words.map(({ raw }) => raw),
    plain,
    // $IFS is a blank; and an expansion may well be empty: `r$@m` is rm.
    words
      .map(withBlanks)
      .join(' ')
      .split(/[ \t\n]+/),
    words.map(withoutExpansions).filter((text) => text !== ''),
    plain.flatMap((text) => expandBraces(text)),
  ]) {
    const named = [baseName(variant[0] ?? ''), ...variant.slice(1)];
    for (const form of [variant, named, withoutGitOptions(named)]) spellings.add(form.join(' '));
  }
  spellings.delete('');
  return [...spellings];
}

function knownStart({ parts: [first] }: Word): string {
  return first?.kind === 'text' ? first.text : '';
}

function withBlanks({ parts }: Word): string {
  return parts.map((part) => (part.kind === 'variable' && part.name === 'IFS' ? ' ' : part.text)).join('');
}

function withoutExpansions({ parts }: Word): string {
  return parts.map((part) => (part.kind === 'text' || part.kind === 'pattern' ? part.text : '')).join('');
}

/** `{a,b}` as the shell expands it; nested ones too. The number of results is bounded. */
export function expandBraces(text: string, limit = 64): readonly string[] {
  const found = /^([\s\S]*?)\{([^{}]*,[^{}]*)\}([\s\S]*)$/.exec(text);
  if (found === null) return [text];
  const [, before = '', choices = '', after = ''] = found;
  const expanded = choices
    .split(',')
    .flatMap((choice) => (limit <= 1 ? [] : expandBraces(`${before}${choice}${after}`, limit / 2)));
  return expanded.slice(0, limit);
}

const gitValueOptions = [
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
];

/** `git -C dir push` as `git push`. */
export function withoutGitOptions(words: readonly string[]): readonly string[] {
  if (words[0] !== 'git') return words;
  let at = 1;
  for (; words[at]?.startsWith('-') === true; at += 1) if (gitValueOptions.includes(words[at] ?? '')) at += 1;
  return ['git', ...words.slice(at)];
}
