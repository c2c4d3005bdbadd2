import assert from 'node:assert/strict';
import {
  countHidden,
  needsPage,
  shorten,
  showHidden,
  showOnOneLine,
  withoutIcons,
} from '../../../../src/vscode/approvals/exactText.ts';

describe('exact text', () => {
  const hidden: readonly (readonly [string, string, string])[] = [
    ['a bidirectional override', 'a\u202Eb', 'a<U+202E>b'],
    ['an isolate', 'a\u2066b', 'a<U+2066>b'],
    ['a zero-width space', 'a\u200Bb', 'a<U+200B>b'],
    ['a byte order mark', 'a\uFEFFb', 'a<U+FEFF>b'],
    ['an escape sequence', 'a\u001b[2Kb', 'a<U+001B>[2Kb'],
    ['a carriage return', 'a\rb', 'a<U+000D>b'],
    ['a no-break space', 'a\u00A0b', 'a<U+00A0>b'],
    ['a line separator', 'a\u2028b', 'a<U+2028>b'],
    ['a tag character', 'a\u{E0041}b', 'a<U+E0041>b'],
    ['half a surrogate pair', 'a\uD800b', 'a<U+D800>b'],
    ['a blank braille pattern', 'a\u2800b', 'a<U+2800>b'],
  ];
  for (const [name, text, shown] of hidden) {
    it(`writes out ${name}`, () => {
      assert.equal(showHidden(text), shown);
      assert.equal(countHidden(text), 1);
      assert.equal(needsPage(text), true);
    });
  }

  it('leaves other scripts and symbols alone', () => {
    const text = 'Größe Привет 日本語 \u{1F600} a\tb';
    assert.equal(showHidden(text), text);
    assert.equal(needsPage(text), false);
  });

  it('does not count the line ends of Windows', () => {
    assert.equal(countHidden('a\r\nb\r\n'), 0);
  });

  it('marks line ends where there is one line only', () => {
    assert.equal(showOnOneLine('a\nb'), 'a \u23CE b');
    assert.equal(needsPage('a\nb'), true);
  });

  it('keeps a notification from hiding the target of a link', () => {
    const text = 'echo [docs](https://example.com) [x](command:y)';
    assert.equal(showOnOneLine(text), 'echo [docs]<U+0028>https://example.com) [x]<U+0028>command:y)');
    assert.equal(needsPage(text), true);
    assert.equal(needsPage('grep [a-z](x)'), false);
  });

  it('keeps a pick from drawing a command substitution as an icon, or as nothing', () => {
    assert.equal(
      withoutIcons('echo $(whoami) $(sync~spin) $(cat x)'),
      String.raw`echo \$(whoami) \$(sync~spin) $(cat x)`,
    );
  });

  it('keeps the end of a shortened text in sight', () => {
    const text = `${'a'.repeat(100)}${'b'.repeat(100)}; rm -rf .`;
    assert.equal(
      shorten(text, 40, (count) => `<${count}>`),
      `${'a'.repeat(30)} <170> ; rm -rf .`,
    );
    assert.equal(shorten('short', 40, String), 'short');
    // The words for what is left out would be longer than that.
    const almost = 'c'.repeat(47);
    assert.equal(
      shorten(almost, 40, (count) => `[... ${count} characters left out ...]`),
      almost,
    );
  });
});
