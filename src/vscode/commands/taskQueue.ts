import * as vscode from 'vscode';
import { shorten, showOnOneLine } from '../approvals/exactText.ts';
import { commands, contextKeys } from '../ids.ts';

const textLength = 80;

/** Where the tasks wait while the window is closed; never throws. */
export interface TaskStore {
  load(): readonly string[];
  keep(tasks: readonly string[]): void;
}

/** Tasks that wait until the one that is on has ended, in order. They wait on after a reload. */
export class TaskQueue {
  readonly #store: TaskStore | undefined;
  #tasks: readonly string[];
  readonly #didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#didChange.event;

  /** @param store undefined where nothing is kept. */
  constructor(store: TaskStore | undefined) {
    this.#store = store;
    this.#tasks = store?.load() ?? [];
    if (this.#tasks.length > 0) this.#tellMenus();
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.#didChange,
      vscode.commands.registerCommand(commands.dropQueuedTasks, () => this.#drop()),
    );
  }

  get length(): number {
    return this.#tasks.length;
  }

  /** For the line above the tree; empty when nothing waits. */
  get text(): string {
    const [next] = this.#tasks;
    if (next === undefined) return '';
    return this.#tasks.length === 1
      ? vscode.l10n.t('1 task queued: {0}', short(next))
      : vscode.l10n.t('{0} tasks queued, next: {1}', this.#tasks.length, short(next));
  }

  add(task: string): void {
    this.#set([...this.#tasks, task]);
  }

  /** The next one, which waits no longer. */
  take(): string | undefined {
    const [next, ...rest] = this.#tasks;
    if (next !== undefined) this.#set(rest);
    return next;
  }

  async #drop(): Promise<void> {
    const picks = this.#tasks.map((task) => ({ label: short(task), picked: true, task }));
    const title = vscode.l10n.t('Drop Queued Tasks');
    const chosen = await vscode.window.showQuickPick(picks, { title, canPickMany: true });
    if (chosen === undefined) return;
    const left = [...this.#tasks];
    for (const { task } of chosen) {
      // It may have begun while the person chose; the same text may wait twice.
      const index = left.indexOf(task);
      if (index >= 0) left.splice(index, 1);
    }
    this.#set(left);
  }

  #set(tasks: readonly string[]): void {
    this.#tasks = tasks;
    this.#store?.keep(tasks);
    this.#tellMenus();
    this.#didChange.fire();
  }

  #tellMenus(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.hasQueuedTasks, this.#tasks.length > 0);
  }
}

function short(text: string): string {
  return shorten(showOnOneLine(text), textLength, () => '\u2026');
}
