import type { TodoItem, TodoStatus } from './todoItem.ts';

/** Where an item goes. The neighbour counts as long as it is there, because a rewrite may have moved everything. */
export interface TodoPlace {
  /** Id and content of the item before it; undefined for the first place. */
  readonly after: { readonly id: string; readonly content: string } | undefined;
  /** From 0. */
  readonly index: number;
}

/** What the person did to the list; plain JSON. `content` is the item's text before it. */
export type TodoChange = { readonly itemId: string; readonly content: string } & (
  | { readonly kind: 'added'; readonly place: TodoPlace }
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'moved'; readonly place: TodoPlace }
  | { readonly kind: 'marked'; readonly status: TodoStatus }
  | { readonly kind: 'skipped' | 'removed' | 'locked' | 'unlocked' }
  /** Back on the list after it was dropped, skipped or removed. */
  | { readonly kind: 'restored'; readonly status: TodoStatus; readonly place: TodoPlace }
);

/** A change by the person, in the order of `id`. */
export type TodoEdit = TodoChange & { readonly id: number };

/** The list together with what protects it. */
export interface TodoState {
  readonly items: readonly TodoItem[];
  /** Ids of items that a rewrite can't lose. */
  readonly locked: ReadonlySet<string>;
}

/**
 * The list after one change of the person's. Pure, and safe on any list: what no longer applies changes nothing, so that
 * edits can be put on top of a list that was rewritten meanwhile.
 */
export function applyChange(state: TodoState, change: TodoChange): TodoState {
  const { items, locked } = state;
  const { itemId } = change;
  switch (change.kind) {
    case 'added':
    case 'restored': {
      const isThere = items.some((item) => item.id === itemId);
      const status = change.kind === 'added' ? 'pending' : change.status;
      const item = Object.freeze({ id: itemId, content: change.content, status });
      return { items: isThere ? items : insert(items, item, change.place), locked: new Set([...locked, itemId]) };
    }
    case 'renamed':
      return { items: changed(items, itemId, { content: change.to }), locked };
    case 'moved': {
      const item = items.find(({ id }) => id === itemId);
      const others = items.filter(({ id }) => id !== itemId);
      return { items: item === undefined ? items : insert(others, item, change.place), locked };
    }
    case 'marked':
      return { items: changed(aloneInProgress(items, change), itemId, { status: change.status }), locked };
    case 'skipped':
    case 'removed':
      return { items: items.filter(({ id }) => id !== itemId), locked: without(locked, itemId) };
    case 'locked':
      return { items, locked: new Set([...locked, itemId]) };
    case 'unlocked':
      return { items, locked: without(locked, itemId) };
  }
}

/** The place of the item at `index`, told by its neighbour. */
export function placeAt(items: readonly TodoItem[], index: number): TodoPlace {
  const at = Math.max(0, Math.min(Math.trunc(index), items.length));
  const before = items[at - 1];
  return { after: before === undefined ? undefined : { id: before.id, content: before.content }, index: at };
}

/** At the place as it is now: behind the same neighbour, else at the same index. */
function insert(items: readonly TodoItem[], item: TodoItem, place: TodoPlace): readonly TodoItem[] {
  const neighbour = items.findIndex(({ id }) => id === place.after?.id);
  const at = place.after === undefined ? 0 : neighbour >= 0 ? neighbour + 1 : Math.min(place.index, items.length);
  return [...items.slice(0, at), item, ...items.slice(at)];
}

/** At most one item is in progress: the one that the person starts takes the place of another. */
function aloneInProgress(
  items: readonly TodoItem[],
  { itemId, status }: { readonly itemId: string; readonly status: TodoStatus },
): readonly TodoItem[] {
  if (status !== 'in_progress' || !items.some(({ id }) => id === itemId)) return items;
  return items.map((item) =>
    item.status === 'in_progress' && item.id !== itemId ? Object.freeze({ ...item, status: 'pending' as const }) : item,
  );
}

function changed(items: readonly TodoItem[], itemId: string, change: Partial<TodoItem>): readonly TodoItem[] {
  return items.map((item) => (item.id === itemId ? Object.freeze({ ...item, ...change }) : item));
}

function without(ids: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...ids].filter((id) => id !== gone));
}
