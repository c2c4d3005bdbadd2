import { tokenUsage } from '../../../../../src/core/model/tokenUsage.ts';
import assert from 'node:assert/strict';
import type { PauseReason } from '../../../../../src/core/agent/steerEvents.ts';
import type { Budgets } from '../../../../../src/core/session/gate/pausePolicy.ts';
import { RunGate } from '../../../../../src/core/session/gate/runGate.ts';
import { FakeLog, log } from '../sessionLog.ts';

const { signal } = new AbortController();

class Bench {
  readonly log = new FakeLog();
  budgets: Budgets = {};
  guardsLoops = true;
  readonly gate = new RunGate(this.log, { budgets: () => this.budgets, guardsLoops: () => this.guardsLoops });

  constructor() {
    this.log.emit(log.start());
  }

  /** The reasons it waits for here, going on each time. */
  async reasons(at: 'call' | 'request' = 'request'): Promise<readonly PauseReason[]> {
    const reasons: PauseReason[] = [];
    const subscription = this.log.onDidEmit((event) => {
      if (event.kind !== 'paused') return;
      reasons.push(event.reason);
      queueMicrotask(() => this.gate.goOn());
    });
    await this.gate.hold(at, signal);
    subscription.dispose();
    return reasons;
  }

  loop(): void {
    for (const id of ['1', '2', '3']) this.log.emit(log.call(id), log.done(id));
  }
}

describe('RunGate', () => {
  it('lets a run pass that nothing speaks against', async () => {
    const { gate, log: fake } = new Bench();
    await gate.hold('call', signal);
    assert.equal(await gate.beforeRequest(signal), undefined);
    assert.deepEqual(fake.recorded, []);
  });

  it('waits when asked to, says so, and goes on when told', async () => {
    const { gate, log: fake } = new Bench();
    gate.pauseNow();
    assert.deepEqual([gate.isPausing, gate.pause], [true, undefined]);
    const held = gate.hold('call', signal);
    assert.deepEqual([gate.isPausing, gate.pause], [false, { kind: 'now' }]);
    gate.pauseNow();
    gate.goOn();
    await held;
    assert.deepEqual([gate.isPausing, gate.pause], [false, undefined]);
    assert.deepEqual(fake.recorded, [
      { kind: 'paused', reason: { kind: 'now' } },
      { kind: 'resumed', choice: 'goOn' },
    ]);
  });

  it('does not keep a wish for a pause without a run, or beyond its end', async () => {
    const bench = new Bench();
    bench.gate.pauseNow();
    bench.log.emit(log.end());
    bench.gate.pauseNow();
    bench.log.emit(log.start());
    assert.deepEqual(await bench.reasons(), []);
  });

  it('ends its wait when the run is stopped', async () => {
    const { gate, log: fake } = new Bench();
    const controller = new AbortController();
    gate.pauseNow();
    const held = gate.hold('call', controller.signal);
    controller.abort();
    await held;
    assert.equal(gate.pause, undefined);
    assert.deepEqual(fake.recorded, [{ kind: 'paused', reason: { kind: 'now' } }]);
    await assert.rejects(gate.beforeRequest(controller.signal), { name: 'AbortError' });
  });

  for (const [what, isResumedFirst] of [
    ['a resume and a stop', true],
    ['a stop and a resume', false],
  ] as const) {
    it(`takes ${what} at the same moment for a stop`, async () => {
      const { gate, log: fake } = new Bench();
      const controller = new AbortController();
      gate.pauseNow();
      gate.pauseNow();
      const held = gate.hold('call', controller.signal);
      if (isResumedFirst) gate.goOn();
      controller.abort();
      gate.goOn();
      await held;
      assert.deepEqual([gate.isPausing, gate.pause], [!isResumedFirst, undefined]);
      assert.equal(fake.recorded.filter(({ kind }) => kind === 'paused').length, 1);
      fake.emit(log.end('cancelled'));
      assert.equal(gate.isPausing, false);
      await assert.rejects(gate.beforeRequest(controller.signal), { name: 'AbortError' });
    });
  }

  it('stops the run when the person ends it at a pause', () => {
    const { gate, log: fake } = new Bench();
    gate.end();
    assert.equal(fake.stops, 0);
    gate.pauseNow();
    void gate.hold('call', signal);
    gate.end();
    assert.equal(fake.stops, 1);
  });

  describe('at a stop point', () => {
    const before = { itemId: 'b', when: 'before' } as const;
    const after = { itemId: 'b', when: 'after' } as const;

    function benchWith(...points: readonly (typeof before | typeof after)[]): Bench {
      const bench = new Bench();
      bench.log.emit(log.list('model', '[>] a', '[ ] b'));
      for (const point of points) bench.gate.setStopPoint(point, true);
      return bench;
    }

    it('waits before an item is worked on, once', async () => {
      const bench = benchWith(before);
      bench.log.emit(log.list('model', '[x] a', '[>] b'));
      assert.deepEqual(await bench.reasons('call'), [{ kind: 'item', ...before, content: 'b' }]);
      assert.deepEqual([await bench.reasons('call'), bench.gate.stopPoints], [[], []]);
    });

    it('waits after an item is completed', async () => {
      const bench = benchWith(after);
      bench.log.emit(log.list('model', '[x] a', '[>] b'));
      assert.deepEqual(await bench.reasons('call'), []);
      bench.log.emit(log.list('model', '[x] a', '[x] b'));
      assert.deepEqual(await bench.reasons('call'), [{ kind: 'item', ...after, content: 'b' }]);
    });

    it('waits too when the item goes from pending to completed at once', async () => {
      const bench = benchWith(before);
      bench.log.emit(log.list('model', '[x] a', '[x] b'));
      assert.equal((await bench.reasons('call')).length, 1);
    });

    it('does not wait for what the person did', async () => {
      const bench = benchWith(before, after);
      bench.log.emit(log.list('user', '[x] a', '[x] b'));
      assert.deepEqual([await bench.reasons(), bench.gate.stopPoints], [[], []]);
    });

    it('logs the points as they are set, reached and lost', () => {
      const bench = benchWith(before, after);
      bench.gate.setStopPoint(before, false);
      bench.log.emit(log.list('model', '[>] a'));
      assert.deepEqual(
        bench.log.recorded.map((event) => event.kind === 'stopPointsChanged' && event.points),
        [[before], [before, after], [after], []],
      );
    });

    it('takes no point that lies behind', () => {
      const bench = benchWith();
      bench.gate.setStopPoint({ itemId: 'a', when: 'before' }, true);
      bench.gate.setStopPoint({ itemId: 'unknown', when: 'after' }, true);
      assert.deepEqual(bench.gate.stopPoints, []);
    });
  });

  describe('over a budget', () => {
    it('waits before the next request, not before a call, and gives as much again', async () => {
      const bench = new Bench();
      bench.budgets = { maxTokens: 100 };
      bench.log.emit(log.answer(99));
      assert.deepEqual(await bench.reasons(), []);
      bench.log.emit(log.answer(31));
      assert.deepEqual(await bench.reasons('call'), []);
      assert.deepEqual(await bench.reasons(), [{ kind: 'budget', budget: 'tokens', used: 130, limit: 100 }]);
      bench.log.emit(log.answer(99));
      assert.deepEqual(await bench.reasons(), []);
      bench.log.emit(log.answer(1));
      assert.deepEqual(await bench.reasons(), [{ kind: 'budget', budget: 'tokens', used: 230, limit: 230 }]);
    });

    it('counts rounds by run, tokens and money by session', async () => {
      const bench = new Bench();
      bench.budgets = { maxRounds: 2, maxCostUsd: 0.01 };
      bench.log.emit(log.answer(1000), log.end(), log.start(), log.answer(2000));
      assert.deepEqual(await bench.reasons(), []);
      bench.log.emit(log.answer(1000, 'a-model-without-a-price'));
      assert.deepEqual(await bench.reasons(), [{ kind: 'budget', budget: 'rounds', used: 2, limit: 2 }]);
      bench.log.emit(log.answer(1000));
      const [reason] = await bench.reasons();
      assert.ok(reason?.kind === 'budget' && reason.budget === 'cost');
      assert.deepEqual([reason.used.toFixed(3), reason.limit], ['0.012', 0.01]);
    });

    it('counts a summary by its price only', async () => {
      const bench = new Bench();
      bench.budgets = { maxRounds: 1, maxTokens: 50 };
      const summary = { kind: 'answered', stopReason: 'end_turn', usage: tokenUsage(40, 0), isSummary: true } as const;
      bench.log.emit(summary);
      assert.deepEqual(await bench.reasons(), []);
      bench.log.emit(summary);
      assert.deepEqual(await bench.reasons(), [{ kind: 'budget', budget: 'tokens', used: 80, limit: 50 }]);
    });

    it('ends the run as limited when the person wants no more', async () => {
      const bench = new Bench();
      bench.budgets = { maxRounds: 1 };
      bench.log.emit(log.answer());
      const held = bench.gate.hold('request', signal);
      bench.gate.end();
      await held;
      const end = { kind: 'limit', reason: 'Ended by you, 1 of 1 rounds (agent.maxRounds) used.' };
      assert.deepEqual(await bench.gate.beforeRequest(signal), end);
      assert.deepEqual(bench.log.recorded.at(-1), { kind: 'resumed', choice: 'end' });
      bench.log.emit(log.end('limit'), log.start());
      assert.equal(await bench.gate.beforeRequest(signal), undefined);
    });

    it('takes nothing and zero for no budget', async () => {
      const bench = new Bench();
      bench.budgets = { maxRounds: 0, maxTokens: undefined };
      bench.log.emit(log.answer(1000), log.answer(1000));
      assert.deepEqual(await bench.reasons(), []);
    });

    it('takes up a session from before with its stop points, what was used and what was granted', async () => {
      const bench = new Bench();
      bench.budgets = { maxTokens: 100 };
      const reason = { kind: 'budget', budget: 'tokens', used: 150, limit: 100 } as const;
      const points = [{ itemId: 'a', when: 'after' }] as const;
      bench.gate.resume([
        log.list('model', '[>] a'),
        { kind: 'stopPointsChanged', points },
        log.answer(150),
        { kind: 'paused', reason },
        { kind: 'resumed', choice: 'goOn' },
        log.answer(50),
      ]);
      assert.deepEqual([await bench.reasons(), bench.gate.stopPoints], [[], points]);
      bench.log.emit(log.answer(50));
      assert.deepEqual(await bench.reasons(), [{ ...reason, used: 250, limit: 250 }]);
    });

    it('starts anew with a session', async () => {
      const bench = new Bench();
      bench.budgets = { maxTokens: 100 };
      bench.log.emit(log.answer(200));
      bench.log.reset();
      assert.deepEqual(await bench.reasons(), []);
    });
  });

  describe('in a loop', () => {
    it('waits with the calls as evidence, and needs a new one to wait again', async () => {
      const bench = new Bench();
      bench.loop();
      assert.deepEqual(await bench.reasons('call'), []);
      const calls = [{ callId: '3', name: 'bash', title: 'npm test' }];
      assert.deepEqual(await bench.reasons(), [{ kind: 'loop', calls, times: 3 }]);
      bench.log.emit(log.call('4'), log.done('4'));
      assert.deepEqual(await bench.reasons(), []);
    });

    it('waits for none when switched off', async () => {
      const bench = new Bench();
      bench.guardsLoops = false;
      bench.loop();
      assert.deepEqual(await bench.reasons(), []);
    });
  });
});
