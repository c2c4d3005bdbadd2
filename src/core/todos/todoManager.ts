import { Emitter } from '../util/event.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Event } from '../util/event.ts';
import { matchItems } from './matchItems.ts';
import { parseTodos } from './parseTodos.ts';
import type { TodoEntry } from './parseTodos.ts';
import type { TodoItem, TodoStatus } from './todoItem.ts';

export { TodoError } from './todoError.ts';

export interface TodoManagerOptions {
  /** Asked at each update. False takes only what the tool's schema says; default true. */
  readonly normalize?: () => boolean;
}

const marks: Readonly<Record<TodoStatus, string>> = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };

/** The plan of one session, in memory only; its one owner. It never changes by itself. */
export class TodoManager implements Disposable {
  readonly #normalize: () => boolean;
  readonly #changed = new Emitter<readonly TodoItem[]>();
  #items: readonly TodoItem[] = Object.freeze([]);
  #lastId = 0;

  constructor(options: TodoManagerOptions = {}) {
    this.#normalize = options.normalize ?? (() => true);
  }

  /** Frozen; a change makes a new list. */
  get items(): readonly TodoItem[] {
    return this.#items;
  }

  /** Fires once per change, after it. A list that is sent again as it is changes nothing. */
  get onDidChange(): Event<readonly TodoItem[]> {
    return this.#changed.event;
  }

  /**
   * Replaces the whole list by what the model sent. Items keep their id as far as they can be recognised.
   * @returns the rendered list, which is the tool's result.
   * @throws TodoError, and then the list is as before.
   */
  update(todos: unknown): string {
    const entries = parseTodos(todos, this.#normalize());
    const ids = matchItems(this.#items, entries);
    this.#replace(entries.map((entry, index) => this.#item(ids[index] ?? this.#nextId(), entry)));
    return this.render();
  }

  /** The list as the model reads it. */
  render(): string {
    if (this.#items.length === 0) return 'No todos.';
    const lines = this.#items.map((item) => `${marks[item.status]} ${item.content}`);
    const completed = this.#items.filter((item) => item.status === 'completed').length;
    return `${lines.join('\n')}\n\n(${completed}/${this.#items.length} completed)`;
  }

  clear(): void {
    this.#replace([]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The one way to change the list. */
  #replace(items: readonly TodoItem[]): void {
    if (isSameList(this.#items, items)) return;
    this.#items = Object.freeze([...items]);
    this.#changed.fire(this.#items);
  }

  #item(id: string, { content, status }: TodoEntry): TodoItem {
    return Object.freeze({ id, content, status });
  }

  /** Never given twice, so that a removed item's evidence can't pass to another. */
  #nextId(): string {
    this.#lastId++;
    return `todo-${this.#lastId}`;
  }
}

function isSameList(one: readonly TodoItem[], other: readonly TodoItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => {
      const twin = other[index];
      return item.id === twin?.id && item.content === twin.content && item.status === twin.status;
    })
  );
}
