import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentSession } from '../../src/core/session/agentSession.ts';
import { RunGate } from '../../src/core/session/gate/runGate.ts';
import { ChangeTracker } from '../../src/core/session/journal/changeTracker.ts';
import type { JournalEntry } from '../../src/core/session/journal/journalEntry.ts';
import { restoreSession } from '../../src/core/session/journal/restoreSession.ts';
import { SessionRows } from '../../src/core/session/rows/sessionRows.ts';
import { Steering } from '../../src/core/session/steering/steering.ts';
import { TranscriptLog } from '../../src/core/session/transcript/transcriptLog.ts';
import type { TodoItem } from '../../src/core/todos/todoItem.ts';
import { TodoManager } from '../../src/core/todos/todoManager.ts';
import { JsonlSessionStore } from '../../src/node/sessions/jsonlSessionStore.ts';

interface JournalTimes {
  /** Megabytes. */
  readonly size: number;
  /** Median milliseconds to append a round of around 100, and of around the last. */
  readonly early: number;
  readonly late: number;
  /** Milliseconds to open and restore the whole session, and to hand it to all that show it. */
  readonly open: number;
  readonly show: number;
  /** Milliseconds to list it with and without its summary. */
  readonly list: number;
  readonly listAnew: number;
}

/** A line each on appending to, opening and listing a session of so many rounds. */
export async function reportJournal(rounds: number): Promise<readonly string[]> {
  const { size, early, late, open, show, list, listAnew } = await measureJournal(rounds);
  const ms = (time: number): string => `${time.toFixed(time < 10 ? 3 : 0)} ms`;
  return [
    `journal, append of a round: ${ms(early)} at 100, ${ms(late)} at ${rounds} (${(late / early).toFixed(2)} times)`,
    `journal, ${rounds} rounds, ${size.toFixed(0)} MB: opened in ${ms(open + show)} (read ${ms(open)}, shown ${ms(show)})`,
    `journal, list: ${ms(list)}, without a summary ${ms(listAnew)}`,
  ];
}

/** A session of so many rounds, each with an answer, a command, a question and 2 kB of output. */
async function measureJournal(rounds: number): Promise<JournalTimes> {
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
    const start = performance.now();
    const stored = await store.open('s1');
    const restored = restoreSession('s1', stored.entries);
    const open = performance.now() - start;
    stored.journal.close();
    const show = timeOf(openIn(restored));
    return { size, early: median(times.slice(50, 150)), late: median(times.slice(-100)), open, show, list, listAnew };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes all that follows a session, as the extension has it. @returns what hands this one to them. */
function openIn({ events, messages }: ReturnType<typeof restoreSession>): () => void {
  const todos = new TodoManager();
  const session = new AgentSession(todos, () => Promise.reject(new Error('never run')));
  const rows = new SessionRows();
  session.onDidReset(() => rows.reset(session.events));
  const transcript = new TranscriptLog(session);
  const steering = new Steering();
  steering.attach(todos, session);
  const gate = new RunGate(session, { budgets: () => ({}), guardsLoops: () => true });
  const tracker = new ChangeTracker();
  return () => {
    tracker.replay(events);
    session.load({ id: 's1', events, messages });
    steering.resume(events);
    gate.resume(events);
    if (rows.tree().items.length === 0 || transcript.isEmpty) throw new Error('nothing is shown');
  };
}

/** A plan for a hundred rounds, twenty for each of its items. */
function planAt(round: number): readonly TodoItem[] {
  const first = Math.floor(round / 100) * 5 + 1;
  const current = Math.floor((round % 100) / 20);
  return Array.from({ length: 5 }, (_, index) => ({
    id: `todo-${first + index}`,
    content: `Step ${first + index}`,
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));
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
  const plan: JournalEntry = { kind: 'todosChanged', items: planAt(round), by: 'model', at };
  return [
    ...(round % 20 === 0 ? [plan] : []),
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
