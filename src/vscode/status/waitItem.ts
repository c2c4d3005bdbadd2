import * as vscode from 'vscode';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import type { Session } from '../../core/session/sessionState.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { commands, waitItemId } from '../ids.ts';
import { showOnOneLine } from '../approvals/exactText.ts';

/** What is waited for, and the moment that is counted to or from, in milliseconds since 1970. */
type Wait =
  | { readonly kind: 'retry'; readonly until: number; readonly reason: string }
  | { readonly kind: 'silence'; readonly since: number };

/**
 * A second status bar item, there only while the model makes the person wait: until the next attempt after one that
 * failed, or for an answer of which nothing comes. It counts the seconds; a click asks the model again at once.
 */
export class WaitItem implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  #wait: Wait | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(session: Pick<Session, 'onDidEmit'>) {
    this.#item = this.#disposables.add(
      vscode.window.createStatusBarItem(waitItemId, vscode.StatusBarAlignment.Left, 9),
    );
    this.#item.name = vscode.l10n.t('Agent: Waiting for the Model');
    this.#item.command = commands.retryNow;
    this.#disposables.add(session.onDidEmit((event) => this.#apply(event)));
  }

  dispose(): void {
    clearInterval(this.#clock);
    this.#disposables.dispose();
  }

  #apply(event: AgentEvent): void {
    switch (event.kind) {
      case 'retry':
        return this.#show({ kind: 'retry', until: Date.now() + event.delayMs, reason: event.reason });
      case 'notResponding':
        return this.#show({ kind: 'silence', since: Date.now() - event.silentMs });
      default:
        // Anything else means that it goes on, or that the run is over.
        return this.#hide();
    }
  }

  #show(wait: Wait): void {
    this.#wait = wait;
    this.#clock ??= setInterval(() => this.#draw(), 1000);
    this.#item.tooltip = tooltipOf(wait);
    this.#draw();
    this.#item.show();
  }

  #hide(): void {
    if (this.#wait === undefined) return;
    this.#wait = undefined;
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#item.hide();
  }

  #draw(): void {
    if (this.#wait === undefined) return;
    this.#item.text = `$(watch) ${textOf(this.#wait)}`;
  }
}

function textOf(wait: Wait): string {
  if (wait.kind === 'silence') {
    const seconds = Math.round((Date.now() - wait.since) / 1000);
    return vscode.l10n.t('Agent: no answer for {0} s', seconds);
  }
  const seconds = Math.ceil((wait.until - Date.now()) / 1000);
  return seconds > 0 ? vscode.l10n.t('Agent: next try in {0} s', seconds) : vscode.l10n.t('Agent: trying again');
}

function tooltipOf(wait: Wait): string {
  const again = vscode.l10n.t('Click to ask again now. Agent: Stop Task ends the run.');
  return wait.kind === 'silence' ? again : `${showOnOneLine(wait.reason)}\n${again}`;
}
