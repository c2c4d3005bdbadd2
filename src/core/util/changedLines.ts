/** Characters of both texts beyond which comparing them keeps everything else waiting for too long. */
export const maxDiffCharacters = 1_000_000;

export interface ChangedLines {
  readonly before: string;
  readonly after: string;
  /** Lines above, the same in both texts. */
  readonly skipped: number;
}

/**
 * Two texts without the lines that both begin and end with, but for `context` of them: comparing costs what changed, not
 * what is there. Undefined when even that is too much.
 */
export function changedLines(before: string, after: string, context: number): ChangedLines | undefined {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  const start = linesUp(before, head, context);
  const rest = before.length - linesDown(before, before.length - tail, context + 1);
  const changed = { before: before.slice(start, before.length - rest), after: after.slice(start, after.length - rest) };
  if (changed.before.length + changed.after.length > maxDiffCharacters) return undefined;
  return { ...changed, skipped: before.slice(0, start).split('\n').length - 1 };
}

/** The start of the line at `place`, `count` lines further up. */
function linesUp(text: string, place: number, count: number): number {
  let start = text.lastIndexOf('\n', place - 1) + 1;
  if (place === 0) return 0;
  for (let left = count; left > 0 && start > 0; left -= 1)
    start = start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

/** The end of the line at `place`, its line end included, and of `count - 1` lines more. */
function linesDown(text: string, place: number, count: number): number {
  let end = place;
  for (let left = count; left > 0 && end < text.length; left -= 1) {
    const next = text.indexOf('\n', end);
    end = next < 0 ? text.length : next + 1;
  }
  return end;
}
