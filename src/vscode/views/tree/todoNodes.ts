import type { CallRow, OutsideRow, RootRow, TodoRow } from '../../core/session/rows.ts';
import type { TodoItem } from '../../core/todos/todoItem.ts';
import type { FileChange } from '../../core/tools/tool.ts';

/** An element of the tree. A plain string, so that VS Code knows a node again after every change. */
export type NodeId = string;

interface NodePlace {
  readonly id: NodeId;
  readonly parent: NodeId | undefined;
  readonly children: readonly NodeId[];
}

export interface TodoNode extends NodePlace {
  readonly kind: 'todo';
  readonly item: TodoItem;
  /** From 1. */
  readonly position: number;
  readonly total: number;
  readonly calls: readonly CallRow[];
}

export interface OutsideNode extends NodePlace {
  readonly kind: 'outside';
  readonly calls: readonly CallRow[];
}

/** Several finished reads and searches, folded. */
export interface ReadsNode extends NodePlace {
  readonly kind: 'reads';
  readonly calls: readonly CallRow[];
}

export interface CallNode extends NodePlace {
  readonly kind: 'call';
  readonly call: CallRow;
  /** A call that changed files has one node for each of them. */
  readonly change?: FileChange;
}

export type AnyNode = TodoNode | OutsideNode | ReadsNode | CallNode;

/** What the tree shows, as looked up by VS Code. */
export interface NodeTree {
  readonly roots: readonly NodeId[];
  readonly byId: ReadonlyMap<NodeId, AnyNode>;
}

const callPrefix = 'call:';

/** The call behind an element that VS Code hands to a menu's command; undefined for any other argument. */
export function callIdOf(element: unknown): string | undefined {
  return typeof element === 'string' && element.startsWith(callPrefix) ? element.slice(callPrefix.length) : undefined;
}

export function nodeTree(rows: readonly RootRow[]): NodeTree {
  const byId = new Map<NodeId, AnyNode>();
  const total = rows.filter((row) => row.kind === 'todo').length;
  const roots = rows.map((row, index) => {
    const id = row.kind === 'todo' ? `todo:${row.item.id}` : 'outside';
    const children = addCalls(row, id, byId);
    byId.set(id, rootNode(row, { id, parent: undefined, children }, index + 1, total));
    return id;
  });
  return { roots, byId };
}

function rootNode(row: RootRow, place: NodePlace, position: number, total: number): TodoNode | OutsideNode {
  if (row.kind === 'outside') return { ...place, kind: 'outside', calls: row.calls };
  return { ...place, kind: 'todo', item: row.item, position, total, calls: row.calls };
}

/** In the order of the calls; two and more finished reads stand together where the first one was. */
function addCalls(row: TodoRow | OutsideRow, root: NodeId, byId: Map<NodeId, AnyNode>): readonly NodeId[] {
  const reads = row.calls.filter(isFinishedRead);
  const folded = reads.length > 1 ? reads : [];
  const children: NodeId[] = [];
  for (const call of row.calls) {
    if (!folded.includes(call)) children.push(...addCall(call, root, byId));
    else if (call === folded[0]) {
      const id = `reads:${root}`;
      const readIds = folded.flatMap((read) => addCall(read, id, byId));
      byId.set(id, { kind: 'reads', id, parent: root, children: readIds, calls: folded });
      children.push(id);
    }
  }
  return children;
}

function addCall(call: CallRow, parent: NodeId, byId: Map<NodeId, AnyNode>): readonly NodeId[] {
  const id = callPrefix + call.callId;
  // VS Code shows no tree at all when an id comes twice, and call ids are another's word.
  if (byId.has(id)) return [];
  const changes = call.evidence?.kind === 'files' ? call.evidence.changes : [];
  if (changes.length === 0) {
    byId.set(id, { kind: 'call', id, parent, children: [], call });
    return [id];
  }
  return changes.map((change, index) => {
    const changeId = index === 0 ? id : `change${index}:${id}`;
    byId.set(changeId, { kind: 'call', id: changeId, parent, children: [], call, change });
    return changeId;
  });
}

function isFinishedRead(call: CallRow): boolean {
  return call.access === 'read' && call.state === 'ok';
}

/**
 * The root nodes that look different now, to refresh just those; undefined when the list itself is another one, or
 * when the first of its rows can be opened: VS Code then draws all of them further in.
 */
export function changedRoots(before: NodeTree, after: NodeTree): readonly NodeId[] | undefined {
  if (!isSame(before.roots, after.roots) || canOpen(before) !== canOpen(after)) return undefined;
  return after.roots.filter((id) => !isSameRoot(before.byId.get(id), after.byId.get(id)));
}

function canOpen(tree: NodeTree): boolean {
  return tree.roots.some((id) => tree.byId.get(id)?.children.length !== 0);
}

/** The root nodes that look different when the run starts, waits or ends. */
export function activeRoots(tree: NodeTree): readonly NodeId[] {
  return tree.roots.filter((id) => {
    const node = tree.byId.get(id);
    if (node?.kind === 'todo' && node.item.status === 'in_progress') return true;
    return (node?.kind === 'todo' || node?.kind === 'outside') && node.calls.some((call) => call.state === 'running');
  });
}

/** True when an item changed or a question to the person came up: that is shown at once. */
export function isUrgent(before: NodeTree, after: NodeTree): boolean {
  const known = new Set(waitingCalls(before));
  return !isSame(itemFacts(before), itemFacts(after)) || waitingCalls(after).some((id) => !known.has(id));
}

function itemFacts(tree: NodeTree): readonly string[] {
  return [...tree.byId.values()].flatMap((node) =>
    node.kind === 'todo' ? [`${node.id} ${node.item.status} ${node.item.content}`] : [],
  );
}

function waitingCalls(tree: NodeTree): readonly NodeId[] {
  return [...tree.byId.values()].flatMap((node) =>
    node.kind === 'call' && node.call.state === 'waiting' ? [node.id] : [],
  );
}

function isSameRoot(before: AnyNode | undefined, after: AnyNode | undefined): boolean {
  if (before?.kind === 'outside' && after?.kind === 'outside') return isSame(before.calls, after.calls);
  if (before?.kind !== 'todo' || after?.kind !== 'todo') return false;
  const isSameItem = before.item.status === after.item.status && before.item.content === after.item.content;
  return isSameItem && before.total === after.total && isSame(before.calls, after.calls);
}

function isSame<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((value, index) => value === after[index]);
}
