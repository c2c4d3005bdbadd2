/**
 * The most tokens that a model may answer with, by the longest name prefix that fits. Dated and provider-prefixed names
 * (`claude-opus-4-1-20250805`, `anthropic/claude-opus-5`) are covered by it.
 */
const answerLimits: readonly (readonly [prefix: string, tokens: number])[] = [
  ['claude-3-haiku', 4096],
  ['claude-3-opus', 4096],
  ['claude-3-5', 8192],
  ['claude-3-7', 64_000],
  ['claude-haiku-4', 64_000],
  ['claude-sonnet-4', 64_000],
  ['claude-sonnet-4-6', 128_000],
  ['claude-sonnet-5', 128_000],
  ['claude-opus-4', 32_000],
  ['claude-opus-4-5', 64_000],
  ['claude-opus-4-6', 128_000],
  ['claude-opus-4-7', 128_000],
  ['claude-opus-4-8', 128_000],
  ['claude-opus-5', 128_000],
  ['claude-fable-5', 128_000],
];

/** @returns undefined for a model that isn't known. */
export function maxTokensFor(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const fitting = answerLimits.filter(([prefix]) => name.startsWith(prefix));
  return fitting.sort(([one], [other]) => other.length - one.length)[0]?.[1];
}

/** The limit for the request after a cut-off answer: what the model allows, twice as much where that isn't known. */
export function raisedMaxTokens(model: string, current: number): number {
  return Math.max(current, maxTokensFor(model) ?? current * 2);
}
