import { createTwoFilesPatch } from 'diff';
import { maxDiffCharacters } from '../util/changedLines.ts';
import type { FileChange } from './tool.ts';

/** A longer patch would cost more than reading the file again. */
const maxPatchCharacters = 8000;
/** Milliseconds. */
const diffTimeout = 500;

/** A line with its end. */
const linePattern = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g;

/**
 * What a person made of a proposed text, with the proposal's own line ends: an editor knows one kind for a whole file.
 * Undefined when nothing but line ends differs.
 */
export function userText(proposed: string, edited: string): string | undefined {
  const before: readonly string[] = proposed.match(linePattern) ?? [];
  const after: readonly string[] = edited.match(linePattern) ?? [];
  const most = Math.min(before.length, after.length);
  const isSame = (one: string | undefined, other: string | undefined): boolean => flat(one) === flat(other);
  let head = 0;
  while (head < most && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  if (head + tail === before.length && before.length === after.length) return undefined;
  const end = /\r\n|\n|\r/.exec(before[head] ?? before[head - 1] ?? '')?.[0] ?? '\n';
  const changed = after.slice(head, after.length - tail).map((line) => flat(line).replace('\n', end));
  return [...before.slice(0, head), ...changed, ...before.slice(before.length - tail)].join('');
}

/** For the model: how the person changed its proposal. `name` as the model knows the file. */
export function userEditNote({ after }: FileChange, text: string, name: string): string {
  const lead = 'The user changed your proposal before allowing it, and this is what was written';
  const advice = 'Build on it; do not change it back unless the user asks.';
  const patch = patchOf(name, after, text);
  if (patch === undefined || patch.length > maxPatchCharacters) return `${lead}. Read ${name} again. ${advice}`;
  return `${lead} (from your text to the user's):\n${patch}\n${advice}`;
}

function patchOf(name: string, before: string, after: string): string | undefined {
  if (before.length + after.length > maxDiffCharacters) return undefined;
  const options = { context: 3, timeout: diffTimeout };
  // Undefined once the time is over, which the types leave out for these options.
  const patch: string | undefined = createTwoFilesPatch(
    name,
    name,
    flat(before),
    flat(after),
    'proposed',
    'allowed',
    options,
  );
  return patch?.replace(/^Index: .*\n=+\n/, '').trimEnd();
}

function flat(text = ''): string {
  return text.replaceAll(/\r\n|\r/g, '\n');
}
