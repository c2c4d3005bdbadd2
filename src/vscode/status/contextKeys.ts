import * as vscode from 'vscode';
import type { Session } from '../../core/session/sessionState.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { contextKeys } from '../ids.ts';
import type { ModelWait } from './modelWait.ts';
import type { TodoSource } from './statusBar.ts';

/** Keeps the keys that menus and the welcome view depend on. */
export class ContextKeys implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #values = new Map<string, boolean>();

  constructor(session: Pick<Session, 'state' | 'onDidChangeState'>, todos: TodoSource, wait: ModelWait) {
    const setState = (): void => {
      this.#set(contextKeys.isRunning, session.state !== 'idle');
      this.#set(contextKeys.isWaiting, session.state === 'waitingForApproval');
      this.#set(contextKeys.isPaused, session.state === 'paused');
    };
    const setTodos = (): void => this.#set(contextKeys.hasTodos, todos.items.length > 0);
    this.#disposables.add(session.onDidChangeState(setState));
    this.#disposables.add(todos.onDidChange(setTodos));
    this.#disposables.add(wait.onDidChange(() => this.#set(contextKeys.isWaitingForModel, wait.current !== undefined)));
    setState();
    setTodos();
  }

  /** Whoever reads the key's places says whether one was found. */
  setHasKey(hasKey: boolean): void {
    this.#set(contextKeys.hasKey, hasKey);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #set(key: string, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    // A key that can't be set is the editor's trouble, not the run's.
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
