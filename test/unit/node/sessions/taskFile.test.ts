import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { TaskFile } from '../../../../src/node/sessions/taskFile.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('TaskFile', () => {
  const folder = useTemporaryFolder();
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  const file = (): string => folder.at('window', 'queue.json');
  beforeEach(() => void (warnings.length = 0));

  it('has nothing at first, and says nothing of it', () => {
    assert.deepEqual([new TaskFile(file(), log).load(), warnings], [[], []]);
  });

  it('gives back what was kept, for this user only and without a leftover', () => {
    new TaskFile(file(), log).keep(['one', 'two\nlines']);
    assert.deepEqual(new TaskFile(file(), log).load(), ['one', 'two\nlines']);
    assert.deepEqual(readdirSync(folder.at('window')), ['queue.json']);
    if (process.platform !== 'win32') assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('takes of a damaged file what it can, and says so', () => {
    mkdirSync(folder.at('window'));
    writeFileSync(file(), '["one", 7');
    assert.deepEqual([new TaskFile(file(), log).load(), warnings.length], [[], 1]);
    writeFileSync(file(), '["one", 7]');
    assert.deepEqual(new TaskFile(file(), log).load(), ['one']);
  });

  it('says what could not be kept', () => {
    writeFileSync(folder.at('window'), 'no folder');
    new TaskFile(file(), log).keep(['one']);
    assert.equal(warnings.length, 1);
  });
});
