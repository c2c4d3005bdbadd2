import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/agent/agentEvents.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import type { RunGate } from '../../core/session/gate/runGate.ts';
import type { Steering } from '../../core/session/steering/steering.ts';
import { leftOpen } from '../../core/todos/leftOpen.ts';
import { showOnOneLine } from '../approvals/exactText.ts';
import { commands } from '../ids.ts';
import type { Toasts } from '../toasts.ts';
import { showRefusal } from './showRefusal.ts';
import type { Refusal, StartGate } from './startGate.ts';
import { askForMessage, askForTask, isBlank, textOf } from './taskInput.ts';
import type { TaskQueue } from './taskQueue.ts';
import { reportOutcome, stepsAfterFailure, tellOld, type NextStep } from './taskReport.ts';

/** A run that never began. */
type NotStarted = Pick<RunOutcome, 'kind' | 'reason'>;

/** Of the agent what starting and stopping takes. */
export interface TaskAgent {
  readonly session: AgentSession;
  readonly steering: Steering;
  readonly gate: Pick<RunGate, 'goOn'>;
}

/** Start, follow up, stop: what a person does with a task, and what is said to them when it ends. */
export class TaskCommands {
  readonly #session: AgentSession;
  readonly #steering: Steering;
  readonly #pauses: Pick<RunGate, 'goOn'>;
  readonly #gate: StartGate;
  readonly #toasts: Toasts;
  readonly #queue: TaskQueue;
  /** A queued task is about to begin, in a session of its own. */
  #isStartingQueued = false;
  /** What was typed and could not be sent: where the person is asked next, it stands there. */
  #unsent = '';

  constructor({ session, steering, gate: pauses }: TaskAgent, gate: StartGate, toasts: Toasts, queue: TaskQueue) {
    this.#session = session;
    this.#steering = steering;
    this.#pauses = pauses;
    this.#gate = gate;
    this.#toasts = toasts;
    this.#queue = queue;
  }

  register(): vscode.Disposable {
    const on = vscode.commands.registerCommand;
    return vscode.Disposable.from(
      on(commands.startTask, (argument: unknown) => this.startTask(textOf(argument, 'prompt'), mayWait(argument))),
      this.#queue.register(),
      on(commands.startQueuedTask, () => this.#startQueued()),
      on(commands.sendMessage, (argument: unknown) => this.sendMessage(textOf(argument, 'text'))),
      on(commands.stopTask, () => this.#session.stop()),
      on(commands.continueTask, (argument: unknown) => {
        const offered = textOf(argument, 'sessionId');
        return this.retry(() => offered === undefined || (offered === this.#session.id && this.#session.isInterrupted));
      }),
      on(commands.newSession, () => this.#newSession()),
      // Whoever ran: the demo's end serves the queue too.
      this.#session.onDidChangeState((state) => state === 'idle' && this.#goOn()),
    );
  }

  /**
   * A new conversation with this task; asks for one when none is given. Resolves when the run ends, or at once when the
   * task has to wait.
   * @param mayWait the person knows that it is queued while another is on.
   */
  async startTask(given: string | undefined, mayWait = false): Promise<RunOutcome> {
    const refusal = await (given === undefined ? this.#gate.ready() : this.#gate.place());
    if (refusal !== undefined) return this.#refuse(refusal, () => this.startTask(given, mayWait));
    const asksToQueue = given === undefined && this.#isBusy;
    const prompt = given ?? (await askForTask(asksToQueue, this.#unsent));
    if (prompt === undefined || isBlank(prompt)) {
      return this.#notStarted({ kind: 'cancelled', reason: vscode.l10n.t('No task was given.') });
    }
    if (!this.#isBusy) return this.#run(prompt, true);
    if (!mayWait && !asksToQueue) return this.#offerQueue(prompt);
    this.#enqueue(prompt);
    return this.#notStarted({ kind: 'blocked', reason: vscode.l10n.t('Queued: {0}', prompt) });
  }

  /**
   * Continues the conversation when idle; while a run is on, the text goes along with its next tool results. A run that
   * is paused is resumed with it.
   */
  async sendMessage(given: string | undefined): Promise<RunOutcome | undefined> {
    // A run that is on has what it needs: the demo's has no key.
    const isAsked = given === undefined && !this.#isBusy;
    const refusal = await (isAsked ? this.#gate.ready() : this.#gate.place());
    if (refusal !== undefined) return this.#refuse(refusal, () => this.sendMessage(given));
    const text = given ?? (await askForMessage(this.#session.state, this.#unsent));
    if (text === undefined || isBlank(text)) return undefined;
    if (!this.#isBusy) return this.#run(text, false);
    this.#steering.add(text);
    this.#pauses.goOn();
    return undefined;
  }

  /**
   * After a failure or an interruption: goes on from the history as it is.
   * @param isStill false: what the person was asked about is no longer what is open; a notification can be old.
   */
  async retry(isStill: () => boolean): Promise<void> {
    // What a person does with that notification concerns nobody who waits.
    if (this.#isBusy || !isStill()) return void tellOld();
    await this.#run(undefined, false);
  }

  get #runs(): number {
    return this.#session.events.filter(({ kind }) => kind === 'runStarted').length;
  }

  get #isBusy(): boolean {
    return this.#session.state !== 'idle';
  }

  /** @param prompt undefined: the conversation goes on as it stands. */
  async #run(prompt: string | undefined, isNew: boolean): Promise<RunOutcome> {
    const refusal = await this.#gate.check();
    if (refusal !== undefined) {
      this.#unsent = prompt ?? '';
      const isUnsent = (): boolean => this.#unsent === (prompt ?? '');
      return this.#refuse(refusal, () => isUnsent() && this.#run(prompt, isNew));
    }
    // The check waited: another start may have come first.
    if (this.#isBusy) return this.#offerQueue(prompt);
    this.#unsent = '';
    if (isNew) this.#session.reset();
    return this.#begin(prompt);
  }

  async #begin(prompt: string | undefined): Promise<RunOutcome> {
    void vscode.commands.executeCommand(commands.showTodos, { preserveFocus: true });
    const outcome = await this.#session.start(prompt);
    // What a person does with the notification concerns nobody who waits for the run.
    void this.#report(outcome);
    return outcome;
  }

  /**
   * After a run: what was typed too late for it, else what was queued. After a stop or a failure nothing begins by
   * itself; the notification offers it.
   */
  #goOn(): void {
    const kind = this.#session.events.findLast((event) => event.kind === 'runFinished')?.outcome.kind;
    if (kind === 'cancelled' || kind === 'failed') return;
    if (kind !== 'blocked' && this.#steering.hasMessage) void this.#sendLate();
    else this.#startQueued();
  }

  /** What can't be sent now keeps waiting, for the next message to take along. */
  async #sendLate(): Promise<void> {
    const refusal = await this.#gate.check();
    if (refusal !== undefined) this.#refuse(refusal, () => this.#sendLate());
    const late = refusal !== undefined || this.#isBusy ? undefined : this.#steering.takeMessages();
    if (late !== undefined) await this.#begin(late);
  }

  #startQueued(): void {
    if (this.#isBusy) return;
    const next = this.#queue.take();
    if (next === undefined) return;
    this.#isStartingQueued = true;
    void this.#run(next, true).finally(() => (this.#isStartingQueued = false));
  }

  #offerQueue(prompt: string | undefined): RunOutcome {
    const reason = vscode.l10n.t('A task is already running.');
    if (prompt === undefined) return this.#notStarted({ kind: 'blocked', reason });
    const queue = vscode.l10n.t('Queue This Task');
    const message = vscode.l10n.t('A task is already running. This one was not started: {0}', prompt);
    void vscode.window.showWarningMessage(showOnOneLine(message), queue).then((answer) => {
      if (answer === queue) this.#enqueue(prompt);
    });
    return this.#notStarted({ kind: 'blocked', reason });
  }

  #enqueue(prompt: string): void {
    this.#queue.add(prompt);
    if (this.#isBusy) this.#session.notice('info', vscode.l10n.t('Queued: {0}', prompt));
    else this.#startQueued();
  }

  #refuse(refusal: Refusal, goOn: () => unknown): RunOutcome {
    showRefusal(refusal, goOn);
    return this.#notStarted({ kind: 'blocked', reason: refusal.reason });
  }

  #notStarted(outcome: NotStarted): RunOutcome {
    return { ...outcome, rounds: 0, sessionId: this.#session.id };
  }

  #newSession(): void {
    if (!this.#isBusy) this.#session.reset('clear');
  }

  async #report(outcome: RunOutcome): Promise<void> {
    const finished = this.#session.events.findLast((event) => event.kind === 'runFinished');
    const runs = this.#runs;
    const isStill = (): boolean => this.#session.id === outcome.sessionId && this.#runs === runs;
    const list = this.#session.events.findLast((event) => event.kind === 'todosChanged');
    const left = leftOpen(list?.items ?? []);
    const failed = outcome.kind === 'failed';
    const afterFailure = failed ? stepsAfterFailure(finished?.action, () => this.retry(isStill)) : [];
    const queued: NextStep | undefined =
      (failed || outcome.kind === 'cancelled') && this.#queue.length > 0
        ? { button: vscode.l10n.t('Start Queued Task'), run: () => this.#startQueued() }
        : undefined;
    // A question that the run left is being taken off the screen.
    await this.#toasts.settled();
    const steps = [...afterFailure, ...(queued === undefined ? [] : [queued])];
    const isLeft = this.#isStartingQueued || this.#session.id !== outcome.sessionId;
    await reportOutcome(outcome, left, steps, isLeft);
  }
}

/** Whether whoever calls has said to the person that the task may have to wait. */
function mayWait(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'mayWait' in argument && argument.mayWait === true;
}
