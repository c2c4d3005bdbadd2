import type { Word } from './word.ts';

export interface Assignment {
  readonly name: string;
  /** As written: `NAME=value`. */
  readonly text: string;
  /** False when the value needs the shell (an expansion, an array). */
  readonly isLiteral: boolean;
}

export interface Redirection {
  /** `>`, `>>`, `<`, `&>`, `<<<` ... without the descriptor. */
  readonly operator: string;
  /** As written. */
  readonly text: string;
  /** The file, or the string behind `<<<`. For `<<` a literal word with the document. */
  readonly target: Word;
  /** False for descriptors (`2>&1`), documents and strings. */
  readonly isFile: boolean;
  readonly isOutput: boolean;
}

/**
 * One simple command, wherever it stands in a command line: in a list, a pipeline, a loop, a function, a
 * substitution. Without words it is a bare assignment or a bare redirection.
 */
export interface SimpleCommand {
  readonly assignments: readonly Assignment[];
  /** The program first. */
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
  /** Its input comes from another command. */
  readonly isPiped: boolean;
  /** It runs beside another command: in a pipeline or in the background. */
  readonly isConcurrent: boolean;
  /** Names of the functions whose bodies hold it, the outermost first. */
  readonly functions: readonly string[];
}

/** What could be read of an unparsable line is there too: rules that forbid are still tried on it. */
export interface CommandLine {
  readonly kind: 'commands' | 'unparsable';
  readonly text: string;
  readonly commands: readonly SimpleCommand[];
}

/** Never throws, whatever the text. */
export type ParseCommandLine = (text: string) => CommandLine;

export function unparsable(text: string, commands: readonly SimpleCommand[] = []): CommandLine {
  return { kind: 'unparsable', text, commands };
}

/** The command as written, blanks outside quotes collapsed and redirections left out. */
export function commandText({ assignments, words }: SimpleCommand): string {
  return [...assignments.map(({ text }) => text), ...words.map(({ raw }) => raw)].join(' ');
}

/** The same with its redirections. */
export function wholeText(command: SimpleCommand): string {
  return [commandText(command), ...command.redirections.map(({ text }) => text)]
    .filter((text) => text !== '')
    .join(' ');
}

/** Characters that the shell and the grammar (or a person) may read differently: controls, odd blanks, invisible ones. */
export function hasOddCharacters(text: string): boolean {
  return /[\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]/.test(
    text,
  );
}
