import type { AgentEvent, TimedEvent } from '../../agent/agentEvents.ts';
import type { ChangeEntry } from '../../checkpoints/changeRecord.ts';

/** Of the format. A file of a newer version is shown, not continued. New kinds of entries don't raise it. */
export const journalVersion = 1;

/** The first line of a journal. */
export interface JournalHeader {
  readonly kind: 'header';
  readonly version: number;
  readonly sessionId: string;
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number;
}

/** Shown as they come, not kept: what they lead to comes as an event of its own. */
type LiveKind = 'text' | 'thinking' | 'toolProgress' | 'notResponding';

export type KeptEvent = Exclude<TimedEvent, { readonly kind: LiveKind }>;

/** What a session remembers besides its events. */
export type SessionFact =
  /** The person's name for the session. */
  | { readonly kind: 'titled'; readonly title: string }
  /**
   * "Back to here": the conversation goes on behind its first `runs` runs (`runStarted` events that still count), as if
   * the rest had not been. Not counted in messages: a run may have none, and a history may have been replaced.
   */
  | { readonly kind: 'wentBack'; readonly runs: number }
  | ChangeEntry;

/** One line of a journal after the header: plain JSON, only ever appended. */
export type JournalEntry = KeptEvent | (SessionFact & { readonly at: number });

const liveKinds: ReadonlySet<AgentEvent['kind']> = new Set<LiveKind>([
  'text',
  'thinking',
  'toolProgress',
  'notResponding',
]);

export function isKept(event: TimedEvent): event is KeptEvent {
  return !liveKinds.has(event.kind);
}
