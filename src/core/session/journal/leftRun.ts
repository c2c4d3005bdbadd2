import type { LeftRun } from '../agentSession.ts';
import type { InterruptedRun } from './restoreSession.ts';

/** How to go on with an interrupted run: only what never began is done anew, an open question is asked again. */
export function leftRunOf({ stage, prompt, history, calls }: InterruptedRun): LeftRun | undefined {
  // The model had said its last word: nothing is left to do.
  if (stage === 'ending') return undefined;
  return {
    prompt: stage === 'starting' ? prompt : undefined,
    history,
    calls: calls.map(({ callId, state, result }) => ({
      callId,
      isToRun: state === 'waiting' || state === 'notStarted',
      result: { ...result, content: typeof result.content === 'string' ? result.content : '' },
    })),
  };
}
