import assert from 'node:assert/strict';
import { replaceText } from '../../../../src/core/tools/replaceText.ts';
import { ToolError } from '../../../../src/core/tools/tool.ts';

const replace = (text: string, oldText: string, newText: string, isForAll = false) =>
  replaceText(text, { oldText, newText, isForAll }, 'a.ts');

const errorOf = (text: string, oldText: string, newText = 'new'): string => {
  try {
    replace(text, oldText, newText);
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
  return assert.fail('should have been refused');
};

describe('replaceText', () => {
  it('replaces the only place', () => {
    assert.deepEqual(replace('a b c', 'b', 'x'), { text: 'a x c', count: 1 });
  });

  it('takes replacement patterns as plain text', () => {
    assert.equal(replace('a b c', 'b', "$& $1 $` $' $$").text, "a $& $1 $` $' $$ c");
  });

  it('replaces every place when asked to, without looking at what it wrote', () => {
    assert.deepEqual(replace('a a a', 'a', 'aa', true), { text: 'aa aa aa', count: 3 });
  });

  it('deletes when the new text is empty', () => {
    assert.equal(replace('a\nb\nc\n', 'b\n', '').text, 'a\nc\n');
  });

  describe('line ends', () => {
    it('matches CRLF by \\n and keeps it', () => {
      assert.equal(replace('a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\nz\n').text, 'x\r\ny\r\nz\r\nc\r\n');
    });

    it('matches LF by CRLF and keeps it', () => {
      assert.equal(replace('a\nb\nc\n', 'a\r\nb', 'x\r\ny').text, 'x\ny\nc\n');
    });

    it('leaves a mixed file alone outside the edit, and follows the place inside', () => {
      assert.equal(replace('a\nb\r\nc\rd\ne', 'b\n', 'x\ny\n').text, 'a\nx\r\ny\r\nc\rd\ne');
      assert.equal(replace('a\r\nb\nc\r\n', 'b', 'x\ny').text, 'a\r\nx\ny\nc\r\n');
    });

    it('follows the line before at the end of a file without a last line end', () => {
      assert.equal(replace('a\r\nb', 'b', 'x\ny').text, 'a\r\nx\r\ny');
    });

    it('can begin and end in the middle of a CRLF line', () => {
      assert.equal(replace('one two\r\nthree four\r\n', 'two\nthree', '2\n3').text, 'one 2\r\n3 four\r\n');
    });

    it('replaces each place by the line ends of that place', () => {
      assert.equal(replace('k\r\nx\r\nk\nx\n', 'k\nx', 'a\nb', true).text, 'a\r\nb\r\na\nb\n');
    });

    it('gives a one-line file \\n', () => {
      assert.equal(replace('ab', 'b', 'x\ny').text, 'ax\ny');
    });
  });

  describe('refuses', () => {
    it('an empty old text', () => assert.match(errorOf('a', ''), /^old_string is empty\. .*write_file/));

    it('equal texts, also when only line ends differ', () => {
      assert.match(errorOf('a\nb', 'a\nb', 'a\r\nb'), /are the same/);
    });

    it('several places, naming their lines', () => {
      assert.match(errorOf('x\ny\nx\n', 'x'), /occurs 2 times in a\.ts \(lines 1, 3\).*replace_all/);
    });

    it('places that overlap', () => assert.match(errorOf('aaa', 'aa'), /occurs 2 times/));

    it('no place, showing the nearest lines', () => {
      const text = 'function one() {\n  return 1;\n}\n\nfunction two() {\n\treturn 22;\n}\n';
      const expected =
        'text not found in a.ts. Nothing was changed. old_string must match exactly, spaces too. Nearest is lines 5-7:\n' +
        'function two() {\n\treturn 22;\n}';
      assert.equal(errorOf(text, 'function two() {\n  return 22;\n}'), expected);
    });

    it('no place and nothing like it', () => {
      assert.match(errorOf('aaa\nbbb\n', 'zzzzz'), /Nothing there is like it: read the file/);
    });

    it('in a text that has fewer lines than the old text', () => {
      assert.match(errorOf('const a = 1;', 'const a = 2;\nconst b'), /not found/);
    });

    it('in a large file within reasonable time', () => {
      const text = Array.from({ length: 50_000 }, (_, line) => `const value${line} = compute(${line} );`).join('\n');
      assert.match(errorOf(text, 'const value4711 = compute(4711)'), /Nearest is line 4712:\nconst value4711 = /);
    });
  });
});
