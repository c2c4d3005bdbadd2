import type { AgentEvent, RunOutcome } from '../agent/agentEvents.ts';
import type { Message } from '../model/messages.ts';
import type { Event } from '../util/event.ts';

/** `paused`: a run waits between two steps until the person lets it go on. */
export type SessionState = 'idle' | 'running' | 'waitingForApproval' | 'paused';

/** What views and commands know of the session; `AgentSession` is the one implementation. */
export interface Session {
  readonly id: string;
  readonly state: SessionState;
  readonly messages: readonly Message[];
  /** The kept events of this session so far, in order. */
  readonly events: readonly AgentEvent[];
  readonly onDidChangeState: Event<SessionState>;
  readonly onDidEmit: Event<AgentEvent>;
  /** Resolves when the run ends; never rejects. Throws `SessionBusyError` when a run is on. */
  start(prompt: string): Promise<RunOutcome>;
  /** Aborts the run; `start`'s promise resolves with `cancelled`. Harmless when idle. */
  stop(): void;
}
