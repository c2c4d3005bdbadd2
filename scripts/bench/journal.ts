import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JournalEntry } from '../../src/core/session/journal/journalEntry.ts';
import { restoreSession } from '../../src/core/session/journal/restoreSession.ts';
import { JsonlSessionStore } from '../../src/node/jsonlSessionStore.ts';

export interface JournalTimes {
  /** Megabytes. */
  readonly size: number;
  /** Median milliseconds to append a round of around 100, and of around the last. */
  readonly early: number;
  readonly late: number;
  /** Milliseconds to open and restore the whole session, and to list it with and without its summary. */
  readonly open: number;
  readonly list: number;
  readonly listAnew: number;
}

/** A session of so many rounds, each with an answer, a command, a question and 2 kB of output. */
export async function measureJournal(rounds: number): Promise<JournalTimes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-journal-'));
  try {
    const store = new JsonlSessionStore({ folder });
    const journal = store.create('s1');
    journal.append({ kind: 'runStarted', prompt: 'bench', model: 'm', at: 1 });
    journal.append({ kind: 'messageAdded', message: { role: 'user', content: 'bench' }, at: 1 });
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const entries = entriesOf(round);
      times.push(timeOf(() => entries.forEach((entry) => journal.append(entry))));
    }
    journal.close();
    const size = statSync(path.join(folder, 's1.jsonl')).size / 1e6;
    const list = await timeOfAsync(() => store.list());
    rmSync(path.join(folder, 's1.summary.json'));
    const listAnew = await timeOfAsync(() => store.list());
    const open = await timeOfAsync(async () => {
      const session = await store.open('s1');
      restoreSession('s1', session.entries);
      session.journal.close();
    });
    return { size, early: median(times.slice(50, 150)), late: median(times.slice(-100)), open, list, listAnew };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function entriesOf(round: number): readonly JournalEntry[] {
  const callId = `call-${round}`;
  const output = 'A line of output, as tests print them.\n'.repeat(50);
  const call = { type: 'tool_use', id: callId, name: 'bash', input: { command: `npm test ${round}` } } as const;
  const title = `npm test ${round}`;
  const request = {
    callId,
    toolName: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title, command: title, paths: [] },
    input: call.input,
    reason: { kind: 'default', access: 'execute' },
    canRemember: true,
  } as const;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const at = round;
  const common = { callId, name: 'bash' } as const;
  return [
    { kind: 'requestStarted', messageCount: 2 * round, at },
    { kind: 'messageAdded', message: { role: 'assistant', content: [call] }, at },
    // Of the usage nothing but these two is ever read.
    { kind: 'answered', stopReason: 'tool_use', usage: usage as never, at },
    { kind: 'toolStarted', ...common, claudeName: 'Bash', access: 'execute', title, input: call.input, at },
    { kind: 'approvalAsked', request, at },
    { kind: 'approvalAnswered', callId, answer: { kind: 'allow', remember: 'once' }, at },
    { kind: 'toolFinished', ...common, outcome: 'ok', output, durationMs: 5, at },
    {
      kind: 'messageAdded',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content: output }] },
      at,
    },
    { kind: 'roundFinished', round, usedTodo: false, reached: 1, reminded: false, counter: 1, at },
  ];
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

async function timeOfAsync(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
