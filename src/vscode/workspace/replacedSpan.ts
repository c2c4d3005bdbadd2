export interface Span {
  readonly start: number;
  /** Behind the last replaced character. */
  readonly end: number;
  readonly text: string;
}

/**
 * The one span by whose replacement `before` becomes `after`, as short as can be, so that an editor keeps cursors and
 * folds elsewhere; undefined when they are equal. It cuts neither a line end nor a character in two.
 */
export function replacedSpan(before: string, after: string): Span | undefined {
  if (before === after) return undefined;
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  while (start > 0 && isPairStart(before[start - 1])) start -= 1;
  let tail = 0;
  while (tail < shortest - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  while (tail > 0 && isPairEnd(before.at(-tail))) tail -= 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

function isPairStart(character: string | undefined): boolean {
  return character !== undefined && /[\r\ud800-\udbff]/.test(character);
}

function isPairEnd(character: string | undefined): boolean {
  return character !== undefined && /[\n\udc00-\udfff]/.test(character);
}
