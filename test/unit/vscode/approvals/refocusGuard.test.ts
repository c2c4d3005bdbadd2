import assert from 'node:assert/strict';
import { RefocusGuard } from '../../../../src/vscode/approvals/refocusGuard.ts';

describe('RefocusGuard', () => {
  it('covers a click right after the window came to the front, and no later one', () => {
    const guard = new RefocusGuard(false);
    guard.update(true, 1000);
    assert.equal(guard.covers(1100), true);
    assert.equal(guard.covers(1500), false);
  });

  it('does not cover clicks in a window that was in front all along', () => {
    const guard = new RefocusGuard(true);
    guard.update(true, 1000);
    assert.equal(guard.covers(1001), false);
  });
});
