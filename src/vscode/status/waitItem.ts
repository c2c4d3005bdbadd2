import * as vscode from 'vscode';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { showOnOneLine } from '../approvals/exactText.ts';
import { commands, waitItemId } from '../ids.ts';
import type { ModelWait, Wait } from './modelWait.ts';

/**
 * A second status bar item, there only while the model makes the person wait. It counts the seconds; a click asks the
 * model again at once, the hover offers to stop too.
 */
export class WaitItem implements Disposable {
  readonly #wait: ModelWait;
  readonly #disposables = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  #shown: Wait | undefined;

  constructor(wait: ModelWait) {
    this.#wait = wait;
    this.#item = this.#disposables.add(
      vscode.window.createStatusBarItem(waitItemId, vscode.StatusBarAlignment.Left, 9),
    );
    this.#item.name = vscode.l10n.t('Agent: Waiting for the Model');
    this.#item.command = commands.retryNow;
    this.#disposables.add(wait.onDidChange(() => this.#draw()));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #draw(): void {
    const { current, text } = this.#wait;
    if (current === undefined) this.#item.hide();
    else {
      this.#item.text = `$(watch) ${vscode.l10n.t('Agent: {0}', text)}`;
      // A hover that is open would close with each new one.
      if (current !== this.#shown) this.#item.tooltip = tooltipOf(current);
      if (current !== this.#shown) this.#item.show();
    }
    this.#shown = current;
  }
}

function tooltipOf(wait: Wait): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString(undefined, true);
  tooltip.isTrusted = { enabledCommands: [commands.retryNow, commands.stopTask] };
  // The words of a server: they must not become links.
  if (wait.kind === 'retry') tooltip.appendText(`${showOnOneLine(wait.reason)}\n\n`);
  const link = (icon: string, text: string, command: string): string => `[$(${icon}) ${text}](command:${command})`;
  const again = link('refresh', vscode.l10n.t('Ask again now'), commands.retryNow);
  const stop = link('debug-stop', vscode.l10n.t('Stop'), commands.stopTask);
  return tooltip.appendMarkdown(`\n\n${again} \u00b7 ${stop}`);
}
