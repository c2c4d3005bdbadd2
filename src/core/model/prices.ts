import type { Usage } from './messages.ts';
import { longestFitting, type ByModelName } from './modelName.ts';

/** US dollars per million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
}

interface ModelPrice extends Price {
  /** For a request whose whole prompt, cached parts included, has more than this many tokens. */
  readonly long?: Price & { readonly above: number };
}

/** A cache write costs this many times the input price, by how long the entry lives. */
const writeFactor = { fiveMinutes: 1.25, oneHour: 2 };

/**
 * List prices by name prefix; the longest that fits counts. Source: https://platform.claude.com/docs/en/about-claude/pricing,
 * November 2026; for retired models the same page as of 2025. Discounts and surcharges of an account (batches, data
 * residency, resellers) are not known here.
 */
const prices: ByModelName<ModelPrice> = [
  ['claude-fable-5', { input: 10, output: 50, cacheRead: 1 }],
  ['claude-fable-5-1', { input: 10, output: 50, cacheRead: 0.25 }],
  ['claude-opus-5-5', { input: 4, output: 20, cacheRead: 0.2 }],
  ['claude-opus-5', { input: 5, output: 25, cacheRead: 0.5 }],
  ['claude-opus-4', { input: 15, output: 75, cacheRead: 1.5 }],
  ['claude-opus-4-5', { input: 5, output: 25, cacheRead: 0.5 }],
  ['claude-opus-4-6', { input: 5, output: 25, cacheRead: 0.5 }],
  ['claude-opus-4-7', { input: 5, output: 25, cacheRead: 0.5 }],
  ['claude-opus-4-8', { input: 5, output: 25, cacheRead: 0.5 }],
  ['claude-3-opus', { input: 15, output: 75, cacheRead: 1.5 }],
  ['claude-sonnet-5-5', { input: 2, output: 10, cacheRead: 0.1 }],
  ['claude-sonnet-5', { input: 2, output: 10, cacheRead: 0.2 }],
  ['claude-sonnet-4', { input: 3, output: 15, cacheRead: 0.3 }],
  ['claude-3-7-sonnet', { input: 3, output: 15, cacheRead: 0.3 }],
  ['claude-3-5-sonnet', { input: 3, output: 15, cacheRead: 0.3 }],
  [
    'claude-haiku-5-5',
    { input: 0.1, output: 0.5, cacheRead: 0.01, long: { above: 100_000, input: 0.5, output: 2.5, cacheRead: 0.05 } },
  ],
  ['claude-haiku-4-5', { input: 1, output: 5, cacheRead: 0.1 }],
  ['claude-3-5-haiku', { input: 0.8, output: 4, cacheRead: 0.08 }],
];

/** What one answer cost in US dollars, at list price; undefined where the price isn't known. */
export function costOf(model: string, usage: Usage): number | undefined {
  // Fast mode has prices of its own.
  const price = usage.speed === 'fast' ? undefined : priceOf(model);
  if (price === undefined) return undefined;
  const read = usage.cache_read_input_tokens ?? 0;
  const written = usage.cache_creation_input_tokens ?? 0;
  const writtenForLong = Math.min(usage.cache_creation?.ephemeral_1h_input_tokens ?? 0, written);
  const isLong = price.long !== undefined && usage.input_tokens + read + written > price.long.above;
  const { input, output, cacheRead } = isLong ? price.long : price;
  const writes = (written - writtenForLong) * writeFactor.fiveMinutes + writtenForLong * writeFactor.oneHour;
  return ((usage.input_tokens + writes) * input + read * cacheRead + usage.output_tokens * output) / 1_000_000;
}

/** The maker's prefix (`anthropic/…`) and dates (`…-20250929`) don't matter; what others ask for its models isn't known. */
function priceOf(model: string): ModelPrice | undefined {
  const name = model.toLowerCase().replace(/^anthropic\//, '');
  return longestFitting(prices, (prefix) => name === prefix || name.startsWith(`${prefix}-`));
}
