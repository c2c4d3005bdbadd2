import assert from 'node:assert/strict';
import { InputHistory } from '../../../src/webview/inputHistory.ts';

describe('the history of the input box', () => {
  it('goes back to what was sent and forth to what is being typed', () => {
    const history = new InputHistory(['one', 'two']);
    assert.deepEqual(
      [history.previous('dra'), history.previous('two'), history.previous('one')],
      ['two', 'one', undefined],
    );
    assert.deepEqual([history.next(), history.next(), history.next()], ['two', 'dra', undefined]);
  });

  it('begins at the end again once something was typed or sent', () => {
    const history = new InputHistory(['one', 'two']);
    history.previous('');
    history.previous('');
    history.leave();
    assert.equal(history.previous(''), 'two');
    history.add('three');
    assert.equal(history.previous(''), 'three');
  });

  it('holds a text once, where it was sent last, and only the newest', () => {
    const history = new InputHistory(['one', 'two']);
    history.add('one');
    assert.deepEqual(history.sent, ['two', 'one']);
    for (let count = 0; count < 100; count++) history.add(`text ${count}`);
    assert.equal(history.sent.length, 50);
    assert.equal(history.sent[0], 'text 50');
  });
});
