import assert from 'node:assert/strict';
import type { ItemRow } from '../../../../../src/core/session/rows/rows.ts';
import {
  activeRoots,
  changedRoots,
  urgencyOf,
  type Urgency,
} from '../../../../../src/vscode/views/tree/nodeChanges.ts';
import { nodeTree } from '../../../../../src/vscode/views/tree/todoNodes.ts';
import { call, outside, todo, tree } from './treeRows.ts';

describe('changedRoots', () => {
  const first = todo('1', 'in_progress', [call('a')]);
  const second = todo('2', 'pending');
  const before = nodeTree(tree([first, second]));

  it('is empty while all rows are the same', () => {
    assert.deepEqual(changedRoots(before, nodeTree(tree([first, second]))), []);
  });

  it('names the items that changed', () => {
    assert.deepEqual(changedRoots(before, nodeTree(tree([{ ...first, steering: 'sent' }, second]))), ['todo:1']);
  });

  it('names an item that is marked now', () => {
    assert.deepEqual(changedRoots(before, nodeTree(tree([first, second]), new Set(['2']))), ['todo:2']);
  });

  it('names the group below which an item changed', () => {
    const old = todo('0', 'completed', [call('b')], { presence: 'replaced' });
    const rows = (row: ItemRow) => nodeTree(tree([first], { earlier: [row] }));
    assert.deepEqual(changedRoots(rows(old), rows({ ...old, presence: 'removed' })), ['earlier']);
  });

  it('names work outside of the plan only when it changed', () => {
    const [a, b] = [call('x'), call('y')];
    const rows = nodeTree(tree([first], outside(a)));
    assert.deepEqual(changedRoots(rows, nodeTree(tree([first], outside(a)))), []);
    assert.deepEqual(changedRoots(rows, nodeTree(tree([first], outside(a, b)))), ['outside']);
  });

  it('is undefined when the first row can be opened', () => {
    const flat = nodeTree(tree([todo('1', 'in_progress'), second]));
    assert.equal(changedRoots(flat, before), undefined);
  });

  it('is undefined when an item came, went or moved', () => {
    assert.equal(changedRoots(before, nodeTree(tree([second, first]))), undefined);
  });
});

describe('activeRoots', () => {
  it('names what the state of the run changes', () => {
    const items = [todo('1', 'completed', [call('a')]), todo('2', 'in_progress'), todo('3', 'pending')];
    const rows = nodeTree(tree(items, outside(call('b', { state: 'running' }))));
    assert.deepEqual(activeRoots(rows), ['todo:2', 'outside']);
  });
});

describe('urgencyOf', () => {
  const row = todo('1', 'in_progress');
  const before = nodeTree(tree([row]));
  const cost = { ...row.cost, outputTokens: 7 };
  const cases: readonly [name: string, after: ItemRow, wanted: Urgency][] = [
    ['a status changed', todo('1', 'completed'), 'atOnce'],
    ['the person locked an item', todo('1', 'in_progress', [], { isLocked: true }), 'atOnce'],
    ["the person's edit was seen", todo('1', 'in_progress', [], { steering: 'seen' }), 'atOnce'],
    ['a call waits for the person', todo('1', 'in_progress', [call('a', { state: 'waiting' })]), 'atOnce'],
    ['a call started', todo('1', 'in_progress', [call('a', { state: 'running' })]), 'soon'],
    ['a file of its work is not as it was left', { ...row, drift: [] }, 'soon'],
    ['the item cost something', { ...row, cost }, 'later'],
    ['the item cost something and a call ended', { ...row, cost, calls: [call('a')] }, 'soon'],
    ['nothing changed', row, 'soon'],
  ];
  for (const [name, after, wanted] of cases) {
    it(`is ${wanted} when ${name}`, () => assert.equal(urgencyOf(before, nodeTree(tree([after]))), wanted));
  }

  it('is soon when a question has been answered', () => {
    const asked = nodeTree(tree([todo('1', 'in_progress', [call('a', { state: 'waiting' })])]));
    assert.equal(urgencyOf(asked, nodeTree(tree([todo('1', 'in_progress', [call('a')])]))), 'soon');
  });
});
