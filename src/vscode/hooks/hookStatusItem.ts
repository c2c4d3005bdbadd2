import * as vscode from 'vscode';
import { hookTitle } from '../../core/hooks/configuration/hookSchema.ts';
import type { HookStatus } from '../../core/hooks/engine/hookStatus.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { shorten, showOnOneLine } from '../approvals/exactText.ts';
import { commands, hookItemId } from '../ids.ts';

const textLength = 60;

/** A status bar item that is there only while a hook with a `statusMessage` runs, and says that. */
export class HookStatusItem implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #item: vscode.StatusBarItem;

  constructor(status: Pick<HookStatus, 'running' | 'onDidChange'>) {
    this.#item = this.#disposables.add(
      vscode.window.createStatusBarItem(hookItemId, vscode.StatusBarAlignment.Left, 8),
    );
    this.#item.name = vscode.l10n.t('Agent: Running Hook');
    this.#item.command = commands.showHooks;
    this.#disposables.add(status.onDidChange(() => this.#show(status.running)));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show(running: HookStatus['running']): void {
    const hook = running.at(-1);
    if (hook === undefined) return this.#item.hide();
    const message = showOnOneLine(hook.definition.statusMessage ?? '');
    // An icon in it would pass for one of the editor's.
    const plain = message.replaceAll('$(', '$ (');
    this.#item.text = `$(loading~spin) ${shorten(plain, textLength, () => '\u2026')}`;
    this.#item.tooltip = running.map((one) => hookTitle(one)).join('\n');
    this.#item.show();
  }
}
