import * as vscode from 'vscode';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { commands } from '../ids.ts';
import type { ModelWait, Wait } from './modelWait.ts';

/** Says once for each silence of the model that it is not responding, with the two things that can be done. */
export class StallNotice implements Disposable {
  readonly #wait: ModelWait;
  readonly #disposables = new DisposableStore();
  #told: Wait['kind'] | undefined;
  #isShown = false;

  constructor(wait: ModelWait) {
    this.#wait = wait;
    this.#disposables.add(wait.onDidChange(() => this.#follow()));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #follow(): void {
    const kind = this.#wait.current?.kind;
    if (kind === this.#told) return;
    this.#told = kind;
    if (kind === 'silence') void this.#ask();
    // No API closes one message. This moves toasts to the notification centre and loses none of them.
    else if (this.#isShown) void vscode.commands.executeCommand('notifications.hideToasts');
  }

  async #ask(): Promise<void> {
    const retry = vscode.l10n.t('Retry');
    const stop = vscode.l10n.t('Stop');
    this.#isShown = true;
    const message = vscode.l10n.t('{0}. It is still waited for.', this.#wait.text);
    const answer = await vscode.window.showWarningMessage(message, retry, stop);
    this.#isShown = false;
    // An old message must not end an answer that comes after all.
    if (this.#wait.current === undefined) return;
    if (answer === retry) await vscode.commands.executeCommand(commands.retryNow);
    if (answer === stop) await vscode.commands.executeCommand(commands.stopTask);
  }
}
