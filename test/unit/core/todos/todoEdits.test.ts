import assert from 'node:assert/strict';
import type { TodoEdit } from '../../../../src/core/todos/todoEdit.ts';
import { TodoError, type TodoManager } from '../../../../src/core/todos/todoManager.ts';
import { entriesOf, idOf, lines, listOf } from './todoLists.ts';

const keptNote = (...contents: string[]): string =>
  `Kept, because the user wants it on the list: ${contents.map((content) => JSON.stringify(content)).join(', ')}`;
const editedNote = 'The user has changed the list meanwhile; it stands as shown here';

describe('edits of the list by the person', () => {
  it('add at the end or where told, pending and locked', () => {
    const todos = listOf('[>] a', '[ ] b');
    const item = todos.add(' c ');
    todos.add('first', 0);
    todos.add('third', 2);
    assert.deepEqual(lines(todos), ['[ ] first', '[>] a', '[ ] third', '[ ] b', '[ ] c']);
    assert.deepEqual([todos.isLocked(item.id), todos.isLocked(idOf(todos, 'a'))], [true, false]);
  });

  it('rename, move and mark', () => {
    const todos = listOf('[>] a', '[ ] b', '[ ] c');
    todos.rename(idOf(todos, 'b'), 'better b');
    todos.move(idOf(todos, 'c'), 0);
    todos.setStatus(idOf(todos, 'a'), 'completed');
    assert.deepEqual(lines(todos), ['[ ] c', '[x] a', '[ ] better b']);
  });

  it('set the item in progress back when another is started', () => {
    const todos = listOf('[>] a', '[ ] b');
    todos.setStatus(idOf(todos, 'b'), 'in_progress');
    assert.deepEqual(lines(todos), ['[ ] a', '[>] b']);
  });

  it('bring back what was dropped, skipped or removed, under its id, at its place, not as in progress', () => {
    const todos = listOf('[ ] a', '[>] b', '[x] c');
    const ids = ['a', 'b', 'c'].map((content) => idOf(todos, content));
    todos.skip(idOf(todos, 'a'));
    todos.remove(idOf(todos, 'b'));
    todos.acknowledge(Infinity);
    todos.update([]);
    for (const id of ids) todos.restore(id);
    assert.deepEqual(lines(todos), ['[ ] a', '[ ] b', '[x] c']);
    assert.deepEqual(
      todos.items.map(({ id }) => id),
      ids,
    );
  });

  it('refuse what the list could not be', () => {
    const todos = listOf('[ ] a');
    assert.throws(() => todos.add('  '), new TodoError('A todo requires content'));
    assert.throws(() => todos.rename(idOf(todos, 'a'), ''), new TodoError('A todo requires content'));
    assert.throws(() => todos.skip('nothing'), new TodoError('This todo is no longer on the list'));
    assert.throws(() => todos.restore('nothing'), new TodoError('This todo is not among those that left the list'));
    for (let count = 1; count < 20; count++) todos.add(`step ${count}`);
    assert.throws(() => todos.add('one too many'), new TodoError('Max 20 todos allowed'));
    assert.deepEqual([todos.items.length, todos.unseenEdits.length], [20, 19]);
  });

  it('are not recorded when they change nothing', () => {
    const todos = listOf('[ ] a', '[ ] b');
    const id = idOf(todos, 'b');
    todos.rename(id, ' b ');
    todos.move(id, 7);
    todos.setStatus(id, 'pending');
    todos.unlock(id);
    assert.deepEqual(todos.unseenEdits, []);
  });

  it('are told, the edit first, then the list', () => {
    const todos = listOf('[ ] a');
    const told: unknown[] = [];
    todos.onDidEdit((edit: TodoEdit) => told.push(edit.kind));
    todos.onDidChange((items) => told.push([todos.changedBy, items.length]));
    todos.add('b');
    todos.lock(idOf(todos, 'a'));
    todos.update([{ content: 'a' }]);
    todos.update([{ content: 'a', status: 'completed' }, { content: 'b' }]);
    assert.deepEqual(told, ['added', ['user', 2], 'locked', ['model', 2]]);
  });

  it('are forgotten when the list is cleared', () => {
    const todos = listOf('[ ] a');
    todos.lock(idOf(todos, 'a'));
    todos.clear();
    assert.equal(todos.update([{ content: 'b' }]), '[ ] b\n\n(0/1 completed)');
  });
});

/** What the person does to the list `[>] a, [ ] b, [ ] c`. */
const edits: Readonly<Record<string, (todos: TodoManager) => void>> = {
  'adds x behind a': (todos) => todos.add('x', 1),
  'renames b to y': (todos) => todos.rename(idOf(todos, 'b'), 'y'),
  'moves c to the front': (todos) => todos.move(idOf(todos, 'c'), 0),
  'marks b completed': (todos) => todos.setStatus(idOf(todos, 'b'), 'completed'),
  'starts b': (todos) => todos.setStatus(idOf(todos, 'b'), 'in_progress'),
  'skips b': (todos) => todos.skip(idOf(todos, 'b')),
  'removes b': (todos) => todos.remove(idOf(todos, 'b')),
  'locks b': (todos) => todos.lock(idOf(todos, 'b')),
};

interface Race {
  readonly edit: string;
  /** What the model writes after the edit. */
  readonly sent: readonly string[];
  /** The list when the model had not seen the edit, and when it had. */
  readonly unseen: readonly string[];
  readonly seen: readonly string[];
  readonly notes?: readonly string[];
  readonly notesWhenSeen?: readonly string[];
}

const done = ['[x] a', '[>] b', '[ ] c'];
const without = ['[x] a', '[>] c'];
const races: readonly Race[] = [
  // The model goes on with the list as it knew it.
  {
    edit: 'adds x behind a',
    sent: done,
    unseen: ['[x] a', '[ ] x', '[>] b', '[ ] c'],
    seen: ['[x] a', '[ ] x', '[>] b', '[ ] c'],
    notes: [editedNote],
    notesWhenSeen: [keptNote('x')],
  },
  { edit: 'renames b to y', sent: done, unseen: ['[x] a', '[>] y', '[ ] c'], seen: done, notes: [editedNote] },
  { edit: 'moves c to the front', sent: done, unseen: ['[ ] c', '[x] a', '[>] b'], seen: done, notes: [editedNote] },
  { edit: 'marks b completed', sent: done, unseen: ['[x] a', '[x] b', '[ ] c'], seen: done, notes: [editedNote] },
  { edit: 'starts b', sent: done, unseen: done, seen: done },
  { edit: 'skips b', sent: done, unseen: ['[x] a', '[ ] c'], seen: done, notes: [editedNote] },
  { edit: 'removes b', sent: done, unseen: ['[x] a', '[ ] c'], seen: done, notes: [editedNote] },
  { edit: 'locks b', sent: done, unseen: done, seen: done },
  // The model drops b.
  {
    edit: 'adds x behind a',
    sent: without,
    unseen: ['[x] a', '[ ] x', '[>] c'],
    seen: ['[x] a', '[ ] x', '[>] c'],
    notes: [editedNote],
    notesWhenSeen: [keptNote('x')],
  },
  { edit: 'renames b to y', sent: without, unseen: without, seen: without },
  { edit: 'moves c to the front', sent: without, unseen: ['[>] c', '[x] a'], seen: without, notes: [editedNote] },
  { edit: 'marks b completed', sent: without, unseen: without, seen: without },
  { edit: 'starts b', sent: without, unseen: without, seen: without },
  { edit: 'skips b', sent: without, unseen: without, seen: without },
  { edit: 'removes b', sent: without, unseen: without, seen: without },
  {
    edit: 'locks b',
    sent: without,
    unseen: ['[x] a', '[ ] b', '[>] c'],
    seen: ['[x] a', '[ ] b', '[>] c'],
    notes: [keptNote('b')],
    notesWhenSeen: [keptNote('b')],
  },
  // The model empties the list.
  {
    edit: 'adds x behind a',
    sent: [],
    unseen: ['[ ] x'],
    seen: ['[ ] x'],
    notes: [editedNote],
    notesWhenSeen: [keptNote('x')],
  },
  {
    edit: 'locks b',
    sent: [],
    unseen: ['[ ] b'],
    seen: ['[ ] b'],
    notes: [keptNote('b')],
    notesWhenSeen: [keptNote('b')],
  },
  { edit: 'renames b to y', sent: [], unseen: [], seen: [] },
  { edit: 'skips b', sent: [], unseen: [], seen: [] },
  // The model rewords b: it is b all the same.
  {
    edit: 'removes b',
    sent: ['[x] a', '[>] B!', '[ ] c'],
    unseen: ['[x] a', '[ ] c'],
    seen: ['[x] a', '[>] B!', '[ ] c'],
    notes: [editedNote],
  },
  {
    edit: 'renames b to y',
    sent: ['[x] a', '[>] B!', '[ ] c'],
    unseen: ['[x] a', '[>] y', '[ ] c'],
    seen: ['[x] a', '[>] B!', '[ ] c'],
    notes: [editedNote],
  },
  // The model has the same idea.
  { edit: 'adds x behind a', sent: ['[x] a', '[>] x'], unseen: ['[x] a', '[>] x'], seen: ['[x] a', '[>] x'] },
  { edit: 'renames b to y', sent: ['[x] a', '[>] y'], unseen: ['[x] a', '[>] y'], seen: ['[x] a', '[>] y'] },
];

describe('an edit that meets a rewrite', () => {
  for (const race of races) {
    for (const isSeen of [false, true]) {
      const title = `${race.edit}, ${isSeen ? 'seen' : 'unseen'}, the model writes ${race.sent.join(', ') || 'nothing'}`;
      it(title, () => {
        const todos = listOf('[>] a', '[ ] b', '[ ] c');
        edits[race.edit]?.(todos);
        if (isSeen) todos.acknowledge(Infinity);
        const text = todos.update(entriesOf(race.sent));
        assert.deepEqual(lines(todos), isSeen ? race.seen : race.unseen);
        const notes = (isSeen ? race.notesWhenSeen : race.notes) ?? [];
        assert.equal(text, [todos.render(), ...(notes.length === 0 ? [] : [notes.join('\n')])].join('\n\n'));
      });
    }
  }

  it('counts until it is seen, through several rewrites, and no longer then', () => {
    const todos = listOf('[ ] a', '[ ] b');
    todos.remove(idOf(todos, 'b'));
    for (let round = 0; round < 3; round++) todos.update(entriesOf(['[ ] a', '[ ] b']));
    assert.deepEqual(lines(todos), ['[ ] a']);
    todos.acknowledge(Infinity);
    assert.deepEqual(lines(todos), ['[ ] a']);
    todos.update(entriesOf(['[ ] a', '[ ] b']));
    assert.deepEqual(lines(todos), ['[ ] a', '[ ] b']);
  });

  it('is seen one by one, in order', () => {
    const todos = listOf('[ ] a', '[ ] b');
    todos.rename(idOf(todos, 'a'), 'x');
    todos.rename(idOf(todos, 'b'), 'y');
    todos.acknowledge(todos.unseenEdits[0]?.id ?? 0);
    todos.update(entriesOf(['[ ] x again', '[ ] b']));
    assert.deepEqual(lines(todos), ['[ ] x again', '[ ] y']);
  });

  it('keeps the id of an item that the model brings back in the same words', () => {
    const todos = listOf('[ ] a', '[ ] b');
    const id = idOf(todos, 'b');
    todos.update(entriesOf(['[ ] a']));
    todos.update(entriesOf(['[ ] a', '[>] b']));
    assert.equal(idOf(todos, 'b'), id);
  });

  it('makes the model give way when both do not fit, and then nothing has changed', () => {
    const todos = listOf(...Array.from({ length: 19 }, (_, index) => `[ ] step ${index}`));
    todos.add('mine');
    const before = todos.items;
    const twenty = Array.from({ length: 20 }, (_, index) => `[ ] other ${index}`);
    assert.throws(
      () => todos.update(entriesOf(twenty)),
      new TodoError(
        "Max 20 todos allowed, and the user's own items stay on the list: leave out or merge one of your steps",
      ),
    );
    assert.equal(todos.items, before);
    todos.update(entriesOf(twenty.slice(1)));
    assert.equal(todos.items.length, 20);
  });

  it('leaves what is kept where it stood', () => {
    const todos = listOf('[ ] a', '[ ] b', '[ ] c', '[ ] d');
    todos.lock(idOf(todos, 'b'));
    todos.lock(idOf(todos, 'd'));
    todos.update(entriesOf(['[>] c', '[ ] e']));
    assert.deepEqual(lines(todos), ['[ ] b', '[>] c', '[ ] d', '[ ] e']);
  });

  it('lets locked items of a finished plan go', () => {
    const todos = listOf('[x] a');
    todos.add('b');
    todos.acknowledge(Infinity);
    todos.update(entriesOf(['[x] a', '[x] b']));
    assert.equal(todos.update(entriesOf(['[ ] c'])), '[ ] c\n\n(0/1 completed)');
  });

  it('leaves one item in progress when a kept one was it', () => {
    const todos = listOf('[>] a', '[ ] b');
    todos.lock(idOf(todos, 'a'));
    todos.update(entriesOf(['[>] b']));
    assert.deepEqual(lines(todos), ['[ ] a', '[>] b']);
  });
});
