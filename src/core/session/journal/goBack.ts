import type { TimedEvent } from '../../agent/agentEvents.ts';
import type { ChangeRecord } from '../../checkpoints/changeRecord.ts';
import type { JournalEntry } from './journalEntry.ts';

/** A prompt of the conversation: "Back to here" goes to before it. */
export interface GoBackPoint {
  /** Runs that stay, as `wentBack` counts them. */
  readonly runs: number;
  readonly prompt: string;
  readonly at: number;
}

/** Where a person can go back to, oldest first. */
export function goBackPoints(events: readonly TimedEvent[]): readonly GoBackPoint[] {
  const starts = events.filter((event) => event.kind === 'runStarted');
  return starts.flatMap(({ prompt, at, isRetry }, runs) => (isRetry === true ? [] : [{ runs, prompt, at }]));
}

/** How many events stay with the first `runs` runs: all up to the start of the next one. */
export function eventsOfRuns(events: readonly TimedEvent[], runs: number): number {
  let started = 0;
  const end = events.findIndex((event) => event.kind === 'runStarted' && started++ === runs);
  return end === -1 ? events.length : end;
}

/** The changes to files that were made behind the first `count` runs, for an undo that goes with going back. */
export function changesBehind(
  entries: readonly JournalEntry[],
  count: number,
  changes: readonly ChangeRecord[],
): readonly ChangeRecord[] {
  let runs = 0;
  const ids = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'runStarted') runs += 1;
    if (entry.kind === 'wentBack') runs = Math.min(runs, entry.runs);
    if (entry.kind === 'fileChanging' && runs > count) ids.add(entry.change.id);
  }
  return changes.filter(({ id }) => ids.has(id));
}
