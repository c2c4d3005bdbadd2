import type { TimedEvent } from '../../agent/agentEvents.ts';
import type { ChangeRecord } from '../../checkpoints/changeRecord.ts';
import type { JournalEntry } from './journalEntry.ts';

/** A prompt of the conversation: "Back to here" goes to before it. */
export interface GoBackPoint {
  /** Messages that stay, counted in `messageAdded` events. */
  readonly messages: number;
  readonly prompt: string;
  readonly at: number;
}

/** Where a person can go back to, oldest first. */
export function goBackPoints(events: readonly TimedEvent[]): readonly GoBackPoint[] {
  const points: GoBackPoint[] = [];
  let messages = 0;
  for (const event of events) {
    if (event.kind === 'runStarted' && event.isRetry !== true) {
      points.push({ messages, prompt: event.prompt, at: event.at });
    }
    if (event.kind === 'messageAdded') messages += 1;
  }
  return points;
}

/** How many events stay with the first `count` messages, and whether they end inside a run. */
export function truncationFor(
  events: readonly TimedEvent[],
  count: number,
): { readonly events: number; readonly isInRun: boolean } {
  let messages = 0;
  /** Of the run that a message could be the first of. */
  let start: number | undefined;
  let isInRun = false;
  for (const [index, event] of events.entries()) {
    if (event.kind === 'runStarted') {
      start = index;
      isInRun = true;
    }
    if (event.kind === 'runFinished') isInRun = false;
    if (event.kind !== 'messageAdded') continue;
    if (messages === count) return start === undefined ? { events: index, isInRun } : { events: start, isInRun: false };
    messages += 1;
    start = undefined;
  }
  return { events: events.length, isInRun };
}

/** The changes to files that were made behind the first `count` messages, for an undo that goes with going back. */
export function changesBehind(
  entries: readonly JournalEntry[],
  count: number,
  changes: readonly ChangeRecord[],
): readonly ChangeRecord[] {
  let messages = 0;
  const ids = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'messageAdded') messages += 1;
    if (entry.kind === 'wentBack') messages = Math.min(messages, entry.messages);
    if (entry.kind === 'fileChanging' && messages > count) ids.add(entry.change.id);
  }
  return changes.filter(({ id }) => ids.has(id));
}
