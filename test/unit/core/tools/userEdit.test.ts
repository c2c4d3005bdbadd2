import assert from 'node:assert/strict';
import { userEditNote, userText } from '../../../../src/core/tools/userEdit.ts';

describe('userText', () => {
  const rows: readonly (readonly [what: string, proposed: string, edited: string, result: string | undefined])[] = [
    ['nothing was changed', 'a\nb\n', 'a\nb\n', undefined],
    ['only line ends differ', 'a\r\nb\nc', 'a\nb\nc', undefined],
    ['a line changed', 'a\r\nb\r\n', 'a\nB\n', 'a\r\nB\r\n'],
    ['a line was put in, between line ends of two kinds', 'a\r\nb\nc\n', 'a\nx\nb\nc\n', 'a\r\nx\nb\nc\n'],
    ['a line was taken out', 'a\r\nb\nc\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['the last line end went', 'a\r\nb\r\n', 'a\r\nb', 'a\r\nb'],
    ['the last line end came', 'a\r\nb', 'a\r\nb\r\n', 'a\r\nb\n'],
    ['all was deleted', 'a\r\n', '', ''],
    ['there was nothing', '', 'a\n', 'a\n'],
    ['the same line was doubled', 'a\nb\n', 'a\na\nb\n', 'a\na\nb\n'],
  ];
  for (const [what, proposed, edited, result] of rows) {
    it(`gives what is written when ${what}`, () => assert.equal(userText(proposed, edited), result));
  }
});

describe('userEditNote', () => {
  it('names the file instead of a patch that is too long', () => {
    const text = Array.from({ length: 2000 }, (_, at) => `line ${at}\n`).join('');
    const note = userEditNote({ path: '/w/a.txt', before: undefined, after: '' }, text, 'a.txt');
    assert.match(note, /this is what was written\. Read a\.txt again\./);
    assert.ok(note.length < 300);
  });
});
