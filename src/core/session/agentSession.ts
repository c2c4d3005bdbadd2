import type { AgentEvent, RunOutcome, TimedEvent } from '../agent/agentEvents.ts';
import type { SteerEvent } from '../agent/steerEvents.ts';
import type { Message } from '../model/messages.ts';
import type { ModelClient } from '../model/modelClient.ts';
import type { TodoManager } from '../todos/todoManager.ts';
import { Emitter } from '../util/event.ts';
import { DisposableStore } from '../util/disposable.ts';
import { isAbort, messageOf } from '../util/errors.ts';
import type { Session, SessionState } from './sessionState.ts';

/** A run of the loop over this session's history; made anew for each prompt so that it takes the settings of that moment. */
export interface RunContext {
  readonly sessionId: string;
  /** The session's own array: the loop appends to it through `emit` of `messageAdded` only. */
  readonly history: readonly Message[];
  /** Undefined: the history goes on as it stands, after a failure. */
  readonly prompt: string | undefined;
  readonly emit: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
  /** Takes the place of the configured model, for the scripted demo. */
  readonly model?: ModelClient;
}

/** What a session needs to run a prompt. Throws only on abort or on a bug. */
export type RunPrompt = (context: RunContext) => Promise<RunOutcome>;

/** How a conversation began: with a task, or because the person cleared the one before. */
export type SessionOrigin = 'startup' | 'clear';

/** A second run on the same history was asked for while one is on. */
export class SessionBusyError extends Error {
  override readonly name = 'SessionBusyError';
  constructor() {
    super('A task is already running.');
  }
}

/** Live only: shown as they come, not kept. */
const liveKinds: ReadonlySet<AgentEvent['kind']> = new Set(['text', 'thinking', 'toolProgress', 'notResponding']);

/**
 * The one owner of a conversation: its messages, its events and its state. One run at a time. The object lives as long
 * as the extension; `reset` starts a new conversation in it.
 */
export class AgentSession implements Session {
  #id: string = crypto.randomUUID();
  #origin: SessionOrigin = 'startup';
  #state: SessionState = 'idle';
  #messages: Message[] = [];
  #events: TimedEvent[] = [];
  /** Events that listeners told while another was being told: they come after it. */
  readonly #untold: TimedEvent[] = [];
  #isTelling = false;
  #abort: AbortController | undefined;
  #waiting = 0;
  #isPaused = false;
  readonly #todos: TodoManager;
  readonly #runPrompt: RunPrompt;
  readonly #now: () => number;
  readonly #disposables = new DisposableStore();
  readonly #didChangeState = this.#disposables.add(new Emitter<SessionState>());
  readonly #didEmit = this.#disposables.add(new Emitter<TimedEvent>());
  readonly #didReset = this.#disposables.add(new Emitter<void>());
  readonly onDidChangeState = this.#didChangeState.event;
  readonly onDidEmit = this.#didEmit.event;
  /** A new conversation has begun: messages and events are empty, `id` is new. */
  readonly onDidReset = this.#didReset.event;

  /** @param now the time of an event, in milliseconds since 1970. */
  constructor(todos: TodoManager, runPrompt: RunPrompt, now: () => number = () => Date.now()) {
    this.#todos = todos;
    this.#runPrompt = runPrompt;
    this.#now = now;
    this.#disposables.add(
      todos.onDidChange((items) => this.#emit({ kind: 'todosChanged', items: [...items], by: todos.changedBy })),
    );
  }

  get id(): string {
    return this.#id;
  }

  get origin(): SessionOrigin {
    return this.#origin;
  }

  get state(): SessionState {
    return this.#state;
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  get events(): readonly TimedEvent[] {
    return this.#events;
  }

  async start(prompt: string | undefined, model?: ModelClient): Promise<RunOutcome> {
    if (this.#abort !== undefined) throw new SessionBusyError();
    const abort = new AbortController();
    this.#abort = abort;
    this.#setState('running');
    let outcome: RunOutcome;
    try {
      outcome = await this.#runPrompt({
        sessionId: this.#id,
        history: this.#messages,
        prompt,
        emit: (event) => this.#emit(event),
        signal: abort.signal,
        ...(model === undefined ? {} : { model }),
      });
    } catch (error) {
      outcome = this.#outcomeOf(error, abort.signal);
      this.#emit({ kind: 'runFinished', outcome });
    }
    this.#abort = undefined;
    this.#waiting = 0;
    this.#isPaused = false;
    this.#setState('idle');
    return outcome;
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Ends the conversation and begins an empty one, list included. Throws `SessionBusyError` during a run. */
  reset(origin: SessionOrigin = 'startup'): void {
    if (this.#abort !== undefined) throw new SessionBusyError();
    this.#todos.clear();
    this.#origin = origin;
    this.#id = crypto.randomUUID();
    this.#messages = [];
    this.#events = [];
    this.#didReset.fire();
  }

  /** For what happens around a run: a setting's warning, a run that could not start. */
  notice(level: 'info' | 'warning' | 'error', text: string): void {
    this.#emit({ kind: 'notice', level, text });
  }

  /** Takes what the person or the editor adds to the log: steering, pauses, problems found. */
  record(event: SteerEvent): void {
    this.#emit(event);
  }

  dispose(): void {
    this.stop();
    this.#disposables.dispose();
  }

  #emit(event: AgentEvent): void {
    this.#untold.push({ ...event, at: this.#now() });
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) this.#take(next);
    this.#isTelling = false;
  }

  #take(event: TimedEvent): void {
    if (event.kind === 'messageAdded') this.#messages.push(event.message);
    if (event.kind === 'historyReplaced') this.#messages = [...event.messages];
    if (!liveKinds.has(event.kind)) this.#events.push(event);
    if (event.kind === 'approvalAsked') this.#waiting += 1;
    if (event.kind === 'approvalAnswered') this.#waiting -= 1;
    if (event.kind === 'paused' || event.kind === 'resumed') this.#isPaused = event.kind === 'paused';
    this.#didEmit.fire(event);
    if (this.#abort !== undefined) this.#setState(this.#runState);
  }

  get #runState(): SessionState {
    if (this.#waiting > 0) return 'waitingForApproval';
    return this.#isPaused ? 'paused' : 'running';
  }

  #setState(state: SessionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#didChangeState.fire(state);
  }

  /** A throw out of the loop: stopped, or a bug that must not look like success. */
  #outcomeOf(error: unknown, signal: AbortSignal): RunOutcome {
    const common = { rounds: 0, sessionId: this.#id };
    if (isAbort(error, signal)) return { kind: 'cancelled', reason: 'Stopped by you.', ...common };
    return { kind: 'failed', reason: `Unexpected error: ${messageOf(error)}`, ...common };
  }
}
