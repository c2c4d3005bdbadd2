import type { TodoItem } from './todoItem.ts';

/** Of a list that isn't done. */
export interface LeftOpen {
  readonly open: number;
  readonly total: number;
}

/** What a finished run left of its list; undefined when nothing is left. */
export function leftOpen(items: readonly TodoItem[]): LeftOpen | undefined {
  const open = items.filter(({ status }) => status !== 'completed').length;
  return open === 0 ? undefined : { open, total: items.length };
}
