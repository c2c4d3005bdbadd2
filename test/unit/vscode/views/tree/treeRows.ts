import type { CallRow, Cost, ItemRow, SessionTree } from '../../../../../src/core/session/rows/rows.ts';
import type { TodoStatus } from '../../../../../src/core/todos/todoItem.ts';

const free: Cost = {
  rounds: 0,
  activeMs: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
};

export function call(callId: string, change: Partial<CallRow> = {}): CallRow {
  return { kind: 'call', callId, name: 'bash', access: 'execute', title: 'npm test', state: 'ok', ...change };
}

export function read(callId: string, change: Partial<CallRow> = {}): CallRow {
  return call(callId, {
    name: 'read_file',
    access: 'read',
    evidence: { kind: 'read', path: `/w/${callId}` },
    ...change,
  });
}

export function todo(
  id: string,
  status: TodoStatus,
  calls: readonly CallRow[] = [],
  change: Partial<ItemRow> = {},
): ItemRow {
  return {
    kind: 'todo',
    item: { id, content: `Item ${id}`, status },
    calls,
    presence: 'listed',
    drift: [],
    doubt: undefined,
    completedBy: undefined,
    settlement: undefined,
    isLocked: false,
    stopPoints: [],
    steering: undefined,
    cost: free,
    ...change,
  };
}

export function tree(items: readonly ItemRow[], change: Partial<SessionTree> = {}): SessionTree {
  return {
    items,
    earlier: [],
    outside: undefined,
    callsSinceChange: 0,
    isRunning: true,
    pause: undefined,
    outcome: undefined,
    steering: [],
    total: free,
    ...change,
  };
}

export function outside(...calls: readonly CallRow[]): Pick<SessionTree, 'outside'> {
  return { outside: { kind: 'outside', calls, cost: free } };
}
