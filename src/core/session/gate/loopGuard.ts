import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { PauseReason, RepeatedCall } from '../../agent/steerEvents.ts';

interface FinishedCall extends RepeatedCall {
  /** The call with its result: calls with the same one got nowhere. */
  readonly trace: string;
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
    const trace = JSON.stringify([event.name, started.input, event.outcome, event.output]);
    this.#finished = [...this.#finished, { ...started.call, trace }].slice(-longest);
  }

  /** The loop that the last calls are, with one round of it as evidence. */
  found(): Extract<PauseReason, { kind: 'loop' }> | undefined {
    for (const { length, times } of patterns) {
      const last = this.#finished.slice(-length * times);
      if (last.length < length * times) continue;
      if (!last.every(({ trace }, index) => trace === last[index % length]?.trace)) continue;
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
