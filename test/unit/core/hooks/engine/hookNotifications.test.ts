import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { HookNotifications } from '../../../../../src/core/hooks/engine/hookNotifications.ts';

const call = { callId: 'c1', claudeName: 'Bash' };

describe('HookNotifications', () => {
  let fired: string[];
  let notifications: HookNotifications;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    fired = [];
    notifications = new HookNotifications({ fire: (fields) => fired.push(fields.notification_type) });
  });
  afterEach(() => {
    notifications.dispose();
    mock.timers.reset();
  });

  it('H-65: tells of a question that waited six seconds, once', () => {
    notifications.asks(call);
    mock.timers.tick(5999);
    notifications.asks(call);
    assert.deepEqual(fired, []);
    mock.timers.tick(1);
    mock.timers.tick(60_000);
    assert.deepEqual(fired, ['permission_prompt']);
  });

  it('H-65: does not tell of a question that was answered before', () => {
    notifications.asks(call);
    mock.timers.tick(2000);
    notifications.asks(undefined);
    mock.timers.tick(60_000);
    assert.deepEqual(fired, []);
  });

  it('counts anew for the next question', () => {
    notifications.asks(call);
    mock.timers.tick(4000);
    notifications.asks({ ...call, callId: 'c2' });
    mock.timers.tick(4000);
    assert.deepEqual(fired, []);
    mock.timers.tick(2000);
    assert.deepEqual(fired, ['permission_prompt']);
  });

  it('tells when no prompt came for a minute after a run', () => {
    notifications.runs(true);
    mock.timers.tick(100_000);
    notifications.runs(false);
    mock.timers.tick(59_999);
    assert.deepEqual(fired, []);
    mock.timers.tick(1);
    assert.deepEqual(fired, ['idle_prompt']);
  });

  it('does not tell when the next run began in time', () => {
    notifications.runs(false);
    mock.timers.tick(30_000);
    notifications.runs(true);
    mock.timers.tick(100_000);
    assert.deepEqual(fired, []);
  });
});
