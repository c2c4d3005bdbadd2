import { tokenUsage } from '../../../../../src/core/model/tokenUsage.ts';
import assert from 'node:assert/strict';
import { SessionRows } from '../../../../../src/core/session/rows/sessionRows.ts';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { at, log, rowOf, treeOf } from '../sessionLog.ts';

const { start, end, list, call, done, request, answer, round, ask, allow, edit } = log;

const summed = { kind: 'answered', stopReason: 'end_turn', isSummary: true } as const;

describe('SessionRows', () => {
  describe('evidence', () => {
    it('hangs a call under the item that was in progress when it started', () => {
      const tree = treeOf(
        start(),
        call('0'),
        list('model', '[>] a', '[ ] b'),
        call('1'),
        list('model', '[x] a', '[>] b'),
        done('1'),
        call('2'),
      );
      assert.deepEqual(
        ['a', 'b'].map((id) => rowOf(tree, id).calls.map(({ callId, state }) => `${callId} ${state}`)),
        [['1 ok'], ['2 running']],
      );
      assert.deepEqual(
        tree.outside?.calls.map(({ callId }) => callId),
        ['0'],
      );
    });

    it('keeps calls apart that a provider gave the same id', () => {
      const tree = treeOf(
        list('model', '[>] a', '[ ] b'),
        call('1'),
        done('1', 'error'),
        list('model', '[x] a', '[>] b'),
        call('1'),
        done('1'),
      );
      const calls = ['a', 'b'].flatMap((id) => rowOf(tree, id).calls);
      assert.deepEqual(
        calls.map(({ callId, key, state }) => [callId, key, state]),
        [
          ['1', undefined, 'error'],
          ['1', '1#2', 'ok'],
        ],
      );
    });

    it('shows a file under each item that touched it', () => {
      const evidence = { kind: 'files', changes: [{ path: '/w/a.ts', before: '', after: 'x' }] } as const;
      const tree = treeOf(
        list('model', '[>] a', '[ ] b'),
        call('1'),
        done('1', 'ok', { evidence }),
        list('model', '[x] a', '[>] b'),
        call('2'),
        done('2', 'ok', { evidence }),
      );
      for (const id of ['a', 'b']) assert.deepEqual(rowOf(tree, id).calls[0]?.evidence, evidence);
    });

    it('adds the problems that an edit caused, the newest word for each file', () => {
      const found = (count: number, path = '/w/a.ts'): AgentEvent => ({
        kind: 'problemsFound',
        callId: '1',
        path,
        count,
        messages: [],
      });
      const tree = treeOf(list('model', '[>] a'), call('1'), done('1'), found(3), found(1, '/w/b.ts'), found(2));
      assert.deepEqual(rowOf(tree, 'a').calls[0]?.problems, [
        { path: '/w/b.ts', count: 1, messages: [] },
        { path: '/w/a.ts', count: 2, messages: [] },
      ]);
    });

    it('tells done from done with nothing recorded', () => {
      const refused = [call('1'), done('1', 'denied'), call('2'), done('2', 'forbidden')];
      const tree = treeOf(
        list('model', '[>] a', '[ ] b', '[ ] c'),
        ...refused,
        list('model', '[x] a', '[>] b', '[x] c'),
        call('3'),
        done('3', 'error'),
        list('model', '[x] a', '[x] b', '[x] c'),
      );
      assert.deepEqual(
        ['a', 'b', 'c'].map((id) => rowOf(tree, id).doubt),
        ['declined', 'failed', 'unrecorded'],
      );
    });

    it('takes the word of the person for done', () => {
      const row = rowOf(treeOf(list('model', '[ ] a'), list('user', '[x] a')), 'a');
      assert.deepEqual([row.doubt, row.completedBy], [undefined, 'user']);
    });

    it('is not lost with a cleared list', () => {
      const tree = treeOf(list('model', '[>] a'), call('1'), list('user'));
      assert.deepEqual([tree.items.length, tree.outside?.calls.length], [0, 1]);
    });
  });

  describe('settlement', () => {
    const causes = [
      ['completed', 'finishedTurn'],
      ['cancelled', 'stopped'],
      ['failed', 'error'],
      ['limit', 'limit'],
      ['blocked', 'blocked'],
    ] as const;
    for (const [kind, cause] of causes) {
      it(`gives each open item its end state when a run is ${kind}`, () => {
        const tree = treeOf(start(), list('model', '[x] a', '[>] b', '[ ] c'), end(kind, 'why'));
        assert.deepEqual(
          ['a', 'b', 'c'].map((id) => rowOf(tree, id).settlement),
          [undefined, { isStarted: true, cause, reason: 'why' }, { isStarted: false, cause, reason: 'why' }],
        );
      });
    }

    it('does not call it a stop when the editor went down', () => {
      const outcome = { kind: 'cancelled', rounds: 1, sessionId: 's' } as const;
      const tree = treeOf(start(), list('model', '[>] a'), { kind: 'runFinished', outcome, isCutOff: true });
      assert.equal(rowOf(tree, 'a').settlement?.cause, 'interrupted');
    });

    it('names a denial as the cause where the agent gave up after it', () => {
      const tree = treeOf(start(), list('model', '[>] a', '[ ] b'), call('1'), done('1', 'denied'), end());
      assert.deepEqual(
        ['a', 'b'].map((id) => rowOf(tree, id).settlement?.cause),
        ['denied', 'finishedTurn'],
      );
    });

    it('is over when a run starts, and for an item that the person completes', () => {
      const before = [start(), list('model', '[>] a', '[ ] b'), end('cancelled')];
      assert.equal(rowOf(treeOf(...before, start()), 'a').settlement, undefined);
      const tree = treeOf(...before, list('user', '[x] a', '[ ] b'));
      assert.deepEqual(
        ['a', 'b'].map((id) => rowOf(tree, id).settlement?.cause),
        [undefined, 'stopped'],
      );
    });

    it('leaves nothing going on', () => {
      const tree = treeOf(start(), list('model', '[>] a'), call('1'), call('2'), ask('2'), end('failed'));
      assert.deepEqual(
        rowOf(tree, 'a').calls.map(({ state }) => state),
        ['cancelled', 'cancelled'],
      );
      assert.equal(tree.isRunning, false);
    });
  });

  it('counts the calls since the list last changed, its own not', () => {
    const events = [list('model', '[>] a'), call('1'), call('2'), call('3', 'todo_write')];
    assert.equal(treeOf(...events).callsSinceChange, 2);
    assert.equal(treeOf(...events, list('model', '[x] a')).callsSinceChange, 0);
  });

  describe('drift', () => {
    it('keeps what a rewrite loses where it stood', () => {
      const tree = treeOf(list('model', '[x] a', '[ ] b', '[ ] c'), list('model', '[x] a', '[>] c'));
      assert.deepEqual(
        tree.items.map(({ item, presence }) => [item.content, presence]),
        [
          ['a', 'listed'],
          ['b', 'dropped'],
          ['c', 'listed'],
        ],
      );
    });

    it('sets a finished plan aside when the next one comes', () => {
      const tree = treeOf(list('model', '[x] a', '[x] b'), list('model', '[>] c'));
      assert.deepEqual(
        tree.earlier.map(({ item, presence }) => [item.content, presence]),
        [
          ['a', 'replaced'],
          ['b', 'replaced'],
        ],
      );
    });

    it('shows the first text of a renamed item until it is back or the person renames it', () => {
      const renamed = [list('model', '[ ] a:one'), list('model', '[ ] a:two'), list('model', '[>] a:three')];
      assert.deepEqual(rowOf(treeOf(...renamed), 'a').drift, [{ kind: 'renamed', from: 'one' }]);
      assert.deepEqual(rowOf(treeOf(...renamed, list('model', '[>] a:one')), 'a').drift, []);
      assert.deepEqual(rowOf(treeOf(...renamed, list('user', '[>] a:four')), 'a').drift, []);
      assert.deepEqual(rowOf(treeOf(...renamed, list('user', '[x] a:three')), 'a').drift, [
        { kind: 'renamed', from: 'one' },
      ]);
    });

    it('shows an item that was set back, until it is done again', () => {
      const unticked = [list('model', '[x] a', '[ ] b'), list('model', '[ ] a', '[ ] b')];
      assert.deepEqual(rowOf(treeOf(...unticked), 'a').drift, [{ kind: 'unticked' }]);
      assert.deepEqual(rowOf(treeOf(...unticked, list('user', '[ ] a', '[x] b')), 'a').drift, [{ kind: 'unticked' }]);
      assert.deepEqual(rowOf(treeOf(...unticked, list('model', '[x] a', '[ ] b')), 'a').drift, []);
    });

    it('is not what the person does', () => {
      const tree = treeOf(list('model', '[x] a:one'), list('user', '[ ] a:two'));
      assert.deepEqual(rowOf(tree, 'a').drift, []);
    });
  });

  describe('edits by the person', () => {
    const skip = (kind: 'skipped' | 'removed', id = 'b') => edit(1, { kind, itemId: id, content: id });

    it('keep a skipped item in sight and let a removed one go', () => {
      const before = list('model', '[ ] a', '[ ] b', '[ ] c');
      const skipped = treeOf(before, skip('skipped'), list('user', '[ ] a', '[ ] c'));
      assert.deepEqual(
        skipped.items.map(({ presence }) => presence),
        ['listed', 'skipped', 'listed'],
      );
      const removed = treeOf(before, skip('removed'), list('user', '[ ] a', '[ ] c'));
      assert.deepEqual([removed.items.length, removed.earlier.length], [2, 0]);
    });

    it('keep a removed item that holds evidence', () => {
      const tree = treeOf(list('model', '[>] b', '[ ] c'), call('1'), skip('removed'), list('user', '[ ] c'));
      assert.equal(rowOf(tree, 'b').presence, 'removed');
    });

    it('show when the model brings back what the person took away', () => {
      const tree = treeOf(
        list('model', '[ ] a', '[ ] b'),
        skip('skipped'),
        list('user', '[ ] a'),
        list('model', '[ ] a', '[ ] b'),
      );
      assert.deepEqual([rowOf(tree, 'b').presence, rowOf(tree, 'b').drift], ['listed', [{ kind: 'returned' }]]);
    });

    it('show locks', () => {
      const place = { after: undefined, index: 0 };
      const tree = treeOf(
        list('model', '[ ] a', '[ ] b'),
        edit(1, { kind: 'locked', itemId: 'a', content: 'a' }),
        edit(2, { kind: 'added', itemId: 'x', content: 'x', place }),
        list('user', '[ ] x', '[ ] a', '[ ] b'),
        list('model', '[>] x', '[ ] a', '[ ] b'),
      );
      assert.deepEqual(
        tree.items.map(({ item, isLocked }) => [item.id, isLocked]),
        [
          ['x', true],
          ['a', true],
          ['b', false],
        ],
      );
    });

    it('are pending, sent and seen, and forgotten with the next run once seen', () => {
      const sent: AgentEvent = { kind: 'steeringSent', ids: [1] };
      const events = [start(), list('model', '[ ] a'), edit(1, { kind: 'locked', itemId: 'a', content: 'a' })];
      const later = log.steer(2, { kind: 'message', text: 'hi' });
      const states = (...more: readonly AgentEvent[]) => {
        const tree = treeOf(...events, ...more);
        return [rowOf(tree, 'a').steering, ...tree.steering.map(({ state }) => state)];
      };
      assert.deepEqual(states(), ['pending', 'pending']);
      assert.deepEqual(states(later, answer(), sent), ['sent', 'sent', 'pending']);
      assert.deepEqual(states(later, sent, answer()), ['seen', 'seen', 'pending']);
      assert.deepEqual(states(later, sent, answer(), end(), start()), [undefined, 'pending']);
    });
  });

  describe('cost', () => {
    it('counts an answer and its round for the item that it was asked for, and for none while there was no plan', () => {
      const tree = treeOf(
        start(),
        request(),
        answer(10),
        list('model', '[>] a', '[ ] b'),
        request(),
        answer(1000),
        list('model', '[x] a', '[>] b'),
        round(),
        request(),
        answer(100),
      );
      assert.deepEqual(
        [rowOf(tree, 'a').cost.inputTokens, rowOf(tree, 'b').cost.inputTokens, tree.total.inputTokens],
        [1000, 100, 1110],
      );
      assert.deepEqual([rowOf(tree, 'a').cost.rounds, rowOf(tree, 'a').cost.usd], [1, 0.003]);
    });

    it('counts a summary for the task, not for an item, and as no round', () => {
      const tree = treeOf(
        start(),
        list('model', '[>] a'),
        request(),
        answer(100),
        round(),
        { ...summed, usage: tokenUsage(1000, 0) },
        request(),
        answer(10),
      );
      assert.deepEqual([rowOf(tree, 'a').cost.inputTokens, rowOf(tree, 'a').cost.rounds], [110, 1]);
      assert.deepEqual([tree.total.inputTokens, tree.total.rounds], [1110, 1]);
    });

    it('names no money once a price is not known', () => {
      const tree = treeOf(start(), request(), answer(10, 'local-model'), request(), answer(10));
      assert.equal(tree.total.usd, undefined);
    });

    it('counts the time of a run, without the waits for the person', () => {
      const tree = treeOf(
        at(0, start()),
        at(100, list('model', '[>] a', '[ ] b')),
        at(300, call('1')),
        at(400, ask('1')),
        at(5400, allow('1')),
        at(5500, done('1')),
        at(5600, { kind: 'paused', reason: { kind: 'now' } }),
        at(9600, { kind: 'resumed', choice: 'goOn' }),
        at(9700, list('model', '[x] a', '[>] b')),
        at(9750, end()),
        at(20_000, start()),
        at(20_005, end()),
      );
      assert.deepEqual([rowOf(tree, 'a').cost.activeMs, rowOf(tree, 'b').cost.activeMs], [600, 55]);
      assert.equal(tree.total.activeMs, 755);
    });
  });

  describe('as a source of views', () => {
    it('hands out the very same tree and rows until they change', () => {
      const rows = new SessionRows();
      for (const event of [start(), list('model', '[>] a', '[ ] b'), call('1')]) rows.apply(event);
      const tree = rows.tree();
      assert.equal(rows.tree(), tree);
      rows.apply(done('1'));
      assert.notEqual(rowOf(rows.tree(), 'a'), rowOf(tree, 'a'));
      assert.equal(rowOf(rows.tree(), 'b'), rowOf(tree, 'b'));
    });

    it('is silent on what changes nothing', () => {
      const rows = new SessionRows();
      let changes = 0;
      rows.onDidChange(() => changes++);
      rows.apply({ kind: 'text', delta: 'x' });
      rows.apply(done('unknown'));
      rows.apply(call('1', 'todo_write'));
      assert.equal(changes, 0);
    });

    it('gives the items on the list and all other work as roots', () => {
      const rows = new SessionRows();
      for (const event of [call('0'), list('model', '[>] a', '[ ] b'), call('1'), list('model', '[ ] b')])
        rows.apply(event);
      assert.deepEqual(
        rows.rows().map((row) => [row.kind, row.calls.length]),
        [
          ['todo', 0],
          ['outside', 2],
        ],
      );
    });

    it('starts anew with a session', () => {
      const rows = new SessionRows();
      for (const event of [start(), list('model', '[>] a'), call('1'), request(), answer(5)]) rows.apply(event);
      rows.reset();
      assert.deepEqual(rows.tree(), new SessionRows().tree());
    });
  });
});
