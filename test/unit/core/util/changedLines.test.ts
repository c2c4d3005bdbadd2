import assert from 'node:assert/strict';
import { structuredPatch } from 'diff';
import { patchHunks } from '../../../../src/core/tools/fileResponse.ts';
import { changedLines } from '../../../../src/core/util/changedLines.ts';
import { lineCounts } from '../../../../src/core/util/lineCounts.ts';

const ten = '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n';

describe('the changed lines of two texts', () => {
  it('leave out what is alike above and below, but for the context', () => {
    const after = ten.replace('5', 'five');
    assert.deepEqual(changedLines(ten, after, 0), { before: '5\n', after: 'five\n', skipped: 4 });
    assert.deepEqual(changedLines(ten, after, 2), {
      before: '3\n4\n5\n6\n7\n',
      after: '3\n4\nfive\n6\n7\n',
      skipped: 2,
    });
  });

  const pairs: readonly (readonly [string, string, string])[] = [
    ['nothing', ten, ten],
    ['the first line', ten, ten.replace('1\n', 'x\n')],
    ['the last line', ten, ten.replace('10', 'x')],
    ['the last line end', ten, ten.trimEnd()],
    ['a line at the start', ten, `0\n${ten}`],
    ['a line at the end', ten, `${ten}11\n`],
    ['a line away from the start', ten, ten.slice(2)],
    ['two places', ten, ten.replace('2', 'x').replace('9', 'y')],
    ['CRLF', ten.replaceAll('\n', '\r\n'), ten.replaceAll('\n', '\r\n').replace('5', '55')],
    ['one kind of line end', ten.replaceAll('\n', '\r\n'), ten],
    ['an empty text', '', ten],
    ['all of it away', ten, ''],
    ['a text without line ends', 'one', 'two'],
    ['an empty first line', '\na\nb\n', '\na\nc\n'],
  ];
  for (const [what, before, after] of pairs) {
    it(`give the same hunks as whole texts: ${what}`, () => {
      const whole = structuredPatch('a', 'a', before, after, undefined, undefined, { context: 3 });
      assert.deepEqual(patchHunks('a', before, after), whole.hunks);
    });
  }

  it('are too many to compare in a large text made anew, few where one line changed', () => {
    const large = 'line\n'.repeat(400_000);
    assert.equal(lineCounts(large, 'other\n'.repeat(400_000)), undefined);
    assert.deepEqual(patchHunks('a', large, 'other\n'.repeat(400_000)), []);
    assert.deepEqual(lineCounts(`${large}a\n${large}`, `${large}b\nc\n${large}`), { added: 2, removed: 1 });
  });
});
