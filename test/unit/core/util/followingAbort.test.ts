import assert from 'node:assert/strict';
import { FollowingAbort } from '../../../../src/core/util/followingAbort.ts';

describe('FollowingAbort', () => {
  it('is aborted along with the other signal, with its reason', () => {
    const other = new AbortController();
    const { signal } = new FollowingAbort(other.signal);
    assert.equal(signal.aborted, false);
    other.abort('stopped');
    assert.deepEqual([signal.aborted, signal.reason], [true, 'stopped']);
    assert.equal(new FollowingAbort(other.signal).signal.reason, 'stopped');
  });

  it('is aborted alone, and leaves the other as it is', () => {
    const other = new AbortController();
    const own = new FollowingAbort(other.signal);
    own.abort('mine');
    assert.deepEqual([own.signal.reason, other.signal.aborted], ['mine', false]);
    other.abort('stopped');
    assert.equal(own.signal.reason, 'mine');
  });

  it('follows no more once it is disposed', () => {
    const other = new AbortController();
    const own = new FollowingAbort(other.signal);
    own[Symbol.dispose]();
    other.abort();
    assert.equal(own.signal.aborted, false);
  });
});
