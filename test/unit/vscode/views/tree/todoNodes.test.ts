import assert from 'node:assert/strict';
import type { CallRow, RootRow } from '../../../../src/core/session/rows.ts';
import type { TodoStatus } from '../../../../src/core/todos/todoItem.ts';
import { activeRoots, callIdOf, changedRoots, isUrgent, nodeTree } from '../../../../src/vscode/views/todoNodes.ts';

function call(callId: string, change: Partial<CallRow> = {}): CallRow {
  return { kind: 'call', callId, name: 'bash', access: 'execute', title: 'npm test', state: 'ok', ...change };
}

function read(callId: string, change: Partial<CallRow> = {}): CallRow {
  return call(callId, {
    name: 'read_file',
    access: 'read',
    evidence: { kind: 'read', path: `/w/${callId}` },
    ...change,
  });
}

function todo(id: string, status: TodoStatus, calls: readonly CallRow[] = []): RootRow {
  return { kind: 'todo', item: { id, content: `Item ${id}`, status }, calls };
}

/** The tree as indented ids. */
function drawn(rows: readonly RootRow[]): string[] {
  const { roots, byId } = nodeTree(rows);
  const lines = (id: string, depth: number): string[] => [
    '  '.repeat(depth) + id,
    ...(byId.get(id)?.children ?? []).flatMap((child) => lines(child, depth + 1)),
  ];
  return roots.flatMap((id) => lines(id, 0));
}

describe('nodeTree', () => {
  it('hangs calls under their items in order', () => {
    const rows = [todo('1', 'completed', [call('a'), call('b')]), todo('2', 'pending')];
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  call:b', 'todo:2']);
  });
  it('folds finished reads where the first one was', () => {
    const rows = [todo('1', 'in_progress', [call('a'), read('b'), call('c'), read('d')])];
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  reads:todo:1', '    call:b', '    call:d', '  call:c']);
  });
  it('leaves a single read and reads that failed or run as they are', () => {
    const rows = [
      todo('1', 'in_progress', [read('a'), read('b', { state: 'error' }), read('c', { state: 'running' })]),
    ];
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', '  call:b', '  call:c']);
  });
  it('shows each file that a call changed', () => {
    const changes = ['x', 'y'].map((path) => ({ path, before: '', after: '' }));
    const rows: RootRow[] = [{ kind: 'outside', calls: [call('a', { evidence: { kind: 'files', changes } })] }];
    assert.deepEqual(drawn(rows), ['outside', '  call:a', '  change1:call:a']);
  });
  it('shows a call id that comes twice once', () => {
    const rows = [todo('1', 'completed', [call('a')]), todo('2', 'in_progress', [call('a'), call('b')])];
    assert.deepEqual(drawn(rows), ['todo:1', '  call:a', 'todo:2', '  call:b']);
  });
  it('knows the place of an item among the items', () => {
    const { byId } = nodeTree([todo('1', 'completed'), todo('2', 'pending'), { kind: 'outside', calls: [call('a')] }]);
    const node = byId.get('todo:2');
    assert.deepEqual(node?.kind === 'todo' ? [node.position, node.total] : node, [2, 2]);
  });
});

describe('callIdOf', () => {
  it('is the id behind the row of a call only', () => {
    assert.deepEqual(['call:toolu_1', 'todo:1', undefined, {}].map(callIdOf), [
      'toolu_1',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('changedRoots', () => {
  const a = call('a');
  const before = nodeTree([todo('1', 'in_progress', [a]), todo('2', 'pending')]);

  it('is empty when rows are made anew with the same content', () => {
    assert.deepEqual(changedRoots(before, nodeTree([todo('1', 'in_progress', [a]), todo('2', 'pending')])), []);
  });
  it('names the item whose calls changed', () => {
    const after = nodeTree([todo('1', 'in_progress', [{ ...a, state: 'error' }]), todo('2', 'pending')]);
    assert.deepEqual(changedRoots(before, after), ['todo:1']);
  });
  it('names the items whose status changed', () => {
    const after = nodeTree([todo('1', 'completed', [a]), todo('2', 'in_progress')]);
    assert.deepEqual(changedRoots(before, after), ['todo:1', 'todo:2']);
  });
  it('is undefined when the first row can be opened', () => {
    const flat = nodeTree([todo('1', 'in_progress'), todo('2', 'pending')]);
    assert.equal(changedRoots(flat, before), undefined);
  });
  it('is undefined when an item came, went or moved', () => {
    assert.equal(changedRoots(before, nodeTree([todo('2', 'pending'), todo('1', 'in_progress', [a])])), undefined);
  });
});

describe('activeRoots', () => {
  it('names what the state of the run changes', () => {
    const rows: RootRow[] = [
      todo('1', 'completed', [call('a')]),
      todo('2', 'in_progress'),
      todo('3', 'pending'),
      { kind: 'outside', calls: [call('b', { state: 'running' })] },
    ];
    assert.deepEqual(activeRoots(nodeTree(rows)), ['todo:2', 'outside']);
  });
});

describe('isUrgent', () => {
  const before = nodeTree([todo('1', 'in_progress')]);
  const cases: readonly [name: string, after: RootRow, wanted: boolean][] = [
    ['a status changed', todo('1', 'completed'), true],
    ['a call waits for the person', todo('1', 'in_progress', [call('a', { state: 'waiting' })]), true],
    ['a call started', todo('1', 'in_progress', [call('a', { state: 'running' })]), false],
    ['nothing changed', todo('1', 'in_progress'), false],
  ];
  for (const [name, after, wanted] of cases) {
    it(`is ${wanted} when ${name}`, () => assert.equal(isUrgent(before, nodeTree([after])), wanted));
  }
  it('is false when a question has been answered', () => {
    const asked = nodeTree([todo('1', 'in_progress', [call('a', { state: 'waiting' })])]);
    assert.equal(isUrgent(asked, nodeTree([todo('1', 'in_progress', [call('a')])])), false);
  });
});
