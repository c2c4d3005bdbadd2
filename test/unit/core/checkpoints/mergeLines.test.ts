import assert from 'node:assert/strict';
import { mergeLines } from '../../../../src/core/checkpoints/mergeLines.ts';

const lines = (...names: readonly string[]): string => names.map((name) => `${name}\n`).join('');

/** Name, base, ours, theirs, merged (undefined: a conflict). */
const rows: readonly (readonly [string, string, string, string, string | undefined])[] = [
  ['no change', 'a\n', 'a\n', 'a\n', 'a\n'],
  ['ours only', 'a\n', 'b\n', 'a\n', 'b\n'],
  ['theirs only', 'a\n', 'a\n', 'b\n', 'b\n'],
  ['both the same', 'a\n', 'b\n', 'b\n', 'b\n'],
  ['both the same insertion', 'a\n', 'a\nx\n', 'a\nx\n', 'a\nx\n'],
  [
    'far apart',
    lines('a', 'b', 'c', 'd'),
    lines('A', 'b', 'c', 'd'),
    lines('a', 'b', 'c', 'D'),
    lines('A', 'b', 'c', 'D'),
  ],
  [
    'an insertion and a deletion',
    lines('a', 'b', 'c'),
    lines('x', 'a', 'b', 'c'),
    lines('a', 'b'),
    lines('x', 'a', 'b'),
  ],
  ['the same line', 'a\nb\n', 'a\nx\n', 'a\ny\n', undefined],
  ['neighbouring lines', lines('a', 'b', 'c'), lines('A', 'b', 'c'), lines('a', 'B', 'c'), undefined],
  ['insertions at one place', 'a\n', 'a\nx\n', 'a\ny\n', undefined],
  ['a change inside what the other deleted', lines('a', 'b', 'c'), lines('a', 'B', 'c'), lines('a'), undefined],
  ['CRLF stays', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nC\r\n'],
  ['a last line without its end', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['only the line ends differ at one place', 'a\nb\nc\nd\n', 'a\r\nb\nc\nd\n', 'a\nb\nc\nD\n', 'a\r\nb\nc\nD\n'],
  ['all deleted, nothing else changed', 'a\nb\n', '', 'a\nb\n', ''],
  ['an empty base, the same text', '', 'a\n', 'a\n', 'a\n'],
  ['an empty base, two texts', '', 'a\n', 'b\n', undefined],
];

describe('mergeLines', () => {
  for (const [name, base, ours, theirs, merged] of rows) {
    it(name, () => {
      assert.equal(mergeLines({ base, ours, theirs }), merged);
      assert.equal(mergeLines({ base, ours: theirs, theirs: ours }), merged, 'the other way round');
    });
  }
});
