import assert from 'node:assert/strict';
import { SessionMode } from '../../../../src/core/permissions/sessionMode.ts';

describe('SessionMode', () => {
  it('chosen before the first task holds for that session and ends with it', () => {
    const mode = new SessionMode();
    mode.set('acceptEdits');
    mode.reset();
    mode.use();
    assert.equal(mode.mode, 'acceptEdits');
    mode.reset();
    assert.equal(mode.mode, undefined);
  });

  it('chosen after a run is for the next session', () => {
    const mode = new SessionMode();
    mode.use();
    mode.set('plan');
    mode.reset();
    assert.equal(mode.mode, 'plan');
  });
});
