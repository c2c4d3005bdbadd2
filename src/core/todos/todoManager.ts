import { Emitter } from '../util/event.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Event } from '../util/event.ts';
import { mergeOrder } from './itemOrder.ts';
import { maxTodos, parseTodos } from './parseTodos.ts';
import { isSameList, rewriteTodos } from './rewriteTodos.ts';
import { applyChange, placeAt, type TodoChange, type TodoEdit, type TodoState } from './todoEdit.ts';
import { TodoError } from './todoError.ts';
import type { TodoItem, TodoStatus } from './todoItem.ts';

export { TodoError } from './todoError.ts';

export interface TodoManagerOptions {
  /** Asked at each update. False takes only what the tool's schema says; default true. */
  readonly normalize?: () => boolean;
}

/** What a list is to be taken up with. */
export interface SavedList {
  readonly items: readonly TodoItem[];
  /** Those that can be restored. */
  readonly gone: readonly TodoItem[];
  readonly locked: readonly string[];
  /** Edits that the model hasn't seen; they are in `items` already. */
  readonly unseen: readonly TodoEdit[];
  /** The highest number that an id ever had. */
  readonly lastId: number;
}

const marks: Readonly<Record<TodoStatus, string>> = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };

const idPrefix = 'todo-';

/** Older ones can't be restored: a model that keeps writing other lists must not fill the memory. */
const maxGone = 200;

const empty: TodoState = { items: Object.freeze([]), locked: new Set() };

/**
 * The plan of one session, in memory only; its one owner. It never changes by itself. Two write it: the model, the
 * whole list at a time, and the person, item by item. What the person did counts on top of whatever the model writes
 * until the model has seen it (`acknowledge`); see `rewriteTodos`.
 */
export class TodoManager implements Disposable {
  readonly #normalize: () => boolean;
  readonly #changed = new Emitter<readonly TodoItem[]>();
  readonly #edited = new Emitter<TodoEdit>();
  #current: TodoState = empty;
  /** What the model takes for the list. Always: `#current` is this with `#unseen` on top. */
  #known: TodoState = empty;
  #unseen: readonly TodoEdit[] = [];
  /** Items that left the list, newest last. */
  #gone: readonly TodoItem[] = [];
  /** Ids of the items and of those gone, each where it stood. */
  #order: readonly string[] = [];
  #changedBy: 'model' | 'user' | 'host' = 'host';
  #lastId = 0;
  #lastEdit = 0;

  constructor(options: TodoManagerOptions = {}) {
    this.#normalize = options.normalize ?? (() => true);
  }

  /** Frozen; a change makes a new list. */
  get items(): readonly TodoItem[] {
    return this.#current.items;
  }

  /** Who made the last change; the host when it takes up a list from before. */
  get changedBy(): 'model' | 'user' | 'host' {
    return this.#changedBy;
  }

  /** The person's edits that the model hasn't seen, oldest first. */
  get unseenEdits(): readonly TodoEdit[] {
    return this.#unseen;
  }

  /** Fires once per change, after it. A list that is sent again as it is changes nothing. */
  get onDidChange(): Event<readonly TodoItem[]> {
    return this.#changed.event;
  }

  /** Fires for each edit by the person, after it and before `onDidChange`; also for a lock, which leaves the items as they are. */
  get onDidEdit(): Event<TodoEdit> {
    return this.#edited.event;
  }

  /** True for an item that the model can't drop before the plan is done: locked, added or brought back by the person. */
  isLocked(id: string): boolean {
    return this.#current.locked.has(id);
  }

  /**
   * Replaces the whole list by what the model sent. Items keep their id as far as they can be recognised.
   * @returns the rendered list, which is the tool's result; behind it a line where the person's word changed it.
   * @throws TodoError, and then the list is as before.
   */
  update(todos: unknown): string {
    const entries = parseTodos(todos, this.#normalize());
    const positions = { known: this.#known, unseen: this.#unseen, current: this.#current, gone: this.#gone };
    const { known, current, kept, isEdited } = rewriteTodos(positions, entries, () => this.#nextId());
    this.#known = known;
    this.#replace(current, 'model');
    const notes = [
      ...(kept.length === 0 ? [] : [`Kept, because the user wants it on the list: ${quoted(kept)}`]),
      ...(isEdited ? ['The user has changed the list meanwhile; it stands as shown here'] : []),
    ];
    return [this.render(), ...(notes.length === 0 ? [] : [notes.join('\n')])].join('\n\n');
  }

  /** The list as the model reads it. */
  render(): string {
    if (this.items.length === 0) return 'No todos.';
    const lines = this.items.map((item) => `${marks[item.status]} ${item.content}`);
    const completed = this.items.filter((item) => item.status === 'completed').length;
    return `${lines.join('\n')}\n\n(${completed}/${this.items.length} completed)`;
  }

  /** Adds an item for the person, at the end unless told where, locked. Throws TodoError when the list is full. */
  add(content: string, index = this.items.length): TodoItem {
    const itemId = this.#nextId();
    this.#edit({ kind: 'added', itemId, content: textOf(content), place: placeAt(this.items, index) });
    return this.#item(itemId);
  }

  /** Throws TodoError, as all below, for an item that isn't on the list. What changes nothing isn't recorded. */
  rename(id: string, content: string): void {
    const to = textOf(content);
    const item = this.#item(id);
    if (item.content !== to) this.#edit({ kind: 'renamed', ...named(item), to });
  }

  /** `index` counts in the list without the item. */
  move(id: string, index: number): void {
    const item = this.#item(id);
    const others = this.items.filter((other) => other !== item);
    const place = placeAt(others, index);
    if (place.index !== this.items.indexOf(item)) this.#edit({ kind: 'moved', ...named(item), place });
  }

  /** An item that is started sets the one in progress back to pending. */
  setStatus(id: string, status: TodoStatus): void {
    const item = this.#item(id);
    if (item.status !== status) this.#edit({ kind: 'marked', ...named(item), status });
  }

  /** Takes the item off the model's list; the person still sees it, as skipped, and can restore it. */
  skip(id: string): void {
    this.#edit({ kind: 'skipped', ...named(this.#item(id)) });
  }

  remove(id: string): void {
    this.#edit({ kind: 'removed', ...named(this.#item(id)) });
  }

  /** The model can no longer drop the item. */
  lock(id: string): void {
    const item = this.#item(id);
    if (!this.isLocked(id)) this.#edit({ kind: 'locked', ...named(item) });
  }

  unlock(id: string): void {
    const item = this.#item(id);
    if (this.isLocked(id)) this.#edit({ kind: 'unlocked', ...named(item) });
  }

  /** Brings back an item that the model dropped or the person skipped or removed, locked. */
  restore(id: string): void {
    const item = this.#gone.find((one) => one.id === id);
    if (item === undefined) throw new TodoError('This todo is not among those that left the list');
    const status = item.status === 'in_progress' ? 'pending' : item.status;
    const before = new Set(this.#order.slice(0, this.#order.indexOf(id)));
    const index = this.items.findLastIndex((one) => before.has(one.id)) + 1;
    this.#edit({ kind: 'restored', ...named(item), status, place: placeAt(this.items, index) });
  }

  /** The model has seen the edits up to this id: from now on its own word counts on them. */
  acknowledge(editId: number): void {
    const seen = this.#unseen.filter(({ id }) => id <= editId);
    this.#unseen = this.#unseen.filter(({ id }) => id > editId);
    this.#known = seen.reduce(applyChange, this.#known);
  }

  /** Takes up a list from before, e.g. of a session that is opened again. */
  adopt({ items, gone, locked, unseen, lastId }: SavedList): void {
    const state: TodoState = { items, locked: new Set(locked) };
    this.#known = state;
    this.#unseen = unseen;
    this.#lastEdit = Math.max(this.#lastEdit, ...unseen.map(({ id }) => id));
    this.#lastId = Math.max(this.#lastId, lastId);
    this.#replace(state, 'host');
    this.#gone = gone.slice(-maxGone);
    this.#order = [...items, ...this.#gone].map(({ id }) => id);
  }

  clear(): void {
    this.#known = empty;
    this.#unseen = [];
    this.#replace(empty, 'user');
    this.#gone = [];
    this.#order = [];
  }

  dispose(): void {
    this.#changed.dispose();
    this.#edited.dispose();
  }

  #edit(change: TodoChange): void {
    const next = applyChange(this.#current, change);
    if (next.items.length > maxTodos) throw new TodoError(`Max ${maxTodos} todos allowed`);
    this.#lastEdit += 1;
    const edit: TodoEdit = { ...change, id: this.#lastEdit };
    this.#unseen = [...this.#unseen, edit];
    this.#replace(next, 'user', edit);
  }

  /** The one way to change the list. */
  #replace(next: TodoState, by: 'model' | 'user' | 'host', edit?: TodoEdit): void {
    const before = this.items;
    const isChanged = !isSameList(before, next.items);
    const ids = new Set(next.items.map(({ id }) => id));
    this.#gone = [...this.#gone, ...before].filter(({ id }) => !ids.has(id)).slice(-maxGone);
    const kept = new Set(this.#gone.map(({ id }) => id));
    this.#order = mergeOrder(this.#order, [...ids]).filter((id) => ids.has(id) || kept.has(id));
    this.#current = { items: isChanged ? Object.freeze([...next.items]) : before, locked: next.locked };
    this.#changedBy = isChanged ? by : this.#changedBy;
    if (edit !== undefined) this.#edited.fire(edit);
    if (isChanged) this.#changed.fire(this.items);
  }

  #item(id: string): TodoItem {
    const item = this.items.find((one) => one.id === id);
    if (item === undefined) throw new TodoError('This todo is no longer on the list');
    return item;
  }

  /** Never given twice, so that a removed item's evidence can't pass to another. */
  #nextId(): string {
    this.#lastId++;
    return `${idPrefix}${this.#lastId}`;
  }
}

/** The number in an id of ours, 0 for any other. */
export function numberOf(id: string): number {
  return id.startsWith(idPrefix) ? Number(id.slice(idPrefix.length)) || 0 : 0;
}

function textOf(content: string): string {
  const text = content.trim();
  if (text === '') throw new TodoError('A todo requires content');
  return text;
}

function named({ id, content }: TodoItem): { readonly itemId: string; readonly content: string } {
  return { itemId: id, content };
}

function quoted(items: readonly TodoItem[]): string {
  return items.map(({ content }) => JSON.stringify(content)).join(', ');
}
