import { namedBy, type ByModelName } from './modelName.ts';

/** The most tokens that a model may answer with. */
const answerLimits: ByModelName<number> = [
  ['claude-3-haiku', 4096],
  ['claude-3-opus', 4096],
  ['claude-3-5', 8192],
  ['claude-3-7', 64_000],
  ['claude-haiku-4', 64_000],
  ['claude-haiku-5', 128_000],
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
  ['claude-mythos-5', 128_000],
];

const million = 1_000_000;

/** How many tokens of request and answer a model takes together. */
const windows: ByModelName<number> = [
  ['claude-', 200_000],
  ['claude-sonnet-4-6', million],
  ['claude-opus-4-6', million],
  ['claude-opus-4-7', million],
  ['claude-opus-4-8', million],
  ['claude-haiku-5', million],
  ['claude-sonnet-5', million],
  ['claude-opus-5', million],
  ['claude-fable-5', million],
  ['claude-mythos-5', million],
];

/** Where the window isn't known, as behind other people's endpoints: small enough for most. */
export const assumedWindow = 200_000;

/** @returns undefined for a model that isn't known. */
export function maxTokensFor(model: string): number | undefined {
  return namedBy(answerLimits, model);
}

/** The limit for the request after a cut-off answer: what the model allows, twice as much where that isn't known. */
export function raisedMaxTokens(model: string, current: number): number {
  return Math.max(current, maxTokensFor(model) ?? current * 2);
}

/** @returns tokens; undefined for a model that isn't known. */
export function contextWindowFor(model: string): number | undefined {
  return namedBy(windows, model);
}
