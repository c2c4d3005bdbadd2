import assert from 'node:assert/strict';
import { readPythonLiteral } from '../../../../src/core/todos/pythonLiteral.ts';

describe('readPythonLiteral', () => {
  const readable: readonly (readonly [text: string, value: unknown])[] = [
    ['[]', []],
    ['[1, -2, +3, 4.5, .5, 5., 1e3, 1_000, 0x1F, 0o17, 0b11]', [1, -2, 3, 4.5, 0.5, 5, 1000, 1000, 31, 15, 3]],
    ['[True, False, None]', [true, false, null]],
    ["'a' \"b\" '''c'''", 'abc'],
    ["u'a' r'\\n\\''", "a\\n\\'"],
    [`'\\x41\\u00e9\\U0001F600\\101\\n\\d'`, 'Aé😀A\n\\d'],
    ["'a\\\nb'", 'ab'],
    ['"""it\'s "fine"."""', 'it\'s "fine".'],
    ['([1], )', new Set([[1]])],
    ['((1))', 1],
    ['()', new Set()],
    ['{1, 2}', new Set([1, 2])],
    ['  # first\n [ # in\n1,\n]\n# last', [1]],
  ];
  for (const [text, value] of readable) {
    it(`reads ${text}`, () => assert.deepEqual(readPythonLiteral(text), { value }));
  }

  it('makes __proto__ a key like any other', () => {
    const dict = readPythonLiteral("{'__proto__': {'a': 1}, 'b': 2, 'b': 3, 4: 5}")?.value;
    assert.deepEqual(Object.entries(dict ?? {}), [
      ['__proto__', Object.assign(Object.create(null), { a: 1 })],
      ['b', 3],
    ]);
  });

  const unreadable = [
    '',
    '#',
    '[1 2]',
    '[,]',
    '[1,,]',
    '{1: }',
    '{[]: 1}',
    '{**a}',
    '1 + 2',
    'f"{1}"',
    "b'a'",
    "'\\x4'",
    "'\\N{BULLET}'",
    "'\\U00110000'",
    "'a\nb'",
    '0x',
    '1__0',
    'Nonesuch',
    'null',
    'print(1)',
    '[1',
    '[1]]',
    "'\0'",
    '--1',
    '\u00a0[]',
  ];
  for (const text of unreadable) {
    it(`does not take ${JSON.stringify(text)}`, () => assert.equal(readPythonLiteral(text), undefined));
  }

  it('gives up on deep nesting instead of overflowing', () => {
    assert.equal(readPythonLiteral('['.repeat(1_000_000)), undefined);
    assert.deepEqual(readPythonLiteral(`${'('.repeat(90)}1${')'.repeat(90)}`), { value: 1 });
  });

  const long = 1_000_000;
  const slow = { digits: '1'.repeat(long), spaces: ' '.repeat(long), hashes: '#'.repeat(long) };
  for (const [name, text] of Object.entries(slow)) {
    it(`is not slowed down by a million ${name}`, () => {
      assert.equal(readPythonLiteral(`[${text}x`), undefined);
    });
  }
});
