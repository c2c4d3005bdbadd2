import { mergeOrder } from './itemOrder.ts';
import { matchItems } from './matchItems.ts';
import { maxTodos, type TodoEntry } from './parseTodos.ts';
import { applyChange, type TodoEdit, type TodoState } from './todoEdit.ts';
import { TodoError } from './todoError.ts';
import type { TodoItem } from './todoItem.ts';

/** The list before the model's rewrite, as both sides know it. */
export interface TodoPositions {
  /** The list that the model writes from: without what it hasn't been told. */
  readonly known: TodoState;
  /** The person's edits that the model hasn't seen, oldest first. */
  readonly unseen: readonly TodoEdit[];
  /** The list that the person sees: `known` with `unseen` on top. */
  readonly current: TodoState;
  /** Items that left the list, newest last: one that comes back in the same words is the same. */
  readonly gone: readonly TodoItem[];
}

export interface Rewritten {
  readonly known: TodoState;
  readonly current: TodoState;
  /** Locked items that the model left out. */
  readonly kept: readonly TodoItem[];
  /** True when edits that the model hasn't seen make the list another than it sent. */
  readonly isEdited: boolean;
}

/**
 * Who wins when the model rewrites the list: of the person's edits, those that the model has seen are part of the list
 * it wrote from, so its word counts; those it hasn't seen are put on top of what it wrote, item by item. Locked items
 * stay whatever it wrote, until the whole plan is done. Without locks and unseen edits the result is exactly what was sent.
 * @throws TodoError when the person's items and the model's don't fit in one list; nothing is dropped silently.
 */
export function rewriteTodos(
  { known, unseen, current, gone }: TodoPositions,
  entries: readonly TodoEntry[],
  newId: () => string,
): Rewritten {
  const added = current.items.filter(({ id }) => !hasId(known.items, id));
  const sent = identify(entries, [...known.items, ...added], gone, newId);
  // With everything done the plan is over: the next one may replace it.
  const isFinished = current.items.every(({ status }) => status === 'completed');
  const isKept = ({ id }: TodoItem): boolean => !isFinished && current.locked.has(id) && !hasId(sent, id);
  const kept = known.items.filter(isKept);
  const items = kept.length === 0 ? sent : withKept(sent, kept, known.items);
  const rewritten: TodoState = { items, locked: current.locked };
  const edited = unseen.reduce(applyChange, rewritten);
  if (edited.items.length > maxTodos) throw new TodoError(tooMany(edited.items.length - maxTodos));
  return {
    known: withoutGone({ items, locked: known.locked }),
    current: withoutGone(edited),
    kept: edited.items.filter(({ id }) => hasId(kept, id)),
    isEdited: !isSameList(items, edited.items),
  };
}

export function isSameList(one: readonly TodoItem[], other: readonly TodoItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => {
      const twin = other[index];
      return item.id === twin?.id && item.content === twin.content && item.status === twin.status;
    })
  );
}

function identify(
  entries: readonly TodoEntry[],
  candidates: readonly TodoItem[],
  gone: readonly TodoItem[],
  newId: () => string,
): readonly TodoItem[] {
  // An item that the person took off, unseen, is gone and still known.
  const taken = new Set(candidates.map(({ id }) => id));
  const returned = (content: string): string | undefined => {
    const id = gone.findLast((item) => item.content === content && !taken.has(item.id))?.id;
    if (id !== undefined) taken.add(id);
    return id;
  };
  return matchItems(candidates, entries).map((id, index) => {
    // Both lists have the same length.
    const { content, status } = entries[index] as TodoEntry;
    return Object.freeze({ id: id ?? returned(content) ?? newId(), content, status });
  });
}

/** Each where it stood; what the model works on now stays the one item in progress. */
function withKept(
  sent: readonly TodoItem[],
  kept: readonly TodoItem[],
  before: readonly TodoItem[],
): readonly TodoItem[] {
  const isTaken = sent.some(({ status }) => status === 'in_progress');
  const all = [
    ...sent,
    ...kept.map((item) =>
      isTaken && item.status === 'in_progress' ? Object.freeze({ ...item, status: 'pending' as const }) : item,
    ),
  ];
  const order = mergeOrder(
    before.map(({ id }) => id).filter((id) => hasId(all, id)),
    sent.map(({ id }) => id),
  );
  return order.flatMap((id) => all.find((item) => item.id === id) ?? []);
}

/** What left the list is no longer locked, should it come back. */
function withoutGone({ items, locked }: TodoState): TodoState {
  return { items, locked: new Set([...locked].filter((id) => hasId(items, id))) };
}

function hasId(items: readonly TodoItem[], id: string): boolean {
  return items.some((item) => item.id === id);
}

function tooMany(excess: number): string {
  const merge = excess === 1 ? 'one of your steps' : `${excess} of your steps`;
  return `Max ${maxTodos} todos allowed, and the user's own items stay on the list: leave out or merge ${merge}`;
}
