import type { RunOutcome } from '../../agent/agentEvents.ts';
import type { JournalEntry, JournalHeader } from './journalEntry.ts';

/** What the list of sessions says of one. Plain JSON. */
export interface SessionSummary {
  readonly sessionId: string;
  /** Given by the person. */
  readonly title?: string;
  /** The first one; empty until there is one. */
  readonly prompt: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of the last run; `open` while it has not ended, which is also what a crash leaves behind. */
  readonly outcome?: RunOutcome['kind'] | 'open';
  readonly runs: number;
  readonly rounds: number;
  readonly todos: { readonly completed: number; readonly total: number };
  /** Files that tools and commands have touched, each time counted. */
  readonly changes: number;
}

export function emptySummary({ sessionId, createdAt }: Pick<JournalHeader, 'sessionId' | 'createdAt'>): SessionSummary {
  return {
    sessionId,
    createdAt,
    updatedAt: createdAt,
    prompt: '',
    runs: 0,
    rounds: 0,
    todos: { completed: 0, total: 0 },
    changes: 0,
  };
}

/** One entry further. */
export function summarise(summary: SessionSummary, entry: JournalEntry): SessionSummary {
  return summariseAll(summary, [entry]);
}

/** So many entries further; most change nothing but the time, and cost nothing. */
export function summariseAll(summary: SessionSummary, entries: readonly JournalEntry[]): SessionSummary {
  let next = summary;
  let { updatedAt } = summary;
  for (const entry of entries) {
    updatedAt = Math.max(updatedAt, entry.at);
    const change = changeBy(entry, next);
    if (change !== undefined) next = { ...next, ...change };
  }
  return { ...next, updatedAt };
}

function changeBy(entry: JournalEntry, summary: SessionSummary): Partial<SessionSummary> | undefined {
  switch (entry.kind) {
    case 'runStarted':
      return { prompt: summary.prompt || entry.prompt, runs: summary.runs + 1, outcome: 'open' };
    case 'runFinished':
      return { outcome: entry.outcome.kind };
    case 'roundFinished':
      return { rounds: summary.rounds + 1 };
    case 'todosChanged': {
      const completed = entry.items.filter(({ status }) => status === 'completed').length;
      return { todos: { completed, total: entry.items.length } };
    }
    case 'fileChanging':
      return { changes: summary.changes + 1 };
    case 'titled':
      return { title: entry.title };
    default:
      return undefined;
  }
}
