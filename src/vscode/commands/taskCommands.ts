import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/agent/agentEvents.ts';
import type { ErrorAction } from '../../core/model/modelClient.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import type { Steering } from '../../core/session/steering.ts';
import { commands } from '../ids.ts';
import type { Refusal, StartGate } from './startGate.ts';

/** A run that never began. */
type NotStarted = Pick<RunOutcome, 'kind' | 'reason'>;

/** Start, follow up, stop: what a person does with a task, and what is said to them when it ends. */
export class TaskCommands {
  readonly #session: AgentSession;
  readonly #steering: Steering;
  readonly #gate: StartGate;
  readonly #queue: string[] = [];

  constructor(session: AgentSession, steering: Steering, gate: StartGate) {
    this.#session = session;
    this.#steering = steering;
    this.#gate = gate;
  }

  register(): vscode.Disposable {
    const on = vscode.commands.registerCommand;
    return vscode.Disposable.from(
      on(commands.startTask, (argument: unknown) => this.startTask(textOf(argument, 'prompt'))),
      on(commands.sendMessage, (argument: unknown) => this.sendMessage(textOf(argument, 'text'))),
      on(commands.stopTask, () => this.#session.stop()),
      on(commands.newSession, () => this.#newSession()),
    );
  }

  /** A new conversation with this task; asks for one when none is given. Resolves when the run ends. */
  async startTask(given: string | undefined): Promise<RunOutcome> {
    const refusal = this.#gate.place();
    if (refusal !== undefined) return this.#refuse(refusal);
    const prompt = given ?? (await askForTask());
    if (prompt === undefined || prompt.trim() === '') return this.#notStarted({ kind: 'cancelled', reason: noTask() });
    if (this.#isBusy) return this.#offerQueue(prompt);
    return this.#run(prompt, true);
  }

  /** Continues the conversation when idle; while a run is on, the text goes along with its next tool results. */
  async sendMessage(given: string | undefined): Promise<RunOutcome | undefined> {
    const refusal = this.#gate.place();
    if (refusal !== undefined) return this.#refuse(refusal);
    const text = given ?? (await askForMessage(this.#isBusy));
    if (text === undefined || text.trim() === '') return undefined;
    if (!this.#isBusy) return this.#run(text, false);
    this.#steering.add(text);
    this.#session.notice('info', `You: ${text}`);
    return undefined;
  }

  get #isBusy(): boolean {
    return this.#session.state !== 'idle';
  }

  async #run(prompt: string, isNew: boolean): Promise<RunOutcome> {
    const refusal = await this.#gate.check();
    if (refusal !== undefined) return this.#refuse(refusal);
    // The check waited: another start may have come first.
    if (this.#isBusy) return this.#offerQueue(prompt);
    if (isNew) this.#session.reset();
    void vscode.commands.executeCommand(commands.showTodos, { preserveFocus: true });
    const outcome = await this.#session.start(prompt);
    void this.#report(outcome);
    this.#startNext();
    return outcome;
  }

  /** What was typed too late for the run that just ended, then what was queued. */
  #startNext(): void {
    const late = this.#steering.take();
    if (late !== undefined) void this.#run(late, false);
    else {
      const next = this.#queue.shift();
      if (next !== undefined) void this.#run(next, true);
    }
  }

  #offerQueue(prompt: string): RunOutcome {
    const queue = vscode.l10n.t('Queue This Task');
    const message = vscode.l10n.t('A task is already running. This one was not started: {0}', prompt);
    void vscode.window.showWarningMessage(message, queue).then((answer) => {
      if (answer !== queue) return;
      this.#queue.push(prompt);
      if (!this.#isBusy) this.#startNext();
    });
    return this.#notStarted({ kind: 'blocked', reason: vscode.l10n.t('A task is already running.') });
  }

  #refuse({ reason, button, command }: Refusal): RunOutcome {
    void vscode.window.showErrorMessage(reason, ...(button === undefined ? [] : [button])).then((answer) => {
      if (answer !== undefined && command !== undefined) void vscode.commands.executeCommand(command);
    });
    return this.#notStarted({ kind: 'blocked', reason });
  }

  #notStarted(outcome: NotStarted): RunOutcome {
    return { ...outcome, rounds: 0, sessionId: this.#session.id };
  }

  #newSession(): void {
    if (!this.#isBusy) this.#session.reset('clear');
  }

  /** The final notification; its buttons are the next steps. */
  async #report(outcome: RunOutcome): Promise<void> {
    const transcript = vscode.l10n.t('Show Transcript');
    const finished = this.#session.events.findLast((event) => event.kind === 'runFinished');
    const next = outcome.kind === 'failed' ? nextStep(finished?.action) : undefined;
    const buttons = [...(next === undefined ? [] : [next.button]), transcript];
    const answer = await show(outcome)(sentence(outcome), ...buttons);
    if (answer === transcript) await vscode.commands.executeCommand(commands.openTranscript);
    else if (answer !== undefined && next !== undefined) await next.run(this);
  }

  /** After a failure: goes on from the history as it is. */
  async retry(): Promise<void> {
    if (!this.#isBusy) await this.#run(vscode.l10n.t('Please go on.'), false);
  }
}

function show(outcome: RunOutcome): (message: string, ...buttons: string[]) => Thenable<string | undefined> {
  switch (outcome.kind) {
    case 'completed':
    case 'cancelled':
      return vscode.window.showInformationMessage;
    case 'blocked':
    case 'limit':
      return vscode.window.showWarningMessage;
    case 'failed':
      return vscode.window.showErrorMessage;
  }
}

function sentence({ kind, reason = '' }: RunOutcome): string {
  switch (kind) {
    case 'completed':
      return vscode.l10n.t('The task has ended. {0}', reason).trim();
    case 'cancelled':
      return vscode.l10n.t('The task was stopped. {0}', reason).trim();
    case 'blocked':
      return vscode.l10n.t('The task was blocked: {0}', reason);
    case 'limit':
      return vscode.l10n.t('The task has reached a limit: {0}', reason);
    case 'failed':
      return vscode.l10n.t('The task has failed: {0}', reason);
  }
}

interface NextStep {
  readonly button: string;
  run(tasks: TaskCommands): unknown;
}

function nextStep(action: ErrorAction | undefined): NextStep | undefined {
  const call = (button: string, command: string, ...args: readonly unknown[]): NextStep => ({
    button,
    run: () => vscode.commands.executeCommand(command, ...args),
  });
  switch (action) {
    case 'setApiKey':
      return call(vscode.l10n.t('Set API Key'), commands.setApiKey);
    case 'selectModel':
      return call(vscode.l10n.t('Select Model'), commands.selectModel);
    case 'openSettings':
      return call(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', '@ext:todo-agent.todo-agent');
    case 'openLog':
      return call(vscode.l10n.t('Open Log'), commands.showLog);
    case 'retry':
      return { button: vscode.l10n.t('Retry'), run: (tasks) => tasks.retry() };
    case undefined:
      return undefined;
  }
}

function askForTask(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Start Task'),
    prompt: vscode.l10n.t('What should the agent do in this workspace?'),
    placeHolder: vscode.l10n.t('For example: find out why the test fails and fix it'),
    ignoreFocusOut: true,
  });
}

function askForMessage(isBusy: boolean): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Send Message'),
    prompt: isBusy
      ? vscode.l10n.t('The agent reads it with the results of its current step.')
      : vscode.l10n.t('Continues the conversation.'),
    ignoreFocusOut: true,
  });
}

function noTask(): string {
  return vscode.l10n.t('No task was given.');
}

/** Commands take a string, or an object with the text under `key`, from keybindings and other extensions; anything else asks. */
function textOf(argument: unknown, key: 'prompt' | 'text'): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Object.entries(argument).find(([name]) => name === key)?.[1];
  return typeof value === 'string' ? value : undefined;
}
