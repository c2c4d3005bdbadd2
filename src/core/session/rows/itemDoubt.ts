import type { CallRow, Doubt } from './rows.ts';

/**
 * What speaks against an item that the model ticked off; undefined when a call under it came to a result. Where changes
 * or commands were tried, reads alone are no result.
 */
export function doubtOf(calls: readonly CallRow[]): Doubt | undefined {
  const ended = calls.filter(({ state }) => isTried(state));
  const works = ended.filter(({ access }) => access === 'write' || access === 'execute');
  const counted = works.length > 0 ? works : ended;
  if (counted.length === 0) return 'unrecorded';
  if (counted.some(isResult)) return undefined;
  return counted.some(({ state }) => state === 'error') ? 'failed' : 'declined';
}

function isTried(state: CallRow['state']): boolean {
  return state === 'ok' || state === 'error' || state === 'denied' || state === 'forbidden';
}

/** A command that ran to its end is a result, whatever its exit code: tests may fail as they should. */
function isResult({ state, evidence }: CallRow): boolean {
  return state === 'ok' || (state === 'error' && evidence?.kind === 'command' && evidence.exitCode !== undefined);
}
