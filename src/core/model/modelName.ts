/** Facts by the beginning of a model's name. */
export type ByModelName<Fact> = readonly (readonly [prefix: string, fact: Fact])[];

/**
 * The fact of the longest prefix that fits. Dated and provider-prefixed names (`claude-opus-4-1-20250805`,
 * `anthropic/claude-opus-5`) are covered by it. @returns undefined for a name that nothing fits.
 */
export function namedBy<Fact>(facts: ByModelName<Fact>, model: string): Fact | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return longestFitting(facts, (prefix) => name.startsWith(prefix));
}

/** The fact of the longest prefix that fits by a rule of its own. */
export function longestFitting<Fact>(facts: ByModelName<Fact>, fits: (prefix: string) => boolean): Fact | undefined {
  let best: readonly [prefix: string, fact: Fact] | undefined;
  for (const entry of facts) if (entry[0].length > (best?.[0].length ?? -1) && fits(entry[0])) best = entry;
  return best?.[1];
}
