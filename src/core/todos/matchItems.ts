import type { TodoEntry } from './parseTodos.ts';
import type { TodoItem } from './todoItem.ts';

/** Two texts below this likeness (0 to 1) are two different steps. */
const threshold = 0.6;
/** A reworded step is looked for at most this many places away. */
const maxDistance = 3;
/** Longer texts are matched exactly only, which keeps a rewrite cheap. */
const maxComparedLength = 2000;

/**
 * Which old item each new entry continues, so that what hangs on an item (evidence, undo) survives a rewrite of the
 * list. Three passes, each taking only what the ones before left over and no old item twice: the same content; the
 * same but for case, white space and punctuation; the most alike within a few places, never when the two name
 * different numbers, nor from a finished step to an open one: that is a new step in similar words.
 * @returns per entry the id of its old item, or undefined for a new one.
 */
export function matchItems(previous: readonly TodoItem[], next: readonly TodoEntry[]): readonly (string | undefined)[] {
  const old = previous.map((item, index) => describe(item, index));
  const fresh = next.map((entry, index) => describe(entry, index));
  const matched = new Map<Described, Described>();
  const isFree = (one: Described): boolean => !matched.has(one);

  const take = (isSame: (one: Described, other: Described) => boolean): void => {
    const used = new Set(matched.values());
    for (const entry of fresh.filter(isFree)) {
      const found = old.find((item) => !used.has(item) && isSame(item, entry));
      if (found === undefined) continue;
      matched.set(entry, found);
      used.add(found);
    }
  };
  take((item, entry) => item.content === entry.content);
  take((item, entry) => item.plain !== '' && item.plain === entry.plain);

  const used = new Set(matched.values());
  for (const pair of likelyPairs(
    old.filter((item) => !used.has(item)),
    fresh.filter(isFree),
  )) {
    if (used.has(pair.item) || !isFree(pair.entry)) continue;
    matched.set(pair.entry, pair.item);
    used.add(pair.item);
  }
  return fresh.map((entry) => {
    const item = matched.get(entry);
    return item && previous[item.index]?.id;
  });
}

interface Described {
  readonly index: number;
  readonly content: string;
  readonly isCompleted: boolean;
  /** Letters and digits in lower case, single spaces between; empty when too long to compare. */
  readonly plain: string;
  readonly numbers: string;
  /** Each pair of neighbouring characters and how often it occurs. */
  readonly pairs: ReadonlyMap<string, number>;
}

function describe({ content, status }: TodoEntry, index: number): Described {
  const plain =
    content.length > maxComparedLength
      ? ''
      : content
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
          .trim();
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < plain.length; at++) {
    const pair = plain.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const numbers = (plain.match(/\p{N}+/gu) ?? []).join(' ');
  return { index, content, isCompleted: status === 'completed', plain, numbers, pairs };
}

interface LikelyPair {
  readonly item: Described;
  readonly entry: Described;
  readonly likeness: number;
  readonly distance: number;
}

/** The best first; of equals the nearest, then the first in the list. */
function likelyPairs(old: readonly Described[], fresh: readonly Described[]): readonly LikelyPair[] {
  return fresh
    .flatMap((entry) =>
      old.map((item) => ({
        item,
        entry,
        likeness: likeness(item, entry),
        distance: Math.abs(item.index - entry.index),
      })),
    )
    .filter((pair) => pair.likeness >= threshold && pair.distance <= maxDistance)
    .sort((a, b) => b.likeness - a.likeness || a.distance - b.distance || a.entry.index - b.entry.index);
}

/** Half how much both share, half how much of the shorter is in the longer: a step often just gains detail. */
function likeness(item: Described, entry: Described): number {
  if (item.isCompleted && !entry.isCompleted) return 0;
  if (item.numbers !== '' && entry.numbers !== '' && item.numbers !== entry.numbers) return 0;
  const sizes = [item.plain.length - 1, entry.plain.length - 1] as const;
  if (Math.min(...sizes) < 1) return 0;
  let shared = 0;
  for (const [pair, count] of item.pairs) shared += Math.min(count, entry.pairs.get(pair) ?? 0);
  return shared / (sizes[0] + sizes[1]) + shared / (2 * Math.min(...sizes));
}
