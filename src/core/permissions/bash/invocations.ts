import type { CommandLine, ParseCommandLine, SimpleCommand } from './commandLine.ts';
import { baseName, codeOf, isShell, unwrapOnce } from './launchers.ts';
import { placesOf, type Place } from './shellPlaces.ts';
import { literalOf, valueOf, wordOf, type Word } from './word.ts';

/** A program with its arguments that a command line runs, directly or behind launchers and inner shells. */
export interface Invocation {
  readonly words: readonly Word[];
  /** The command that it came from, for its redirections and its place. */
  readonly command: SimpleCommand;
  readonly place: Place;
}

export interface Unwrapping {
  readonly parse: ParseCommandLine;
  readonly home: string;
  /** True to see through `xargs -n1` too. */
  readonly withXargsOptions?: boolean;
}

/** Code within code within code, and launchers of launchers: deeper is not read. */
const MAX_DEPTH = 6;
const MAX_LAUNCHERS = 20;

/** Everything that the line runs, each command also without its launchers. For rules that forbid or ask. */
export function invocationsOf(
  line: CommandLine,
  start: Place,
  unwrapping: Unwrapping,
  depth = 0,
): readonly Invocation[] {
  const places = placesOf(line.commands, start, unwrapping.home);
  return line.commands.flatMap((command, index) => {
    const place = places[index] ?? start;
    const layers = layersOf(command, unwrapping.withXargsOptions ?? false);
    return layers.flatMap((words) => {
      const outer: Invocation = { words, command, place };
      return [outer, ...innerInvocations(outer, unwrapping, depth)];
    });
  });
}

/** The command as written, then with one launcher less each; a redirection alone has one layer without words. */
function layersOf(command: SimpleCommand, withXargsOptions: boolean): readonly (readonly Word[])[] {
  const layers: (readonly Word[])[] = [command.words];
  for (let words = command.words; words.length > 0;) {
    const inner = unwrapOnce(words, withXargsOptions);
    if (inner === undefined || inner.length === 0) break;
    if (layers.length > MAX_LAUNCHERS) return [...layers, [unknownProgram(command.words)]];
    layers.push(inner);
    words = inner;
  }
  return layers;
}

/** Code that isn't known until the shell runs counts as a program of unknown name. */
function innerInvocations(outer: Invocation, unwrapping: Unwrapping, depth: number): readonly Invocation[] {
  const code = codeOf(outer.words) ?? fedCode(outer.words, outer.command);
  if (code === undefined) return [];
  const text = literalOf(code);
  if (text === undefined || depth >= MAX_DEPTH) {
    return [{ ...outer, words: [unknownProgram([code])] }];
  }
  const line = unwrapping.parse(text);
  const inner = invocationsOf(line, outer.place, unwrapping, depth + 1);
  return line.kind === 'commands' ? inner : [...inner, { ...outer, words: [unknownProgram([code])] }];
}

function unknownProgram(words: readonly Word[]): Word {
  const raw = words.map((word) => word.raw).join(' ');
  return { raw, parts: [{ kind: 'dynamic', text: raw }] };
}

/** A document or string on the input of a shell is code; anywhere else it is data. */
function fedCode(words: readonly Word[], command: SimpleCommand): Word | undefined {
  const program = baseName(valueOf(words[0] ?? wordOf('')));
  const takesInput = isShell(program) && words.slice(1).every((word) => /^-/.test(valueOf(word)));
  return takesInput ? command.redirections.find(({ operator }) => operator.startsWith('<<'))?.target : undefined;
}
