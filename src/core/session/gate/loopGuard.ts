import type { AgentEvent, CallOutcome } from '../../agent/agentEvents.ts';
import type { PauseReason, RepeatedCall } from '../../agent/steerEvents.ts';

interface FinishedCall extends RepeatedCall {
  /** With the call's input and its result: calls in which all of that is the same got nowhere. */
  readonly input: string;
  readonly outcome: CallOutcome;
  readonly output: string;
}

/** A pattern of so many calls is a loop when it has come so many times in a row. */
const patterns = [
  { length: 1, times: 3 },
  { length: 2, times: 2 },
] as const;
const longest = 4;

/** Notices that a run goes round in circles: A-A-A or A-B-A-B, with the same results each time. */
export class LoopGuard {
  readonly #started = new Map<string, { readonly call: RepeatedCall; readonly input: string }>();
  #finished: readonly FinishedCall[] = [];

  apply(event: AgentEvent): void {
    if (event.kind === 'runStarted') this.clear();
    if (event.kind === 'toolStarted') {
      const { callId, name, title } = event;
      this.#started.set(callId, { call: { callId, name, title }, input: JSON.stringify(event.input) });
    }
    if (event.kind !== 'toolFinished') return;
    const started = this.#started.get(event.callId);
    if (started === undefined) return;
    this.#started.delete(event.callId);
    const { outcome, output } = event;
    this.#finished = [...this.#finished, { ...started.call, input: started.input, outcome, output }].slice(-longest);
  }

  /** The loop that the last calls are, with one round of it as evidence. */
  found(): Extract<PauseReason, { kind: 'loop' }> | undefined {
    for (const { length, times } of patterns) {
      const last = this.#finished.slice(-length * times);
      if (last.length < length * times) continue;
      if (!last.every((call, index) => isSame(call, last[index % length]))) continue;
      const calls = last.slice(-length).map(({ callId, name, title }) => ({ callId, name, title }));
      return { kind: 'loop', calls, times };
    }
    return undefined;
  }

  clear(): void {
    this.#started.clear();
    this.#finished = [];
  }
}

function isSame(one: FinishedCall, other: FinishedCall | undefined): boolean {
  return (
    one.name === other?.name &&
    one.input === other.input &&
    one.outcome === other.outcome &&
    one.output === other.output
  );
}
