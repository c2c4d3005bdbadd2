import { areHarmless } from './assignments.ts';
import type { SimpleCommand } from './commandLine.ts';
import { stripTransparent } from './launchers.ts';
import { isPlainOption, isReadable, type ReadOnlyContext } from './readable.ts';
import { literalOf, valueOf, type Word } from './word.ts';

const fileCommands = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed']);

/** True for commands that only change files. */
export function isFileCommand({ words }: SimpleCommand): boolean {
  return fileCommands.has(stripTransparent(words)[0]?.raw ?? '');
}

/** A file command whose files are all known and in scope: a mode that accepts edits accepts it. */
export function isFileCommandInScope(command: SimpleCommand, context: ReadOnlyContext): boolean {
  const [program, ...args] = stripTransparent(command.words);
  const launchers = command.words.slice(0, command.words.length - args.length - 1);
  if (program === undefined || !isFileCommand(command) || !areHarmless(command.assignments)) return false;
  if (launchers.some((word) => valueOf(word) === 'xargs')) return false;
  const options = args.filter((word) => valueOf(word).startsWith('-'));
  const operands = args.filter((word) => !valueOf(word).startsWith('-'));
  if (program.raw !== 'sed')
    return options.every(isPlainOption) && operands.every((word) => isReadable(word, context, true));
  const [script, ...files] = operands;
  return isPlainSed(options, script) && files.every((word) => isReadable(word, context, false));
}

/** A script that can only print, delete and replace: sed can also run commands and write other files. */
function isPlainSed(options: readonly Word[], script: Word | undefined): boolean {
  const text = script === undefined ? undefined : literalOf(script);
  return (
    options.every((word) => /^(?:-[nErsi]+|--quiet|--regexp-extended|--in-place)$/.test(valueOf(word))) &&
    text !== undefined &&
    /^(?:\d+|\$)?(?:,(?:\d+|\$))?(?:[pd]|s([/|#,])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gIp0-9]*)$/.test(
      text,
    )
  );
}
