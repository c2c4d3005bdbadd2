import * as vscode from 'vscode';
import type { Session } from '../../core/session/sessionState.ts';
import type { TodoItem } from '../../core/todos/todoItem.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { Event } from '../../core/util/event.ts';
import { commands, statusItemId } from '../ids.ts';

export interface TodoSource {
  readonly items: readonly TodoItem[];
  readonly onDidChange: Event<readonly TodoItem[]>;
}

/** The reminder's count as it stands. */
export interface RoundSource {
  /** Rounds since the last todo_write call. */
  readonly counter: number;
  /** At which it reminds the model; 0 when it never does. */
  readonly threshold: number;
}

/** The status bar item: the state at a glance, from anywhere in the window. */
export class StatusBar implements Disposable {
  readonly #session: Pick<Session, 'state' | 'onDidChangeState' | 'onDidEmit'>;
  readonly #todos: TodoSource;
  readonly #rounds: RoundSource;
  readonly #disposables = new DisposableStore();
  readonly #item: vscode.StatusBarItem;

  constructor(
    session: Pick<Session, 'state' | 'onDidChangeState' | 'onDidEmit'>,
    todos: TodoSource,
    rounds: RoundSource,
  ) {
    this.#session = session;
    this.#todos = todos;
    this.#rounds = rounds;
    this.#item = this.#disposables.add(
      vscode.window.createStatusBarItem(statusItemId, vscode.StatusBarAlignment.Left, 10),
    );
    this.#item.name = vscode.l10n.t('Agent');
    this.#disposables.add(session.onDidChangeState(() => this.#draw()));
    this.#disposables.add(todos.onDidChange(() => this.#draw()));
    this.#disposables.add(session.onDidEmit((event) => event.kind === 'roundFinished' && this.#draw()));
    this.#draw();
    this.#item.show();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #draw(): void {
    const { state } = this.#session;
    const { items } = this.#todos;
    const completed = items.filter((item) => item.status === 'completed').length;
    const count = items.length === 0 ? '' : `${completed}/${items.length}`;
    const isWaiting = state === 'waitingForApproval';
    const needsPerson = isWaiting || state === 'paused';
    this.#item.text = textOf(state, count);
    this.#item.command = commandOf(state);
    this.#item.backgroundColor = needsPerson ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    const facts = [
      stateText(state),
      ...(items.length === 0 ? [] : [vscode.l10n.t('{0} of {1} todos completed', completed, items.length)]),
      ...(state === 'idle' ? [] : [this.#roundsText()]),
      ...(state === 'paused' ? [vscode.l10n.t('Click to resume or stop it.')] : []),
    ];
    this.#item.tooltip = new vscode.MarkdownString(`**${facts[0] ?? ''}**\n\n${facts.slice(1).join('\n\n')}`);
    this.#item.accessibilityInformation = { label: facts.slice(0, 2).join(', '), role: 'button' };
  }

  #roundsText(): string {
    const { counter } = this.#rounds;
    const threshold = this.#rounds.threshold;
    return threshold === 0
      ? vscode.l10n.t('Rounds since the last todo_write call: {0}', counter)
      : vscode.l10n.t('Rounds since the last todo_write call: {0} of {1}', counter, threshold);
  }
}

function commandOf(state: Session['state']): string {
  switch (state) {
    case 'waitingForApproval':
      return commands.reviewApproval;
    case 'paused':
      return commands.answerPause;
    case 'idle':
    case 'running':
      return commands.showTodos;
  }
}

function textOf(state: Session['state'], count: string): string {
  switch (state) {
    case 'idle':
      return `$(checklist) ${count === '' ? vscode.l10n.t('Agent') : vscode.l10n.t('Agent {0}', count)}`;
    case 'running':
      return `$(loading~spin) ${count === '' ? vscode.l10n.t('Agent') : vscode.l10n.t('Agent {0}', count)}`;
    case 'waitingForApproval':
      return `$(bell-dot) ${vscode.l10n.t('Agent: waiting for you')}`;
    case 'paused':
      return `$(debug-pause) ${count === '' ? vscode.l10n.t('Agent: paused') : vscode.l10n.t('Agent: paused {0}', count)}`;
  }
}

function stateText(state: Session['state']): string {
  switch (state) {
    case 'idle':
      return vscode.l10n.t('Agent: no task is running');
    case 'running':
      return vscode.l10n.t('Agent: running');
    case 'waitingForApproval':
      return vscode.l10n.t('Agent: waiting for you');
    case 'paused':
      return vscode.l10n.t('Agent: paused');
  }
}
