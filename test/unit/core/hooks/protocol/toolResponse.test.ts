import assert from 'node:assert/strict';
import { renderReplacement, toolResponse } from '../../../../../src/core/hooks/protocol/toolResponse.ts';

describe('renderReplacement', () => {
  const bash = { stdout: 'out', stderr: 'err', interrupted: false, isImage: false };
  const file = { filePath: '/a', content: 'x\ny', numLines: 2, startLine: 9, totalLines: 20 };
  const rows: readonly (readonly [string, unknown, string | undefined])[] = [
    ['Bash', bash, 'out\nerr'],
    ['Bash', { ...bash, stdout: '', stderr: '' }, '(no output)'],
    ['Bash', { stdout: 'out' }, undefined],
    ['Bash', 'out', undefined],
    ['Read', { type: 'text', file }, '     9\tx\n    10\ty'],
    ['Read', { file }, undefined],
    ['Glob', { numFiles: 1, filenames: ['a.ts'] }, 'a.ts'],
    ['Grep', { mode: 'content', numFiles: 1, filenames: [], content: 'a:1' }, 'a:1'],
    ['Grep', { mode: 'files_with_matches', numFiles: 0, filenames: [] }, '(no matches)'],
    ['mcp__a__b', 'text', 'text'],
    ['mcp__a__b', { any: 1 }, '{"any":1}'],
  ];
  for (const [tool, replacement, text] of rows) {
    it(`${tool}: ${JSON.stringify(replacement)} is ${text === undefined ? 'refused' : 'shown'}`, () => {
      assert.equal(renderReplacement(tool, replacement), text);
    });
  }
});

describe('toolResponse', () => {
  it("is the tool's own where it has one", () => {
    assert.deepEqual(toolResponse('Bash', 'text', { stdout: 's' }), { stdout: 's' });
  });

  it('is the least that scripts read where it has none', () => {
    assert.deepEqual(toolResponse('Bash', 's', undefined), {
      stdout: 's',
      stderr: '',
      interrupted: false,
      isImage: false,
    });
  });
});
