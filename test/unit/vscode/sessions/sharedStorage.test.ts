import assert from 'node:assert/strict';
import path from 'node:path';
import { sharedStorage } from '../../../../src/vscode/sessions/sharedStorage.ts';

describe('sharedStorage', () => {
  const below = (id: string): string => path.join('/data', 'workspaceStorage', id, 'todo-agent.todo-agent');

  for (const id of ['0123456789abcdef0123456789abcdef', '-3a6d5c9e', '1f8f2b']) {
    it(`is the same for every window on ${id}`, () => {
      assert.equal(sharedStorage(below(id)), below(id));
      assert.equal(sharedStorage(below(`${id}-1`)), below(id));
    });
  }

  it('leaves what is no id of a workspace alone', () => {
    assert.equal(sharedStorage(below('ext-dev-1')), below('ext-dev-1'));
  });
});
