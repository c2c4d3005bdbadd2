import assert from 'node:assert/strict';
import { lineCounts } from '../../../../src/core/util/lineCounts.ts';

describe('lineCounts', () => {
  it('counts the lines of a new file as added', () => {
    assert.deepEqual(lineCounts(undefined, 'a\nb\n'), { added: 2, removed: 0 });
  });
  it('counts nothing for an empty new file', () => {
    assert.deepEqual(lineCounts(undefined, ''), { added: 0, removed: 0 });
  });
  it('counts a changed line on both sides', () => {
    assert.deepEqual(lineCounts('a\nb\nc\n', 'a\nB\nc\nd\n'), { added: 2, removed: 1 });
  });
  it('counts an emptied file as removed', () => {
    assert.deepEqual(lineCounts('a\nb\nc', ''), { added: 0, removed: 3 });
  });
  it('counts a last line without a line break', () => {
    assert.deepEqual(lineCounts('a\nb', 'a\nb\n'), { added: 1, removed: 1 });
  });
  it('counts a new file of any length', () => {
    assert.deepEqual(lineCounts('', 'x\n'.repeat(100_000)), { added: 100_000, removed: 0 });
  });
  it('gives up on texts that are too different', () => {
    const lines = (word: string): string => Array.from({ length: 3000 }, (_, index) => `${word} ${index}\n`).join('');
    assert.equal(lineCounts(lines('old'), lines('new')), undefined);
  });
});
