import assert from 'node:assert/strict';
import { TerminalOutput } from '../../../../src/core/util/terminalOutput.ts';

function written(...chunks: readonly string[]): string {
  const output = new TerminalOutput();
  return chunks.map((chunk) => output.write(chunk)).join('');
}

describe('TerminalOutput', () => {
  it('starts each line at the left', () => {
    assert.equal(written('a\nb\r\nc\n'), 'a\r\nb\r\nc\r\n');
  });
  it('does not double a line break that is cut in two', () => {
    assert.equal(written('a\r', '\nb'), 'a\r\nb');
  });
  it('lets colours and cursor movements pass, cut or not', () => {
    assert.equal(written('\x1b[32mok\x1b[0m\x1b[2K', '\x1b', '[1Gx'), '\x1b[32mok\x1b[0m\x1b[2K\x1b[1Gx');
  });
  it('drops titles, links and clipboard writes', () => {
    assert.equal(written('\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\\x1b]52;c;eA==\x07'), 'ab');
  });
  it('drops switches to the alternate screen', () => {
    assert.equal(written('a\x1b[?1049hb\x1b[?10', '49lc\x1b[?25l'), 'abc\x1b[?25l');
  });
  it('knows whether a line is begun', () => {
    const output = new TerminalOutput();
    const states = ['', 'a', 'b\n'].map((chunk) => (output.write(chunk), output.isAtLineStart));
    assert.deepEqual(states, [true, false, true]);
  });
  it('drops a title that is cut anywhere', () => {
    for (let cut = 1; cut < 12; cut++) {
      const text = 'a\x1b]0;title\x1b\\b';
      assert.equal(written(text.slice(0, cut), text.slice(cut)), 'ab', `cut at ${cut}`);
    }
  });
  it('does not hold back text for ever after a sequence that never ends', () => {
    const output = new TerminalOutput();
    output.write(`\x1b]0;${'x'.repeat(5000)}`);
    assert.equal(output.write('after'), 'after');
  });
});
