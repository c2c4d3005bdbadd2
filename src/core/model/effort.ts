import { namedBy, type ByModelName } from './modelName.ts';

/** How much a model shall think and write, from little to much. */
export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

export type Effort = (typeof efforts)[number];

const withoutXhigh: readonly Effort[] = ['low', 'medium', 'high', 'max'];

/** The models that decide by themselves how much to think, with the efforts they take. Others get neither parameter. */
const thinkers: ByModelName<readonly Effort[]> = [
  ['claude-sonnet-4-6', withoutXhigh],
  ['claude-opus-4-6', withoutXhigh],
  ['claude-opus-4-7', efforts],
  ['claude-opus-4-8', efforts],
  ['claude-haiku-5', efforts],
  ['claude-sonnet-5', efforts],
  ['claude-opus-5', efforts],
  ['claude-fable-5', efforts],
  ['claude-mythos-5', efforts],
];

export function thinksAdaptively(model: string): boolean {
  return namedBy(thinkers, model) !== undefined;
}

/** The effort that the model takes: the one asked for, else the next lower. @returns undefined where there is none. */
export function effortFor(model: string, asked: Effort): Effort | undefined {
  const taken = namedBy(thinkers, model) ?? [];
  return taken.filter((effort) => efforts.indexOf(effort) <= efforts.indexOf(asked)).at(-1);
}
