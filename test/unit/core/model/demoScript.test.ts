import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { demoTurns } from '../../../../src/core/model/demoScript.ts';
import { TodoManager } from '../../../../src/core/todos/todoManager.ts';

const calls = demoTurns.flat().filter((block) => block.type === 'tool_use');

function inputOf<T>(id: string): T {
  const call = calls.find((each) => each.id === id);
  assert.ok(call);
  // The script is ours: the tests below say which fields they read.
  return call.input as T;
}

describe('the demo script', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'demo-'));
    cpSync('media/sample', folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const runTests = (): number | null => {
    const [program = '', ...args] = inputOf<{ command: string }>('demo-test').command.split(' ');
    return spawnSync(program, args, { cwd: folder }).status;
  };

  it('starts from a sample whose tests fail', () => {
    assert.equal(runTests(), 1);
  });

  it('makes the tests pass with its one edit', () => {
    const edit = inputOf<{ file_path: string; old_string: string; new_string: string }>('demo-fix');
    const file = path.join(folder, edit.file_path);
    const parts = readFileSync(file, 'utf8').split(edit.old_string);
    assert.equal(parts.length, 2, 'the text to replace occurs once');
    writeFileSync(file, parts.join(edit.new_string));
    assert.equal(runTests(), 0);
  });

  it('moves a plan of four items from pending to completed, one at a time', () => {
    const todos = new TodoManager();
    const lists = calls
      .filter((call) => call.name === 'todo_write')
      .map((call) => todos.update((call.input as { todos: unknown }).todos).replaceAll(/\][^\n]*/g, ']'));
    assert.deepEqual(
      lists.map((list) => list.split('\n\n')[0]?.replaceAll('\n', ' ')),
      ['[>] [ ] [ ] [ ]', '[x] [>] [ ] [ ]', '[x] [x] [>] [ ]', '[x] [x] [x] [>]', '[x] [x] [x] [x]'],
    );
  });

  it('has an id of its own for each call and ends with words alone', () => {
    assert.equal(new Set(calls.map((call) => call.id)).size, calls.length);
    assert.deepEqual(
      demoTurns.at(-1)?.map((block) => block.type),
      ['text'],
    );
  });
});
