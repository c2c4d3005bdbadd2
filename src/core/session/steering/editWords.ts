import type { TodoEdit, TodoPlace } from '../../todos/todoEdit.ts';

/** What the person did to the list, in words; `quote` makes a text stand apart from ours. */
export function editWords(edit: TodoEdit, quote: (text: string) => string): string {
  const item = quote(edit.content);
  switch (edit.kind) {
    case 'added':
      return `added ${item} ${placeWords(edit.place, quote)}`;
    case 'renamed':
      return `renamed ${item} to ${quote(edit.to)}`;
    case 'moved':
      return `moved ${item} ${edit.place.after === undefined ? 'to the top' : placeWords(edit.place, quote)}`;
    case 'marked':
      return `marked ${item} ${edit.status}`;
    case 'skipped':
      return `skipped ${item}: don't do it`;
    case 'removed':
      return `removed ${item}`;
    case 'locked':
      return `locked ${item}: it stays on the list`;
    case 'unlocked':
      return `unlocked ${item}`;
    case 'restored':
      return `put ${item} back ${placeWords(edit.place, quote)}`;
  }
}

function placeWords({ after }: TodoPlace, quote: (text: string) => string): string {
  return after === undefined ? 'at the top' : `after ${quote(after.content)}`;
}
