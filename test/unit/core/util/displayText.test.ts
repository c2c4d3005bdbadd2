import assert from 'node:assert/strict';
import { visibleLine, visibleText } from '../../../../src/core/util/displayText.ts';

describe('visibleText', () => {
  const cases: readonly [name: string, given: string, wanted: string][] = [
    ['keeps plain text, Chinese and emoji', 'Read 模块 👩‍💻\n\tdone', 'Read 模块 👩‍💻\n\tdone'],
    ['drops colours', '\x1b[31mred\x1b[0m', 'red'],
    ['drops a title ended by BEL', '\x1b]0;owned\x07rest', 'rest'],
    ['drops a link ended by ST', '\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['drops an unfinished sequence', 'a\x1b]0;title', 'a'],
    ['drops one-byte sequences', '\x9b31mred\x9d0;t\x9c!', 'red!'],
    ['writes out direction overrides', 'safe\u202etxt.exe', 'safe<U+202E>txt.exe'],
    ['writes out other controls', 'a\x00b\x08c', 'a<U+0000>b<U+0008>c'],
    ['writes out what no screen draws', 'a\u200bb\u2060\ufeff\u3164', 'a<U+200B>b<U+2060><U+FEFF><U+3164>'],
    ['writes out a message hidden in tags', 'Hi\u{e0048}\u{e0069}', 'Hi<U+E0048><U+E0069>'],
    [
      'keeps what scripts and emoji are written with',
      '\u0e01\u200b\u0e02 می\u200cخواهم ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '\u0e01\u200b\u0e02 می\u200cخواهم ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['makes every line break the same', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ];
  for (const [name, given, wanted] of cases) {
    it(name, () => assert.equal(visibleText(given), wanted));
  }
});

describe('visibleLine', () => {
  it('shows line breaks with their indent as one space', () => {
    assert.equal(visibleLine('\n  first\n    second\r\nthird\tfourth \n'), 'first second third fourth');
  });
});
