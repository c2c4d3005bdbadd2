import assert from 'node:assert/strict';
import { TodoError, TodoManager } from '../../../../src/core/todos/todoManager.ts';
import type { TodoEntry } from '../../../../src/core/todos/parseTodos.ts';
import type { TodoItem } from '../../../../src/core/todos/todoItem.ts';

/** Mulberry32: the same seed gives the same course, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const words = ['read the code', 'write a test', 'fix the bug', 'run it all', 'document it', 'release'];
const statuses = ['pending', 'in_progress', 'completed'] as const;

/** Any course of edits, rewrites and news that the model has seen them. */
class Course {
  readonly todos = new TodoManager();
  readonly #next: (below: number) => number;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  step(): void {
    const what = this.#next(10);
    if (what < 4) this.#rewrite();
    else if (what < 9) this.#edit();
    else this.#acknowledge();
    this.#checkList();
  }

  #pick<T>(from: readonly T[]): T {
    // Never called with an empty list.
    return from[this.#next(from.length)] as T;
  }

  #edit(): void {
    const { items } = this.todos;
    const id = items.length === 0 ? 'none' : this.#pick(items).id;
    const edits = [
      () => this.todos.add(this.#pick(words), this.#next(8)),
      () => this.todos.rename(id, this.#pick(words)),
      () => this.todos.move(id, this.#next(8)),
      () => this.todos.setStatus(id, this.#pick(statuses)),
      () => this.todos.skip(id),
      () => this.todos.remove(id),
      () => this.todos.lock(id),
      () => this.todos.unlock(id),
      () => this.todos.restore(`todo-${this.#next(30)}`),
    ];
    const unseen = this.todos.unseenEdits.length;
    try {
      this.#pick(edits)();
    } catch (error) {
      assert.ok(TodoError.is(error));
      assert.equal(this.todos.items, items);
      assert.equal(this.todos.unseenEdits.length, unseen);
    }
  }

  #acknowledge(): void {
    const { items, unseenEdits } = this.todos;
    this.todos.acknowledge(unseenEdits.length === 0 ? 0 : this.#pick(unseenEdits).id);
    assert.equal(this.todos.items, items, 'news to the model are none to the person');
  }

  #rewrite(): void {
    const { items, unseenEdits } = this.todos;
    const locked = items.filter(({ id }) => this.todos.isLocked(id));
    const entries = this.#entries();
    let text: string;
    try {
      text = this.todos.update(entries);
    } catch (error) {
      assert.ok(TodoError.is(error) && entries.length + locked.length > 20);
      assert.equal(this.todos.items, items);
      return;
    }
    const wasDone = items.every(({ status }) => status === 'completed');
    for (const { id } of locked) assert.ok(wasDone || this.#item(id), 'a locked item stays');
    for (const edit of unseenEdits) this.#checkUnseen(edit.itemId, items);
    if (unseenEdits.length === 0 && locked.length === 0) {
      const alone = new TodoManager();
      assert.equal(text, alone.update(entries), 'without the person it is the plain list');
    }
  }

  /** Mostly the list as it is, more or less changed; sometimes another. */
  #entries(): readonly TodoEntry[] {
    const kept = this.todos.items.filter(() => this.#next(5) > 0).map(({ content }) => content);
    const contents = [...kept, ...words.filter(() => this.#next(8) === 0)];
    if (this.#next(20) === 0) for (let count = 0; count < 14; count++) contents.push(`step ${count}`);
    const active = this.#next(contents.length + 2);
    return contents.slice(0, 20).map((content, index) => ({
      content,
      status: index === active ? 'in_progress' : this.#next(3) === 0 ? 'completed' : 'pending',
    }));
  }

  /** What the person last did to an item, and the model hasn't seen, still holds. */
  #checkUnseen(id: string, before: readonly TodoItem[]): void {
    const own = this.todos.unseenEdits.filter((edit) => edit.itemId === id);
    const wasThere = before.some((item) => item.id === id);
    const item = this.#item(id);
    if (!wasThere && own.some(({ kind }) => kind === 'removed' || kind === 'skipped')) assert.equal(item, undefined);
    if (item === undefined) return;
    const renamed = own.findLast((edit) => edit.kind === 'renamed');
    const isNewer = own.some(({ kind, id: editId }) => kind === 'restored' && editId > (renamed?.id ?? 0));
    if (renamed !== undefined && !isNewer) assert.equal(item.content, renamed.to);
    const done = own.findLast((edit) => edit.kind === 'marked' || edit.kind === 'restored');
    if (done?.kind === 'marked' && done.status === 'completed') assert.equal(item.status, 'completed');
  }

  #checkList(): void {
    const { items } = this.todos;
    assert.ok(items.length <= 20);
    assert.ok(items.filter(({ status }) => status === 'in_progress').length <= 1);
    assert.ok(items.every(({ content }) => content.trim() !== ''));
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    assert.ok(Object.isFrozen(items) && items.every((item) => Object.isFrozen(item)));
  }

  #item(id: string): TodoItem | undefined {
    return this.todos.items.find((item) => item.id === id);
  }
}

describe('TodoManager in any course of events', () => {
  for (let batch = 0; batch < 5; batch++) {
    it(`keeps the rules and both words, courses ${batch * 60} to ${batch * 60 + 59}`, () => {
      for (let seed = batch * 60; seed < (batch + 1) * 60; seed++) {
        const course = new Course(seed);
        for (let step = 0; step < 60; step++) course.step();
      }
    });
  }
});
