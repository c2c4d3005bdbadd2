import type { HookNotice, HookResult } from './hookOutput.ts';
import type { PermissionUpdate } from './hookOutputSchema.ts';
import { hookTitle, type ConfiguredHook } from '../configuration/hookSchema.ts';

export interface HookOpinion {
  readonly hook: ConfiguredHook;
  readonly result: HookResult;
}

/** A change of permissions, and the hook that asks for it. */
export interface AskedUpdate {
  readonly update: PermissionUpdate;
  readonly hook: ConfiguredHook;
}

/** What all handlers of one event want together. */
export interface HookOutcome extends Omit<HookResult, 'permissionUpdates'> {
  /** The titles of the hooks whose decision won. */
  readonly source?: string;
  readonly permissionUpdates?: readonly AskedUpdate[];
}

const strength = { allow: 1, ask: 2, deny: 3 } as const;

/** deny > ask > allow; texts in the order of the opinions, each once; a rewrite holds whoever decides, the last one winning. */
export function mergeOpinions(opinions: readonly HookOpinion[]): { outcome: HookOutcome; notices: HookNotice[] } {
  const results = opinions.map(({ result }) => result);
  const notices: HookNotice[] = [];
  const rewriters = opinions.filter(({ result }) => result.updatedInput !== undefined);
  const [lastRewriter] = rewriters.slice(-1);
  if (rewriters.length > 1 && lastRewriter !== undefined) {
    const text = `${rewriters.length} hooks changed the input of one call; the change of ${hookTitle(lastRewriter.hook)} counts.`;
    notices.push({ level: 'warning', text });
  }
  const contexts = [...new Set(results.map((result) => result.additionalContext).filter((text) => text !== undefined))];
  const updates = opinions.flatMap(({ hook, result }) =>
    (result.permissionUpdates ?? []).map((update) => ({ update, hook })),
  );
  const decision = decisionOf(opinions);
  const outcome: HookOutcome = {
    ...decision,
    ...(contexts.length === 0 ? {} : { additionalContext: contexts.join('\n') }),
    ...(updates.length === 0 || decision.decision === 'deny' ? {} : { permissionUpdates: updates }),
    ...lastOf(results, 'updatedInput'),
    ...lastOf(results, 'updatedOutput'),
    ...lastOf(results, 'sessionTitle'),
    ...lastOf(results, 'hidePrompt'),
    ...lastOf(results.toReversed(), 'stop'),
  };
  return { outcome, notices };
}

function decisionOf(opinions: readonly HookOpinion[]): HookOutcome {
  const decisions = opinions.map(({ result }) => result.decision).filter((one) => one !== undefined);
  const [decision] = decisions.toSorted((a, b) => strength[b] - strength[a]);
  if (decision === undefined) return {};
  const winners = opinions.filter(({ result }) => result.decision === decision);
  const reasons = winners.flatMap(({ hook, result }) => {
    if (result.reason === undefined) return [];
    return winners.length === 1 ? [result.reason] : [`${hookTitle(hook)}: ${result.reason}`];
  });
  const source = winners.map(({ hook }) => hookTitle(hook)).join(', ');
  return { decision, source, ...(reasons.length === 0 ? {} : { reason: reasons.join('\n') }) };
}

function lastOf<K extends keyof HookResult>(results: readonly HookResult[], key: K): Pick<HookResult, K> | object {
  const value = results.findLast((result) => result[key] !== undefined)?.[key];
  return value === undefined ? {} : { [key]: value };
}
