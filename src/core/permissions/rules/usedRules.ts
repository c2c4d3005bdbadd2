import { factsOf } from './callFacts.ts';
import { coverageOf } from './commandCoverage.ts';
import type { Evaluation, Verdict } from './evaluation.ts';
import type { PermissionRule } from './rule.ts';

/** The rules that made the verdict. Several may have allowed a command line, each a part of it. */
export function usedRules(evaluation: Evaluation, { verdict, reason }: Verdict): readonly PermissionRule[] {
  if (reason.kind !== 'rule') return [];
  if (verdict !== 'allow' || evaluation.call.claudeName !== 'Bash') return [reason.rule];
  const covers = coverageOf(evaluation, factsOf(evaluation)).map(({ cover }) => cover);
  return [...new Set(covers.flatMap((cover) => (cover?.kind === 'rule' ? [cover.rule] : [])))];
}
