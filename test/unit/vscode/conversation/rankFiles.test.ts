import assert from 'node:assert/strict';
import { rankFiles } from '../../../../src/vscode/conversation/rankFiles.ts';

const paths = ['src/main.ts', 'test/main.test.ts', 'src/domain/index.ts', 'README.md', 'src/slug.ts'];

describe('the files offered for a name', () => {
  it('are those whose name begins with it before those that have it elsewhere', () => {
    assert.deepEqual(rankFiles(paths, 'main', 9), ['src/main.ts', 'test/main.test.ts', 'src/domain/index.ts']);
  });

  it('match in folders, without regard to case, and by single letters in order', () => {
    assert.equal(rankFiles(paths, 'SRC/S', 9)[0], 'src/slug.ts');
    assert.equal(rankFiles(paths, 'rdme', 9)[0], 'README.md');
    assert.deepEqual(rankFiles(paths, 'xyz', 9), []);
  });

  it('are all of them, shortest first, before anything is typed', () => {
    assert.deepEqual(rankFiles(paths, '', 2), ['README.md', 'src/main.ts']);
  });
});
