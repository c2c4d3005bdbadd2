import { diffArrays } from 'diff';

/** Comparing two versions is given up after so many milliseconds; that counts as a conflict. */
const DIFF_TIMEOUT_MS = 1000;

/** A stretch of the base, in lines, and what one side made of it. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

export interface MergeTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Three-way merge by lines. @returns undefined when both sides changed the same or neighbouring lines in different
 * ways: then nobody but the person can know. Line ends belong to their lines, so that nothing else changes.
 */
export function mergeLines({ base, ours, theirs }: MergeTexts): string | undefined {
  const lines = linesOf(base);
  const left = hunksOf(lines, linesOf(ours));
  const right = hunksOf(lines, linesOf(theirs));
  if (left === undefined || right === undefined) return undefined;
  const hunks = joinHunks(left, right);
  if (hunks === undefined) return undefined;
  const merged: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    merged.push(...lines.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  return [...merged, ...lines.slice(at)].join('');
}

/** Both lists in the order of the base; undefined when two of them meet. */
function joinHunks(left: readonly Hunk[], right: readonly Hunk[]): Hunk[] | undefined {
  const joined: Hunk[] = [];
  for (const hunk of [...left, ...right].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last !== undefined && hunk.start <= last.end) {
      if (!isSameHunk(last, hunk)) return undefined;
    } else joined.push(hunk);
  }
  return joined;
}

function isSameHunk(a: Hunk, b: Hunk): boolean {
  const isSamePlace = a.start === b.start && a.end === b.end && a.lines.length === b.lines.length;
  return isSamePlace && a.lines.every((line, index) => line === b.lines[index]);
}

function hunksOf(base: string[], changed: string[]): Hunk[] | undefined {
  const changes = diffArrays(base, changed, { timeout: DIFF_TIMEOUT_MS });
  if (changes === undefined) return undefined;
  const hunks: Hunk[] = [];
  let at = 0;
  let start: number | undefined;
  let lines: string[] = [];
  const close = (): void => {
    if (start !== undefined) hunks.push({ start, end: at, lines });
    start = undefined;
    lines = [];
  };
  for (const { added, removed, value } of changes) {
    if (!added && !removed) close();
    else start ??= at;
    if (added) lines.push(...value);
    else at += value.length;
  }
  close();
  return hunks;
}

/** With their line ends; the last one may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
