import type { TodoItem } from '../../todos/todoItem.ts';

/** One thing that became different about the list. */
export type TodoDifference =
  | { readonly kind: 'added' | 'started' | 'finished' | 'setBack' | 'removed'; readonly content: string }
  | { readonly kind: 'renamed'; readonly content: string; readonly from: string }
  | { readonly kind: 'reordered' };

/** What makes `after` of `before`, in the order of the list, what is gone at the end. Items are told apart by their ids. */
export function todoDifferences(before: readonly TodoItem[], after: readonly TodoItem[]): readonly TodoDifference[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const now = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !old.has(id)).map(({ content }) => ({ kind: 'added' as const, content }));
  const changed = after.flatMap((item) => itemDifferences(old.get(item.id), item));
  const removed = before.filter(({ id }) => !now.has(id)).map(({ content }) => ({ kind: 'removed' as const, content }));
  const stayed = before.filter(({ id }) => now.has(id));
  const places = after.filter(({ id }) => old.has(id));
  const isReordered = stayed.some(({ id }, index) => places[index]?.id !== id);
  return [...added, ...changed, ...removed, ...(isReordered ? [{ kind: 'reordered' as const }] : [])];
}

function itemDifferences(before: TodoItem | undefined, { content, status }: TodoItem): readonly TodoDifference[] {
  const renamed: readonly TodoDifference[] =
    before === undefined || before.content === content ? [] : [{ kind: 'renamed', content, from: before.content }];
  const old = before?.status ?? 'pending';
  if (old === status) return renamed;
  const kind = status === 'in_progress' ? 'started' : status === 'completed' ? 'finished' : 'setBack';
  return [...renamed, { kind, content }];
}
