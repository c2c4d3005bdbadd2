import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { TodoItem } from '../../../src/core/todos/todoItem.ts';
import { TodoListFile } from '../../../src/node/todoListFile.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const list = (...contents: readonly string[]): TodoItem[] =>
  contents.map((content, index) => ({ id: `todo-${index}`, content, status: 'pending' }));

describe('TodoListFile', () => {
  const folder = useTemporaryFolder();
  const file = (): TodoListFile => new TodoListFile(folder.at('state', 'todos.json'));

  it('gives the list back after a restart', () => {
    assert.deepEqual(file().load(), { items: [] });
    file().save(list('a', 'b'));
    assert.deepEqual(file().load(), { items: list('a', 'b') });
  });

  it('is one list or the other when two windows write', () => {
    const [one, two] = [file(), file()];
    one.save(list('of one'));
    two.save(list('of two'));
    one.save(list('of one again'));
    assert.deepEqual(two.load(), { items: list('of one again') });
    assert.deepEqual(readdirSync(folder.at('state')), ['todos.json']);
  });

  it('puts a file aside that breaks the rules, says why, and starts empty', () => {
    file().save([]);
    for (const [name, text] of [
      ['todos.json.damaged', '{"version":1,"todos":'],
      ['todos.json.damaged-2', JSON.stringify({ version: 1, todos: list(...Array.from({ length: 21 }, String)) })],
    ] as const) {
      writeFileSync(folder.at('state', 'todos.json'), text);
      const { items, problem } = file().load();
      assert.deepEqual(items, []);
      assert.equal(problem?.keptAs, folder.at('state', name));
      assert.equal(readFileSync(folder.at('state', name), 'utf8'), text);
      assert.deepEqual(file().load(), { items: [] });
    }
  });

  it('is gone once the list was cleared', () => {
    file().save(list('a'));
    file().delete();
    file().delete();
    assert.deepEqual(file().load(), { items: [] });
  });
});
