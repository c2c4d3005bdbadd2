import assert from 'node:assert/strict';
import { replacedSpan } from '../../../../src/vscode/workspace/replacedSpan.ts';

const table: readonly [string, string, readonly [number, number, string]][] = [
  ['abc', 'axc', [1, 2, 'x']],
  ['abc', 'ac', [1, 2, '']],
  ['ac', 'abc', [1, 1, 'b']],
  ['aa', 'aaa', [2, 2, 'a']],
  ['', 'a', [0, 0, 'a']],
  ['abc', '', [0, 3, '']],
  ['a\r\nb', 'a\r\nc', [3, 4, 'c']],
  ['a\r\nb', 'a\rb', [1, 3, '\r']],
  ['a\r\nb', 'a\nb', [1, 3, '\n']],
  ['😀', '😁', [0, 2, '😁']],
  ['x😀y', 'x🙀y', [1, 3, '🙀']],
];

describe('replacedSpan', () => {
  for (const [before, after, [start, end, text]] of table) {
    it(`makes ${JSON.stringify(after)} of ${JSON.stringify(before)}`, () => {
      assert.deepEqual(replacedSpan(before, after), { start, end, text });
      assert.equal(before.slice(0, start) + text + before.slice(end), after);
    });
  }

  it('has nothing to replace in equal texts', () => assert.equal(replacedSpan('a', 'a'), undefined));
});
