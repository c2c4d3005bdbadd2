import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TodoError, TodoManager } from '../../../../src/core/todos/todoManager.ts';
import type { TodoItem } from '../../../../src/core/todos/todoItem.ts';

interface Outcome {
  readonly ok?: boolean;
  readonly items_after?: readonly object[];
  readonly text?: string | null;
  readonly text_prefix?: string;
  readonly text_length?: number;
  readonly text_start?: string;
  readonly text_end?: string;
  /** Both outcomes are fine, as long as it is one of them. */
  readonly either?: true;
}

interface TodoCase extends Outcome {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly before: readonly object[];
  readonly input: unknown;
  readonly encoding?: 'tagged';
  readonly ts?: Outcome;
}

interface Cases {
  readonly count: number;
  readonly cases: readonly TodoCase[];
  readonly sequences: readonly {
    readonly id: string;
    readonly title: string;
    readonly before: readonly object[];
    readonly steps: readonly (Outcome & { readonly input: unknown })[];
  }[];
}

// The file's shape is fixed and described in its own `about` and `encoding`.
const { count, cases, sequences } = JSON.parse(readFileSync('test/fixtures/cases/todo-cases.json', 'utf8')) as Cases;

describe('TodoManager', () => {
  it('is tested with every case of the file', () => assert.equal(cases.length, count));

  for (const one of cases) {
    it(`${one.id} (${one.level}) ${one.title}`, () => check(one));
  }

  for (const { id, title, before, steps } of sequences) {
    it(`${id} ${title}`, () => {
      const manager = managerWith(before);
      for (const step of steps) checkOutcome(step, textOf(manager, step.input), manager);
    });
  }

  it('starts empty', () => assert.deepEqual(new TodoManager().items, []));

  it('keeps nothing of the input', () => {
    const input = [{ content: 'a', status: 'pending' }];
    const manager = managerWith(input);
    input[0] = { content: 'changed', status: 'completed' };
    input.push({ content: 'b', status: 'pending' });
    assert.deepEqual(shape(manager.items), [{ content: 'a', status: 'pending' }]);
  });

  it('hands out lists that a reader cannot change', () => {
    const manager = managerWith([{ content: 'a' }]);
    assert.ok(Object.isFrozen(manager.items) && manager.items.every((item) => Object.isFrozen(item)));
  });

  it('does not take inherited properties', () => {
    const entry: unknown = Object.create({ content: 'a', status: 'completed' });
    assert.throws(() => new TodoManager().update([entry]), new TodoError('todos[0] requires content'));
  });

  it('names a hole of a sparse list', () => {
    assert.throws(() => new TodoManager().update(new Array(1)), new TodoError('todos[0] must be an object'));
  });

  describe('onDidChange', () => {
    function record(manager: TodoManager): (readonly TodoItem[])[] {
      const fired: (readonly TodoItem[])[] = [];
      manager.onDidChange((items) => {
        assert.equal(items, manager.items);
        fired.push(items);
      });
      return fired;
    }

    it('fires once, after the change', () => {
      const manager = new TodoManager();
      const fired = record(manager);
      manager.update([{ content: 'a' }, { content: 'b' }]);
      assert.deepEqual(fired.map(shape), [
        [
          { content: 'a', status: 'pending' },
          { content: 'b', status: 'pending' },
        ],
      ]);
    });

    it('is silent on a failed update and on the same list again', () => {
      const manager = managerWith([{ content: 'a' }]);
      const fired = record(manager);
      assert.throws(() => manager.update('nonsense'), TodoError);
      manager.update([{ content: ' a ', status: 'PENDING' }]);
      assert.deepEqual(fired, []);
    });

    it('fires when the list is cleared, but not when there is nothing to clear', () => {
      const manager = managerWith([{ content: 'a' }]);
      const fired = record(manager);
      manager.clear();
      manager.clear();
      assert.deepEqual(fired, [[]]);
      assert.equal(manager.render(), 'No todos.');
    });
  });

  describe('identity', () => {
    it('keeps the id of an item through a rewrite, also when it moves and changes its status', () => {
      const manager = managerWith([{ content: 'read' }, { content: 'write' }]);
      const [read, write] = manager.items;
      manager.update([{ content: 'write', status: 'completed' }, { content: 'new one' }, { content: 'read' }]);
      assert.deepEqual([manager.items[0]?.id, manager.items[2]?.id], [write?.id, read?.id]);
    });

    it('never gives an id twice', () => {
      const manager = managerWith([{ content: 'a' }]);
      const before = manager.items[0]?.id;
      manager.clear();
      manager.update([{ content: 'a' }]);
      assert.notEqual(manager.items[0]?.id, before);
    });
  });

  describe('without normalize', () => {
    const strict = [
      ['a list', [{ content: ' a ', status: 'pending' }], '[ ]  a \n\n(0/1 completed)'],
      ['a string', '[{"content": "a", "status": "pending"}]', 'Error: todos must be a list'],
      ['status in upper case', [{ content: 'a', status: 'PENDING' }], "Error: todos[0] has invalid status 'PENDING'"],
      ['no status', [{ content: 'a' }], 'Error: todos[0] requires status'],
      ['a number as content', [{ content: 1, status: 'pending' }], 'Error: todos[0] content must be a string'],
      ['blank content', [{ content: ' ', status: 'pending' }], 'Error: todos[0] requires content'],
    ] as const;
    for (const [name, input, text] of strict) {
      it(`answers ${name} with ${JSON.stringify(text)}`, () => {
        assert.equal(textOf(new TodoManager({ normalize: () => false }), input), text);
      });
    }
  });
});

function check(one: TodoCase): void {
  const manager = managerWith(decode(one.before, one.encoding) as readonly object[]);
  const before = manager.items;
  const wanted = one.ts ?? one;
  const input = decode(one.input, one.encoding);

  const text = textOf(manager, input);

  if (wanted.either) assert.match(text, /^(Error: todos|\[[ >x]\] )/);
  else checkOutcome({ ...wanted, items_after: decode(wanted.items_after, one.encoding) as object[] }, text, manager);
  if (text.startsWith('Error: ')) assert.equal(manager.items, before, 'a failed update leaves the very same list');
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal((globalThis as { pwned?: unknown }).pwned, undefined);
}

function checkOutcome(wanted: Outcome, text: string, manager: TodoManager): void {
  assert.equal(!text.startsWith('Error: '), wanted.ok);
  if (typeof wanted.text === 'string') assert.equal(text, wanted.text);
  if (wanted.text_length !== undefined) assert.equal(text.length, wanted.text_length);
  assert.ok(text.startsWith(wanted.text_prefix ?? wanted.text_start ?? ''), text.slice(0, 200));
  assert.ok(text.endsWith(wanted.text_end ?? ''));
  if (wanted.items_after) assert.deepEqual(shape(manager.items), wanted.items_after);
}

function managerWith(items: readonly object[]): TodoManager {
  const manager = new TodoManager();
  manager.update(items);
  return manager;
}

/** The tool result: what the handler makes of the answer. */
function textOf(manager: TodoManager, input: unknown): string {
  try {
    return manager.update(input);
  } catch (error) {
    if (!TodoError.is(error)) throw error;
    return `Error: ${error.message}`;
  }
}

function shape(items: readonly TodoItem[]): readonly object[] {
  for (const item of items) assert.deepEqual(Object.keys(item), ['id', 'content', 'status']);
  return items.map(({ content, status }) => ({ content, status }));
}

/** The file's tags for values that JSON can't hold. */
function decode(value: unknown, encoding: 'tagged' | undefined): unknown {
  if (encoding === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => decode(entry, encoding));
  const tags = value as { $js?: string; $repeat?: [string, number]; $items?: number };
  if (tags.$js !== undefined) return { undefined, NaN, Infinity }[tags.$js];
  if (tags.$repeat !== undefined) return tags.$repeat[0].repeat(tags.$repeat[1]);
  if (tags.$items !== undefined) {
    return Array.from({ length: tags.$items }, (_, at) => ({ content: `step ${at + 1}`, status: 'pending' }));
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decode(inner, encoding)]));
}
