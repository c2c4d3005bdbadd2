import * as vscode from 'vscode';
import type { HookEngine } from '../../core/hooks/engine/hookEngine.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { showOnOneLine } from '../approvals/exactText.ts';
import { commands } from '../ids.ts';
import type { HookSettingsService } from './hookSettings.ts';

/** What a person should learn about hooks without asking: a failure, a message of a hook, hooks that stopped to count. */
export class HookNotices implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #session: AgentSession;
  readonly #shown = new Set<string>();
  #undecided = '';

  constructor(engine: HookEngine, session: AgentSession, settings: HookSettingsService) {
    this.#session = session;
    this.#disposables.add(
      engine.onDidNotice(({ level, text }) => {
        session.notice(level, text);
        if (level === 'error') this.#showOnce(text);
      }),
    );
    this.#disposables.add(settings.onDidChange(() => this.#tellUndecided(settings)));
    this.#disposables.add(
      session.onDidEmit(({ kind }) => {
        const labels = labelsOf(settings);
        if (kind === 'runStarted' && labels !== '')
          session.notice('info', vscode.l10n.t('The hooks in {0} do not run: you have not allowed them.', labels));
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** A hook that fails at every call is one message; the list and the log count them. */
  #showOnce(text: string): void {
    if (this.#shown.has(text)) return;
    this.#shown.add(text);
    this.#show(text);
  }

  #show(text: string): void {
    const list = vscode.l10n.t('Show Hooks');
    const log = vscode.l10n.t('Show Hook Log');
    void vscode.window.showWarningMessage(showOnOneLine(text), list, log).then((answer) => {
      if (answer === list) void vscode.commands.executeCommand(commands.showHooks);
      if (answer === log) void vscode.commands.executeCommand(commands.showHookLog);
    });
  }

  /** Between runs the next start asks; during one the person must know that a guard may be gone. */
  #tellUndecided(settings: HookSettingsService): void {
    const labels = labelsOf(settings);
    const isNews = labels !== '' && labels !== this.#undecided;
    this.#undecided = labels;
    if (!isNews || this.#session.state === 'idle') return;
    const text = vscode.l10n.t('The hooks in {0} have changed and do not run until you allow them.', labels);
    this.#session.notice('warning', text);
    this.#show(text);
  }
}

function labelsOf({ undecided }: HookSettingsService): string {
  return undecided.map(({ source }) => source.label).join(', ');
}
