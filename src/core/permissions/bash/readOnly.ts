import type { SimpleCommand } from './commandLine.ts';
import { hasFindAction, stripTransparent } from './launchers.ts';
import { isPlainOption, isReadable, type ReadOnlyContext } from './readable.ts';
import { isReadOnlyGit } from './readOnlyGit.ts';
import { filesOf } from './shellPlaces.ts';
import { hasPattern, literalOf, valueOf, type Word } from './word.ts';

/** How a program that only reads uses its arguments. */
interface ReadOnlyProgram {
  /** Options that write, run or read a list of files. */
  readonly refused?: RegExp;
  /** Operands before the files: a pattern. Or none of them is a file. */
  readonly leading?: number | 'all';
  readonly takesGlobs?: boolean;
}

const files: ReadOnlyProgram = { takesGlobs: true, refused: /^--(?:files0-from|exclude-from)/ };
const programs: ReadonlyMap<string, ReadOnlyProgram> = new Map([
  ['ls', files],
  ['cat', files],
  ['head', files],
  ['tail', files],
  ['wc', files],
  ['stat', files],
  ['du', files],
  ['diff', files],
  ['which', files],
  ['echo', { leading: 'all', takesGlobs: true }],
  ['pwd', { leading: 'all' }],
  ['lsof', { refused: /^[-+]\w*D/ }],
  ['pgrep', { leading: 1, refused: /^-\w*F|^--pidfile/ }],
  ['tput', { leading: 'all' }],
  ['ss', { leading: 'all', refused: /^-\w*[KDFN]|^--(?:kill|diag|filter|net)/ }],
  ['fd', { leading: 1, refused: /^-\w*[xXl]|^--(?:exec|list)/ }],
  ['fdfind', { leading: 1, refused: /^-\w*[xXl]|^--(?:exec|list)/ }],
] as const);

/** True for commands that do nothing but show what is in the workspace. What `>` does is not looked at here. */
export function isReadOnly(command: SimpleCommand, context: ReadOnlyContext): boolean {
  const words = stripTransparent(command.words);
  const program = words[0];
  const launchers = command.words.slice(0, command.words.length - words.length);
  // What xargs adds isn't known.
  if (program === undefined || launchers.some((word) => valueOf(word) === 'xargs')) return false;
  const inputs = command.redirections.filter(({ isFile, isOutput }) => isFile && !isOutput);
  if (!inputs.every(({ target }) => isReadable(target, context, false))) return false;
  return isReadOnlyProgram(program.raw, words.slice(1), context);
}

function isReadOnlyProgram(name: string, args: readonly Word[], context: ReadOnlyContext): boolean {
  if (name === 'git') return !context.isElsewhere && isReadOnlyGit(args, context);
  if (name === 'cd') return isCdInScope(args, context);
  if (name === 'find') return isPlainFind(args, context);
  if (name === 'grep') return isPlainGrep(args, context);
  const program = programs.get(name);
  return program !== undefined && usesOnlyReadable(args, program, context);
}

function usesOnlyReadable(args: readonly Word[], program: ReadOnlyProgram, context: ReadOnlyContext): boolean {
  let leading = program.leading === 'all' ? Infinity : (program.leading ?? 0);
  return args.every((word) => {
    const isOption = /^[-+]/.test(valueOf(word));
    if (isOption) return isPlainOption(word) && program.refused?.test(valueOf(word)) !== true;
    leading -= 1;
    if (leading >= 0 && !hasPattern(word)) return isPlainText(word, context);
    return isReadable(word, context, program.takesGlobs ?? false);
  });
}

/** Text that tells nothing but where things are: the values of other variables may be secret. */
function isPlainText(word: Word, { place, scope }: ReadOnlyContext): boolean {
  return (
    word.parts.every((part) => part.kind === 'dynamic' && part.text === '$?') ||
    filesOf(word, place, scope.home) !== undefined
  );
}

function isCdInScope(args: readonly Word[], context: ReadOnlyContext): boolean {
  const [target, ...others] = args;
  return (
    target !== undefined &&
    others.length === 0 &&
    !valueOf(target).startsWith('-') &&
    isReadable(target, context, false)
  );
}

function isPlainFind(args: readonly Word[], context: ReadOnlyContext): boolean {
  if (hasFindAction(args) || args.some((word) => /^-files0-from/.test(valueOf(word)))) return false;
  if (args.some((word) => hasPattern(word) || literalOf(word) === undefined)) return false;
  const expression = args.findIndex((word) => /^[-(!]/.test(valueOf(word)) && !/^-(?:[HLP]|O\d)$/.test(valueOf(word)));
  const starts = (expression < 0 ? args : args.slice(0, expression)).filter((word) => !valueOf(word).startsWith('-'));
  return starts.every((word) => isReadable(word, context, false));
}

function isPlainGrep(args: readonly Word[], context: ReadOnlyContext): boolean {
  const options = args.map(valueOf).filter((text) => text.startsWith('-'));
  // A search through a folder reads the secrets in it as well.
  if (context.scope.guardsSecrets && options.some((text) => /^-\w*[rRd]|^--(?:rec|deref|dir)/.test(text))) return false;
  const givesPattern = options.some((text) => /^-\w*[ef]|^--(?:regexp|file)/.test(text));
  const isText = (word: Word): boolean => /^--(?:include|exclude|exclude-dir|color|colour)=/.test(valueOf(word));
  const others = args.filter((word) => !isText(word) || literalOf(word) === undefined);
  return usesOnlyReadable(others, { leading: givesPattern ? 0 : 1, takesGlobs: true }, context);
}
