import type { LeftCall } from '../agent/calls/leftCalls.ts';
import type { AgentEvent, RunOutcome, TimedEvent } from '../agent/agentEvents.ts';
import type { SteerEvent } from '../agent/steerEvents.ts';
import type { Message } from '../model/messages.ts';
import type { ModelClient } from '../model/modelClient.ts';
import type { TodoManager } from '../todos/todoManager.ts';
import { Emitter } from '../util/event.ts';
import { DisposableStore } from '../util/disposable.ts';
import { isAbort, messageOf } from '../util/errors.ts';
import { savedListOf } from './rows/savedList.ts';
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
  /** Without a prompt: the calls that the run that is gone on with left without a result. */
  readonly left?: readonly LeftCall[];
  /** Takes the place of the configured model, for the scripted demo. */
  readonly model?: ModelClient;
}

/** Work on the history that is no run. */
export type WorkContext = Pick<RunContext, 'sessionId' | 'history' | 'emit' | 'signal'>;

/** What a session needs to run a prompt. Throws only on abort or on a bug. */
export type RunPrompt = (context: RunContext) => Promise<RunOutcome>;

/** How a conversation began: with a task, because the person cleared the one before, or taken up from before. */
export type SessionOrigin = 'startup' | 'clear' | 'resume';

/** Writes the conversation down; `SessionRecorder` is the one implementation. Never throws. */
export interface SessionLog {
  /** Another conversation begins. */
  begin(sessionId: string): void;
  recordEvent(event: TimedEvent): void;
}

/** A conversation from before. */
export interface LoadedSession {
  readonly id: string;
  readonly events: readonly TimedEvent[];
  /** Valid: any prompt may follow. */
  readonly messages: readonly Message[];
  /** The run that had not ended; `start` without a prompt goes on with it. */
  readonly left?: LeftRun;
}

/** What a run that was cut off leaves to be done. */
export interface LeftRun {
  /** Undefined once it is in the history. */
  readonly prompt: string | undefined;
  /** Takes the place of the messages when the run goes on. */
  readonly history: readonly Message[];
  readonly calls: readonly LeftCall[];
}

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
  #isSwitching = false;
  #abort: AbortController | undefined;
  #waiting = 0;
  #isPaused = false;
  #left: LeftRun | undefined;
  readonly #todos: TodoManager;
  readonly #runPrompt: RunPrompt;
  readonly #now: () => number;
  readonly #log: SessionLog | undefined;
  readonly #disposables = new DisposableStore();
  readonly #didChangeState = this.#disposables.add(new Emitter<SessionState>());
  readonly #didEmit = this.#disposables.add(new Emitter<TimedEvent>());
  readonly #didReset = this.#disposables.add(new Emitter<void>());
  readonly onDidChangeState = this.#didChangeState.event;
  readonly onDidEmit = this.#didEmit.event;
  /** Another conversation has begun: `id`, messages and events are other ones, of a new conversation both are empty. */
  readonly onDidReset = this.#didReset.event;

  /**
   * @param now the time of an event, in milliseconds since 1970.
   * @param log has each event before anybody acts on it.
   */
  constructor(todos: TodoManager, runPrompt: RunPrompt, now: () => number = () => Date.now(), log?: SessionLog) {
    this.#todos = todos;
    this.#runPrompt = runPrompt;
    this.#now = now;
    this.#log = log;
    log?.begin(this.#id);
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

  /** A run was cut off, and `start` without a prompt goes on with it. */
  get isInterrupted(): boolean {
    return this.#left !== undefined;
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
    const left = prompt === undefined ? this.#left : undefined;
    this.#left = undefined;
    if (left !== undefined) this.#messages = [...left.history];
    this.#setState('running');
    let outcome: RunOutcome;
    try {
      outcome = await this.#runPrompt({
        sessionId: this.#id,
        history: this.#messages,
        prompt: prompt ?? left?.prompt,
        ...(left === undefined ? {} : { left: left.calls }),
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

  /**
   * Work on the history that is no run, e.g. a summary: the session is busy meanwhile and can be stopped.
   * @returns undefined when it was stopped. @throws SessionBusyError, and what `work` throws
   */
  async during<Result>(work: (context: WorkContext) => Promise<Result>): Promise<Result | undefined> {
    if (this.#abort !== undefined) throw new SessionBusyError();
    const abort = new AbortController();
    this.#abort = abort;
    this.#setState('running');
    try {
      const emit = (event: AgentEvent): void => this.#emit(event);
      return await work({ sessionId: this.#id, history: this.#messages, emit, signal: abort.signal });
    } catch (error) {
      if (isAbort(error, abort.signal)) return undefined;
      throw error;
    } finally {
      this.#abort = undefined;
      this.#setState('idle');
    }
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Ends the conversation and begins an empty one, list included. Throws `SessionBusyError` during a run. */
  reset(origin: SessionOrigin = 'startup'): void {
    if (this.#abort !== undefined) throw new SessionBusyError();
    // The conversation that ends keeps its list, the new one has none: for neither it is an event.
    this.#isSwitching = true;
    this.#todos.clear();
    this.#isSwitching = false;
    this.#become({ id: crypto.randomUUID(), events: [], messages: [] }, origin);
    this.#log?.begin(this.#id);
    this.#didReset.fire();
  }

  /**
   * Takes up a conversation from before, its list included; whoever records must have its journal open. Throws
   * `SessionBusyError` during a run.
   */
  load(loaded: LoadedSession): void {
    if (this.#abort !== undefined) throw new SessionBusyError();
    this.#become(loaded, 'resume');
    // The list comes out of these events: that it is back is no new one.
    this.#isSwitching = true;
    this.#todos.adopt(savedListOf(loaded.events));
    this.#isSwitching = false;
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

  #become({ id, events, messages, left }: LoadedSession, origin: SessionOrigin): void {
    this.#left = left;
    this.#id = id;
    this.#origin = origin;
    this.#events = [...events];
    this.#messages = [...messages];
  }

  #emit(event: AgentEvent): void {
    if (this.#isSwitching) return;
    this.#untold.push({ ...event, at: this.#now() });
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) this.#take(next);
    this.#isTelling = false;
  }

  #take(event: TimedEvent): void {
    this.#log?.recordEvent(event);
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
