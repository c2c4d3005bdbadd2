import * as vscode from 'vscode';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import type { PauseReason } from '../../core/agent/steerEvents.ts';
import type { ItemRow, SessionTree } from '../../core/session/rows/rows.ts';
import type { RunGate } from '../../core/session/gate/runGate.ts';
import type { Event } from '../../core/util/event.ts';
import { commands } from '../ids.ts';
import { pauseText } from '../status/pauseText.ts';
import type { Toasts } from '../toasts.ts';
import { ItemPicker, type Wanted } from './itemPicker.ts';

export interface PauseOptions {
  readonly gate: RunGate;
  readonly rows: () => SessionTree;
  /** The selected row of the tree. */
  readonly selected: () => unknown;
  readonly onDidEmit: Event<AgentEvent>;
  readonly toasts: Toasts;
}

/** Pausing and going on: by command, at stop points, and the question when a budget is used up or a run goes in circles. */
export class PauseCommands {
  readonly #gate: RunGate;
  readonly #picker: ItemPicker;
  readonly #onDidEmit: Event<AgentEvent>;
  readonly #toasts: Toasts;
  #questions = 0;

  constructor({ gate, rows, selected, onDidEmit, toasts }: PauseOptions) {
    this.#gate = gate;
    this.#picker = new ItemPicker(rows, selected);
    this.#onDidEmit = onDidEmit;
    this.#toasts = toasts;
  }

  register(): vscode.Disposable {
    const gate = this.#gate;
    const on = vscode.commands.registerCommand;
    return vscode.Disposable.from(
      on(commands.pause, () => gate.pauseNow()),
      on(commands.resume, () => gate.goOn()),
      on(commands.answerPause, () => this.#offerWays()),
      this.#onItem(commands.pauseBeforeTodo, pending, (itemId) => gate.setStopPoint({ itemId, when: 'before' }, true)),
      this.#onItem(commands.pauseAfterTodo, open, (itemId) => gate.setStopPoint({ itemId, when: 'after' }, true)),
      this.#onItem(commands.clearStopPoints, hasStopPoint, (itemId) => {
        for (const when of ['before', 'after'] as const) gate.setStopPoint({ itemId, when }, false);
      }),
      this.#onDidEmit((event) => this.#watch(event)),
    );
  }

  #watch(event: AgentEvent): void {
    // Who asked for it knows.
    if (event.kind === 'paused' && event.reason.kind !== 'now') void this.#ask(event.reason);
    const isOver = event.kind === 'resumed' || event.kind === 'runFinished';
    if (isOver && this.#questions > 0) this.#toasts.hide();
  }

  async #ask(reason: PauseReason): Promise<void> {
    const isQuestion = reason.kind === 'budget' || reason.kind === 'loop';
    const goOn = vscode.l10n.t('Resume');
    const end = vscode.l10n.t('Stop');
    const show = isQuestion ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    await this.#toasts.settled();
    if (this.#gate.pause !== reason) return;
    this.#questions += 1;
    const answer = await show(vscode.l10n.t('The agent has paused: {0}.', pauseText(reason)), goOn, end);
    this.#questions -= 1;
    // An old message answers no new pause.
    if (this.#gate.pause !== reason) return;
    if (answer === goOn) this.#gate.goOn();
    if (answer === end) this.#gate.end();
  }

  /** From the status bar: the same ways on as in the question, which may be out of sight. */
  async #offerWays(): Promise<void> {
    const reason = this.#gate.pause;
    if (reason === undefined) return;
    const { t } = vscode.l10n;
    const ways = [
      { label: t('Resume'), run: () => this.#gate.goOn() },
      { label: t('Resume with a Message...'), run: () => vscode.commands.executeCommand(commands.sendMessage) },
      { label: t('Stop'), run: () => this.#gate.end() },
    ];
    const way = await vscode.window.showQuickPick(ways, { title: t('Paused: {0}', pauseText(reason)) });
    if (this.#gate.pause === reason) void way?.run();
  }

  #onItem(command: string, wanted: Wanted, run: (itemId: string) => void): vscode.Disposable {
    return vscode.commands.registerCommand(command, async (argument: unknown) => {
      const row = await this.#picker.pick(argument, wanted);
      if (row !== undefined) run(row.item.id);
    });
  }
}

function pending({ presence, item }: ItemRow): boolean {
  return presence === 'listed' && item.status === 'pending';
}

function open({ presence, item }: ItemRow): boolean {
  return presence === 'listed' && item.status !== 'completed';
}

function hasStopPoint({ stopPoints }: ItemRow): boolean {
  return stopPoints.length > 0;
}
