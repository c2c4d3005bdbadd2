import assert from 'node:assert/strict';
import { LoopGuard } from '../../../../../src/core/session/gate/loopGuard.ts';
import { log } from '../sessionLog.ts';

/** Calls like `a`, or `a=other` for a call with another result. */
function loopOf(...calls: readonly string[]): string | undefined {
  const guard = new LoopGuard();
  calls.forEach((call, index) => {
    const [title = '', output = 'same'] = call.split('=');
    guard.apply(log.call(`${index}`, 'bash', title));
    guard.apply(log.done(`${index}`, 'error', { output }));
  });
  const found = guard.found();
  return found && `${found.times} x ${found.calls.map(({ title }) => title).join(' ')}`;
}

describe('LoopGuard', () => {
  it('notices the same call three times', () => {
    assert.equal(loopOf('a', 'a'), undefined);
    assert.equal(loopOf('a', 'a', 'a'), '3 x a');
    assert.equal(loopOf('b', 'a', 'a', 'a'), '3 x a');
  });

  it('notices two calls in turn, twice', () => {
    assert.equal(loopOf('a', 'b', 'a'), undefined);
    assert.equal(loopOf('a', 'b', 'a', 'b'), '2 x a b');
  });

  it('takes another result for progress', () => {
    assert.equal(loopOf('a=1', 'a=2', 'a=3'), undefined);
    assert.equal(loopOf('a', 'b=1', 'a', 'b=2'), undefined);
  });

  it('looks at the last calls only', () => {
    assert.equal(loopOf('a', 'a', 'a', 'b'), undefined);
    assert.equal(loopOf('a', 'a', 'b', 'a'), undefined);
  });

  it('tells calls with other input apart, whatever they are called', () => {
    const guard = new LoopGuard();
    for (const id of ['1', '2', '3']) {
      guard.apply({ ...log.call(id), ...{ input: { id } } });
      guard.apply(log.done(id));
    }
    assert.equal(guard.found(), undefined);
  });

  it('starts anew with a run', () => {
    const guard = new LoopGuard();
    for (const id of ['1', '2', '3']) for (const event of [log.call(id), log.done(id)]) guard.apply(event);
    guard.apply(log.start());
    assert.equal(guard.found(), undefined);
  });
});
