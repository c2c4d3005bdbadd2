import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { SeenItems } from '../../../../../src/core/session/rows/seenItems.ts';
import { SessionRows } from '../../../../../src/core/session/rows/sessionRows.ts';
import { log } from '../sessionLog.ts';

class Bench {
  readonly seen: SeenItems;
  readonly #rows = new SessionRows();

  constructor(isVisible = true) {
    this.seen = new SeenItems(isVisible);
  }

  apply(...events: readonly AgentEvent[]): this {
    for (const event of events) {
      this.#rows.apply(event);
      this.seen.update(this.#rows.tree().items);
    }
    return this;
  }

  restore(event: AgentEvent): this {
    this.#rows.apply(event);
    this.seen.restore(this.#rows.tree().items);
    return this;
  }

  get state(): readonly [marked: string, count: number] {
    return [[...this.seen.marked].join(' '), this.seen.count];
  }
}

const { list, call, done, end, start } = log;

describe('SeenItems', () => {
  it('marks nothing while the view is shown', () => {
    assert.deepEqual(new Bench().apply(list('model', '[>] a'), list('model', '[x] a')).state, ['', 0]);
  });

  it('marks and counts what changes while it is hidden, but not the work itself', () => {
    const bench = new Bench().apply(start(), list('model', '[>] a', '[ ] b', '[ ] c'));
    bench.seen.setVisible(false);
    bench.apply(call('1'), done('1'));
    assert.deepEqual(bench.state, ['', 0]);
    bench.apply(list('model', '[x] a', '[>] b', '[ ] c'), list('model', '[x] a', '[>] b'));
    assert.deepEqual(bench.state, ['a b c', 3]);
  });

  it('marks a denial, problems and the end of a run', () => {
    const events: readonly (readonly AgentEvent[])[] = [
      [call('1'), done('1', 'denied')],
      [call('1'), { kind: 'problemsFound', callId: '1', path: 'p', count: 1, messages: [] }],
      [end('cancelled')],
    ];
    for (const happening of events) {
      const bench = new Bench().apply(start(), list('model', '[>] a'));
      bench.seen.setVisible(false);
      assert.deepEqual(bench.apply(...happening).state, ['a', 1]);
    }
  });

  it('takes back a mark when the item is as it was', () => {
    const bench = new Bench().apply(list('model', '[>] a'));
    bench.seen.setVisible(false);
    bench.apply(list('model', '[ ] a'), list('model', '[>] a'));
    assert.deepEqual(bench.state, ['', 0]);
  });

  it('keeps the marks when the view is shown, without the badge, until the person acts or hides it', () => {
    for (const leave of ['acknowledge', 'hide'] as const) {
      const bench = new Bench().apply(list('model', '[>] a', '[ ] b'));
      bench.seen.setVisible(false);
      bench.apply(list('model', '[x] a', '[ ] b'));
      bench.seen.setVisible(true);
      bench.apply(list('model', '[x] a', '[>] b'));
      assert.deepEqual(bench.state, ['a', 0]);
      if (leave === 'hide') bench.seen.setVisible(false);
      else bench.seen.acknowledge();
      assert.deepEqual(bench.state, ['', 0]);
    }
  });

  it('marks nothing of a stored session, and what changes after it', () => {
    const bench = new Bench(false).restore(list('model', '[x] a', '[ ] b'));
    assert.deepEqual(bench.state, ['', 0]);
    assert.deepEqual(bench.apply(list('model', '[x] a', '[>] b')).state, ['b', 1]);
  });

  it('takes everything for new in a view that was never shown', () => {
    assert.deepEqual(new Bench(false).apply(list('model', '[ ] a', '[ ] b')).state, ['a b', 2]);
  });
});
