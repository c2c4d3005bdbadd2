import assert from 'node:assert/strict';
import type { SessionTree } from '../../../../../src/core/session/rows/rows.ts';
import { callIdOf, itemIdOf, nodeTree } from '../../../../../src/vscode/views/tree/todoNodes.ts';
import { call, outside, read, todo, tree } from './treeRows.ts';

/** The tree as indented ids. */
function drawn(rows: SessionTree): string[] {
  const { roots, byId } = nodeTree(rows);
  const lines = (id: string, depth: number): string[] => [
    '  '.repeat(depth) + id,
    ...(byId.get(id)?.children ?? []).flatMap((child) => lines(child, depth + 1)),
  ];
  return roots.flatMap((id) => lines(id, 0));
}

describe('nodeTree', () => {
  it('hangs calls under their items in order', () => {
    const rows = tree([todo('1', 'completed', [call('a'), call('b')]), todo('2', 'pending')]);
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  call:b', 'todo:2']);
  });

  it('folds finished reads where the first one was', () => {
    const rows = tree([todo('1', 'in_progress', [call('a'), read('b'), call('c'), read('d')])]);
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  reads:todo:1', '    call:b', '    call:d', '  call:c']);
  });

  it('leaves a single read and reads that failed or run as they are', () => {
    const calls = [read('a'), read('b', { state: 'error' }), read('c', { state: 'running' })];
    assert.deepEqual(drawn(tree([todo('1', 'in_progress', calls)])), ['todo:1', '  call:a', '  call:b', '  call:c']);
  });

  it('shows each file that a call changed, and a file under both items that changed it', () => {
    const changes = ['x', 'y'].map((path) => ({ path, before: '', after: '' }));
    const evidence = { kind: 'files', changes } as const;
    const rows = tree([
      todo('1', 'completed', [call('a', { evidence })]),
      todo('2', 'completed', [call('b', { evidence })]),
    ]);
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  change1:call:a', 'todo:2', '  call:b', '  change1:call:b']);
  });

  it('shows new problems behind the change, and none once they are gone', () => {
    const problems = [
      { path: 'x', count: 2, messages: [] },
      { path: 'y', count: 0, messages: [] },
    ];
    const rows = tree([todo('1', 'completed', [call('a', { problems }), call('b')])]);
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  problems0:call:a', '  call:b']);
  });

  it('gives every use of a call id a row of its own', () => {
    const rows = tree([todo('1', 'completed', [call('a')]), todo('2', 'in_progress', [call('a', { key: 'a#2' })])]);
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', 'todo:2', '  call#2:a']);
  });

  it('puts the list first, then what left it, work outside, words, and what was before', () => {
    const rows = tree([todo('1', 'pending', [], { presence: 'dropped' }), todo('2', 'pending')], {
      ...outside(call('a')),
      earlier: [todo('0', 'completed', [call('b')], { presence: 'replaced' })],
      steering: [{ id: 1, what: { kind: 'message', text: 'Faster.' }, state: 'sent' }],
    });
    assert.deepEqual(drawn(rows), [
      'todo:2',
      'todo:1',
      'outside',
      '  call:a',
      'messages',
      '  message:1',
      'earlier',
      '  todo:0',
      '    call:b',
    ]);
  });

  it('knows the place of an item among those on the list', () => {
    const rows = tree([
      todo('1', 'pending', [], { presence: 'skipped' }),
      todo('2', 'completed'),
      todo('3', 'pending'),
    ]);
    const { byId } = nodeTree(rows);
    const places = ['1', '2', '3'].map((id) => {
      const node = byId.get(`todo:${id}`);
      return node?.kind === 'todo' ? [node.position, node.total] : node;
    });
    assert.deepEqual(places, [
      [0, 0],
      [1, 2],
      [2, 2],
    ]);
  });

  it('marks the items that changed while nobody looked', () => {
    const { byId } = nodeTree(tree([todo('1', 'pending'), todo('2', 'pending')]), new Set(['2']));
    const marked = [...byId.values()].filter((node) => node.kind === 'todo' && node.isMarked);
    assert.deepEqual(
      marked.map(({ id }) => id),
      ['todo:2'],
    );
  });
});

describe('callIdOf', () => {
  it('is the id behind the row of a call only', () => {
    assert.deepEqual(['call:toolu_1', 'call#2:a', 'call:b#2', 'todo:1', undefined, {}].map(callIdOf), [
      'toolu_1',
      'a',
      'b#2',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('itemIdOf', () => {
  it('is the id behind the row of an item only', () => {
    assert.deepEqual(['todo:todo-1', 'call:a', 'outside', undefined, 1].map(itemIdOf), [
      'todo-1',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
