/** Comparing more pairs of lines than this would take too long; then only the first line is looked for. */
const MAX_PAIRS = 400_000;
const MIN_SIMILARITY = 0.5;

export interface Place {
  /** 1-based. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Where `wanted` most likely was meant to match in `text`, or undefined when nothing is like it. Both with `\n` only. */
export function nearestPlace(text: string, wanted: string): Place | undefined {
  const lines = text.split('\n');
  const all = wanted.replace(/^\n+|\n+$/g, '').split('\n');
  const sought = lines.length * all.length > MAX_PAIRS ? all.slice(0, 1) : all;
  const similarity = cachedSimilarity();
  let best = { index: -1, score: MIN_SIMILARITY };
  for (let index = 0; index + sought.length <= Math.max(lines.length, sought.length); index++) {
    const total = sought.reduce((sum, line, at) => sum + similarity(line, lines[index + at] ?? ''), 0);
    if (total / sought.length > best.score) best = { index, score: total / sought.length };
  }
  if (best.index < 0) return undefined;
  return { line: best.index + 1, lines: lines.slice(best.index, best.index + all.length) };
}

function cachedSimilarity(): (a: string, b: string) => number {
  const pairs = new Map<string, Map<string, number>>();
  const known = new Map<string, Map<string, number>>();
  const pairsOf = (line: string): Map<string, number> => {
    const found = pairs.get(line) ?? letterPairs(line.trim());
    pairs.set(line, found);
    return found;
  };
  return (a, b) => {
    const row = known.get(a) ?? new Map<string, number>();
    known.set(a, row);
    const value = row.get(b) ?? shareOfCommonPairs(pairsOf(a), pairsOf(b));
    row.set(b, value);
    return value;
  };
}

function letterPairs(line: string): Map<string, number> {
  const pairs = new Map<string, number>();
  // The ends count as letters, so that lines of one character have pairs too.
  const padded = `\n${line}\n`;
  for (let at = 0; at + 1 < padded.length; at++) {
    const pair = padded.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** From 0 (nothing in common) to 1 (the same): Dice's coefficient. */
function shareOfCommonPairs(a: Map<string, number>, b: Map<string, number>): number {
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  return (2 * common) / (sum(a) + sum(b));
}

function sum(counts: Map<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
