import assert from 'node:assert/strict';
import { mentionAt, withFile } from '../../../src/webview/mention.ts';

/** With the caret at `|`. */
function mention(text: string) {
  const caret = text.indexOf('|');
  return mentionAt(text.replace('|', ''), caret);
}

describe('a file named in a message', () => {
  it('is what stands between an @ and the caret', () => {
    assert.deepEqual(mention('Fix @src/ma| please'), { start: 4, end: 11, query: 'src/ma' });
    assert.deepEqual(mention('@|'), { start: 0, end: 1, query: '' });
    assert.deepEqual(mention('(@a|'), { start: 1, end: 3, query: 'a' });
  });

  it('begins at the start of a word and ends at a blank', () => {
    assert.equal(mention('me@example|'), undefined);
    assert.equal(mention('@src/main.ts now|'), undefined);
    assert.equal(mention('no file|'), undefined);
  });

  it('takes the place of what was typed of it', () => {
    const text = 'Fix @ma please';
    assert.deepEqual(withFile(text, { start: 4, end: 7, query: 'ma' }, 'src/main.ts'), {
      text: 'Fix @src/main.ts please',
      caret: 17,
    });
  });

  it('is quoted when it has a blank', () => {
    assert.equal(withFile('@', { start: 0, end: 1, query: '' }, 'my file.md').text, '@"my file.md" ');
  });
});
