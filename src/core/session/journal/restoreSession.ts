import type { TimedEvent } from '../../agent/agentEvents.ts';
import { applyEntry, type UnwatchedCommand } from '../../checkpoints/changeLog.ts';
import type { ChangeRecord } from '../../checkpoints/changeRecord.ts';
import type { Message } from '../../model/messages.ts';
import type { ApprovalRequest } from '../../permissions/approver.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import { eventsOfRuns } from './goBack.ts';
import type { JournalEntry, KeptEvent } from './journalEntry.ts';
import { answerOpenCalls, interruptedCalls, noteCall, stateOf, textOf } from './openCalls.ts';
import type { CallProgress, InterruptedCall } from './openCalls.ts';

/** A session as its journal tells it. The same journal always gives the same. */
export interface RestoredSession {
  /** Given by the person. */
  readonly title: string | undefined;
  /**
   * What was recorded, and in it the ends that a crash left out: each call and each run that was cut off is closed here,
   * so that nothing spins. These ends are made up at each reading and never written.
   */
  readonly events: readonly TimedEvent[];
  /** Valid: any prompt may follow. */
  readonly messages: readonly Message[];
  readonly items: readonly TodoItem[];
  readonly changes: readonly ChangeRecord[];
  readonly unwatched: readonly UnwatchedCommand[];
  /** The run that had not ended. */
  readonly interrupted: InterruptedRun | undefined;
}

export interface InterruptedRun {
  readonly prompt: string;
  readonly startedAt: number;
  /**
   * What it was at. `starting`: the prompt is not in the history. `answer`: the model was asked, or about to be.
   * `calls`: results are missing. `ending`: the model had said its last word.
   */
  readonly stage: 'starting' | 'answer' | 'calls' | 'ending';
  /** All calls of the last answer, in its order, in stage `calls`. */
  readonly calls: readonly InterruptedCall[];
  /** The question that was open: it is to be asked again. */
  readonly approval: ApprovalRequest | undefined;
  /** The history up to that answer, for a run that goes on with `calls`; else the same as the session's. */
  readonly history: readonly Message[];
}

interface OpenRun {
  readonly prompt: string;
  readonly startedAt: number;
  readonly calls: Set<string>;
  /** Its prompt is in the history, or it goes on without one. */
  isBegun: boolean;
  rounds: number;
}

const interruptedReason = 'Interrupted: the editor was closed or crashed before the task had ended.';

export function restoreSession(sessionId: string, entries: readonly JournalEntry[]): RestoredSession {
  const fold = new SessionFold(sessionId);
  for (const entry of entries) fold.take(entry);
  return fold.finish();
}

class SessionFold {
  readonly #sessionId: string;
  readonly #events: KeptEvent[] = [];
  #messages: Message[] = [];
  readonly #calls = new Map<string, CallProgress>();
  readonly #changes: ChangeRecord[] = [];
  readonly #unwatched: UnwatchedCommand[] = [];
  #title: string | undefined;
  #run: OpenRun | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  take(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'titled':
        this.#title = entry.title;
        return;
      case 'wentBack':
        this.#goBack(entry.runs);
        return;
      case 'fileChanging':
      case 'fileChanged':
      case 'commandUnwatched':
        applyEntry(this.#changes, this.#unwatched, entry);
        return;
      default:
        this.#takeEvent(entry);
    }
  }

  finish(): RestoredSession {
    const messages = answerOpenCalls(this.#messages, this.#calls);
    const interrupted = this.#run === undefined ? undefined : this.#describe(this.#run, messages);
    this.#breakOff();
    return {
      title: this.#title,
      events: this.#events,
      messages,
      items: this.#events.findLast((event) => event.kind === 'todosChanged')?.items ?? [],
      changes: this.#changes,
      unwatched: this.#unwatched,
      interrupted,
    };
  }

  #takeEvent(event: KeptEvent): void {
    if (event.kind === 'runStarted') {
      this.#breakOff();
      const { prompt, at, isRetry = false } = event;
      this.#run = { prompt, startedAt: at, calls: new Set(), isBegun: isRetry, rounds: 0 };
    }
    if (this.#run !== undefined) noteInRun(this.#run, event);
    if (event.kind === 'runFinished') this.#run = undefined;
    this.#messages = nextMessages(this.#messages, event);
    noteCall(this.#calls, event);
    this.#events.push(event);
  }

  /** Ends what a crash left open, at the time of the last that is known. */
  #breakOff(): void {
    const run = this.#run;
    const at = this.#events.at(-1)?.at;
    if (run === undefined || at === undefined) return;
    for (const callId of run.calls) {
      const call = this.#calls.get(callId);
      const state = stateOf(call);
      if (call === undefined || state === 'finished') continue;
      const outcome = state === 'declined' ? 'denied' : 'cancelled';
      const common = { callId, name: call.name, durationMs: 0, at };
      this.#events.push({ kind: 'toolFinished', outcome, output: textOf(call), ...common });
    }
    const { rounds } = run;
    const outcome = { kind: 'cancelled', reason: interruptedReason, rounds, sessionId: this.#sessionId } as const;
    this.#events.push({ kind: 'runFinished', outcome, isCutOff: true, at });
    this.#run = undefined;
  }

  #goBack(runs: number): void {
    this.#breakOff();
    this.#events.length = eventsOfRuns(this.#events, runs);
    this.#calls.clear();
    for (const event of this.#events) noteCall(this.#calls, event);
    this.#messages = this.#events.reduce(nextMessages, []);
  }

  #describe(run: OpenRun, messages: readonly Message[]): InterruptedRun {
    const { prompt, startedAt } = run;
    const calls = interruptedCalls(this.#messages, this.#calls);
    const waiting = calls.find(({ state }) => state === 'waiting');
    return {
      prompt,
      startedAt,
      stage: this.#stageOf(run, calls),
      calls,
      approval: waiting && this.#calls.get(waiting.callId)?.request,
      // The results that are missing were put behind it as one message.
      history: calls.length === 0 ? messages : messages.slice(0, -1),
    };
  }

  #stageOf(run: OpenRun, calls: readonly InterruptedCall[]): InterruptedRun['stage'] {
    if (!run.isBegun) return 'starting';
    if (calls.length > 0) return 'calls';
    return this.#messages.at(-1)?.role === 'assistant' ? 'ending' : 'answer';
  }
}

/** Adds to the list that it is given, so that a long history costs no more than a short one. */
function nextMessages(messages: Message[], event: TimedEvent): Message[] {
  if (event.kind === 'historyReplaced') return [...event.messages];
  if (event.kind === 'messageAdded') messages.push(event.message);
  return messages;
}

function noteInRun(run: OpenRun, event: TimedEvent): void {
  if (event.kind === 'messageAdded') run.isBegun = true;
  if (event.kind === 'toolStarted') run.calls.add(event.callId);
  if (event.kind === 'roundFinished') run.rounds = event.round;
}
