import type { ItemRow } from '../../../core/session/rows/rows.ts';
import type { AnyNode, NodeId, NodeTree, TodoNode } from './todoNodes.ts';

/** How soon a change is to be seen. */
export type Urgency = 'atOnce' | 'soon' | 'later';

/**
 * The root nodes that look different now, to refresh just those; undefined when the roots are others, or when the
 * first of the rows can be opened: VS Code then draws all of them further in.
 */
export function changedRoots(before: NodeTree, after: NodeTree): readonly NodeId[] | undefined {
  if (!isSame(before.roots, after.roots) || canOpen(before) !== canOpen(after)) return undefined;
  return after.roots.filter((id) => !isSameNode(id, before, after));
}

/** The root nodes that look different when the run starts, waits or ends. */
export function activeRoots(tree: NodeTree): readonly NodeId[] {
  return tree.roots.filter((id) => {
    const node = tree.byId.get(id);
    if (node?.kind === 'todo' && node.row.item.status === 'in_progress') return true;
    return (
      (node?.kind === 'todo' || node?.kind === 'outside') && node.row.calls.some(({ state }) => state === 'running')
    );
  });
}

/** An item and a question to the person: at once. Work under an item: soon. Nothing but what items cost: later. */
export function urgencyOf(before: NodeTree, after: NodeTree): Urgency {
  const known = new Set(waitingCalls(before));
  const isNew = !isSame(faces(before), faces(after)) || waitingCalls(after).some((id) => !known.has(id));
  if (isNew) return 'atOnce';
  const changed = changedRoots(before, after) ?? [];
  const isCost = changed.length > 0 && changed.every((id) => isSameButCost(before.byId.get(id), after.byId.get(id)));
  return isCost ? 'later' : 'soon';
}

function canOpen(tree: NodeTree): boolean {
  return tree.roots.some((id) => tree.byId.get(id)?.children.length !== 0);
}

function faces(tree: NodeTree): readonly string[] {
  return [...tree.byId.values()].flatMap((node) => (node.kind === 'todo' ? [faceOf(node.row)] : []));
}

function faceOf({ item, presence, steering, isLocked, stopPoints }: ItemRow): string {
  return JSON.stringify([item.id, item.content, item.status, presence, steering, isLocked, stopPoints]);
}

function waitingCalls(tree: NodeTree): readonly NodeId[] {
  return [...tree.byId.values()].flatMap((node) =>
    node.kind === 'call' && node.call.state === 'waiting' ? [node.id] : [],
  );
}

function isSameButCost(one: AnyNode | undefined, other: AnyNode | undefined): boolean {
  if (one?.kind !== 'todo' || other?.kind !== 'todo' || !isSameFace({ ...one, row: other.row }, other)) return false;
  return rowKeys(other).every((key) => key === 'cost' || one.row[key] === other.row[key]);
}

function rowKeys({ row }: TodoNode): (keyof ItemRow)[] {
  // An object of ours, which has what its type says and nothing else.
  return Object.keys(row) as (keyof ItemRow)[];
}

/** Rows are the same objects as long as nothing in them changes. */
function isSameNode(id: NodeId, before: NodeTree, after: NodeTree): boolean {
  const [one, other] = [before.byId.get(id), after.byId.get(id)];
  if (one === undefined || other === undefined || !isSameFace(one, other)) return false;
  if (other.kind !== 'earlier') return true;
  return isSame(one.children, other.children) && other.children.every((child) => isSameNode(child, before, after));
}

function isSameFace(one: AnyNode, other: AnyNode): boolean {
  if (one.kind === 'todo' && other.kind === 'todo') {
    const isSamePlace = one.position === other.position && one.total === other.total;
    const isSameRow = one.row === other.row && isSame(one.grants, other.grants);
    return isSameRow && one.isMarked === other.isMarked && isSamePlace;
  }
  if (one.kind === 'outside' && other.kind === 'outside') return isSame(one.row.calls, other.row.calls);
  if (one.kind === 'call' && other.kind === 'call') return one.call === other.call;
  if (one.kind === 'messages' && other.kind === 'messages') return isSame(one.rows, other.rows);
  return one.kind === other.kind;
}

function isSame<T>(before: readonly T[], after: readonly T[]): boolean {
  return before.length === after.length && before.every((value, index) => value === after[index]);
}
