import * as vscode from 'vscode';
import type { ItemRow, SessionTree } from '../../core/session/rows/rows.ts';
import { maxTodos } from '../../core/todos/parseTodos.ts';
import { TodoError, type TodoManager } from '../../core/todos/todoManager.ts';
import { shorten, showOnOneLine } from '../approvals/exactText.ts';
import { commands } from '../ids.ts';
import { ItemPicker, type Wanted } from './itemPicker.ts';

const titleLength = 60;

/**
 * How the person edits the list, while the agent works and when it doesn't. Each command takes a row of the tree or an
 * item's id; without one it asks which item is meant. The edit reaches the model through `Steering`.
 */
export class SteerCommands {
  readonly #todos: TodoManager;
  readonly #picker: ItemPicker;

  constructor(todos: TodoManager, rows: () => SessionTree, selected: () => unknown) {
    this.#todos = todos;
    this.#picker = new ItemPicker(rows, selected);
  }

  register(): vscode.Disposable {
    const todos = this.#todos;
    return vscode.Disposable.from(
      this.#on(commands.addTodo, (argument, content) => this.#add(argument, content)),
      this.#onItem(commands.renameTodo, listed, (row, to) => this.#rename(row, to)),
      this.#onItem(commands.moveTodoUp, listed, (row) => this.#moveBy(row, -1)),
      this.#onItem(commands.moveTodoDown, listed, (row) => this.#moveBy(row, 1)),
      this.#onItem(commands.completeTodo, open, ({ item }) => todos.setStatus(item.id, 'completed')),
      this.#onItem(commands.reopenTodo, completed, ({ item }) => todos.setStatus(item.id, 'pending')),
      this.#onItem(commands.skipTodo, open, ({ item }) => todos.skip(item.id)),
      this.#onItem(commands.removeTodo, listed, (row) => this.#remove(row)),
      this.#onItem(commands.restoreTodo, gone, ({ item }) => this.#restore(item.id)),
      this.#onItem(commands.lockTodo, unlocked, ({ item }) => todos.lock(item.id)),
      this.#onItem(commands.unlockTodo, locked, ({ item }) => todos.unlock(item.id)),
    );
  }

  /** Behind the row that was given; else at the end. */
  async #add(argument: unknown, given: unknown): Promise<void> {
    if (this.#isFull()) return;
    const neighbour = this.#picker.named(argument);
    const content = await this.#textFor(
      given,
      vscode.l10n.t('Add Todo'),
      neighbour === undefined
        ? vscode.l10n.t('What else is to be done? It goes to the end of the list.')
        : vscode.l10n.t('What is to be done after "{0}"?', shown(neighbour.item.content)),
    );
    if (content === undefined || this.#isFull()) return;
    // The list may have changed while the person wrote.
    const index = this.#todos.items.findIndex(({ id }) => id === neighbour?.item.id);
    if (index < 0) this.#todos.add(content);
    else this.#todos.add(content, index + 1);
  }

  async #rename({ item }: ItemRow, given: unknown): Promise<void> {
    const content = await this.#textFor(
      given,
      vscode.l10n.t('Rename Todo'),
      vscode.l10n.t('The agent is told with its next results.'),
      item.content,
    );
    if (content !== undefined && this.#isListed(item.id)) this.#todos.rename(item.id, content);
  }

  #moveBy({ item }: ItemRow, places: number): void {
    const index = this.#todos.items.findIndex(({ id }) => id === item.id) + places;
    if (index >= 0 && index < this.#todos.items.length) this.#todos.move(item.id, index);
  }

  async #remove({ item, calls }: ItemRow): Promise<void> {
    if (calls.length > 0) {
      const remove = vscode.l10n.t('Remove');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('Remove "{0}" from the list?', shown(item.content)),
        { modal: true, detail: vscode.l10n.t('Work was done under it. The work stays, under "Earlier".') },
        remove,
      );
      if (answer !== remove) return;
    }
    if (this.#isListed(item.id)) this.#todos.remove(item.id);
  }

  #restore(itemId: string): void {
    if (!this.#isFull()) this.#todos.restore(itemId);
  }

  async #textFor(given: unknown, title: string, prompt: string, value = ''): Promise<string | undefined> {
    if (typeof given === 'string' && given.trim() !== '') return given;
    return vscode.window.showInputBox({
      title,
      prompt,
      value,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('A todo needs a text.') : undefined),
    });
  }

  #isFull(): boolean {
    if (this.#todos.items.length < maxTodos) return false;
    void vscode.window.showWarningMessage(vscode.l10n.t('The list is full: it holds at most {0} todos.', maxTodos));
    return true;
  }

  /** The agent may have rewritten the list while the person was asked. */
  #isListed(itemId: string): boolean {
    if (this.#todos.items.some(({ id }) => id === itemId)) return true;
    void vscode.window.showInformationMessage(vscode.l10n.t('This todo has left the list. Nothing was changed.'));
    return false;
  }

  #on(command: string, run: (argument: unknown, detail: unknown) => unknown): vscode.Disposable {
    return vscode.commands.registerCommand(command, run);
  }

  #onItem(command: string, wanted: Wanted, run: (row: ItemRow, detail: unknown) => unknown): vscode.Disposable {
    return this.#on(command, async (argument, detail) => {
      const row = await this.#picker.pick(argument, wanted);
      if (row === undefined) return;
      try {
        await run(row, detail);
      } catch (error) {
        if (!(error instanceof TodoError)) throw error;
        void vscode.window.showInformationMessage(vscode.l10n.t('This todo has changed meanwhile. Nothing was done.'));
      }
    });
  }
}

function listed({ presence }: ItemRow): boolean {
  return presence === 'listed';
}

function open(row: ItemRow): boolean {
  return listed(row) && row.item.status !== 'completed';
}

function completed(row: ItemRow): boolean {
  return listed(row) && row.item.status === 'completed';
}

function locked(row: ItemRow): boolean {
  return listed(row) && row.isLocked;
}

function unlocked(row: ItemRow): boolean {
  return listed(row) && !row.isLocked;
}

/** What can be restored. */
function gone({ presence }: ItemRow): boolean {
  return presence === 'dropped' || presence === 'skipped' || presence === 'removed';
}

function shown(text: string): string {
  return shorten(showOnOneLine(text), titleLength, () => '\u2026');
}
