import { diffLines } from 'diff';
import { changedLines } from './changedLines.ts';

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Beyond this many changed lines the exact figure is not worth the wait: the time grows with its square. */
const maxEditLength = 1500;

/** Lines added and removed, as a diff would show them; undefined when the texts are too different to say soon. */
export function lineCounts(before: string | undefined, after: string): LineCounts | undefined {
  if (before === undefined || before === '') return { added: linesOf(after), removed: 0 };
  if (after === '') return { added: 0, removed: linesOf(before) };
  const changed = changedLines(before, after, 0);
  const changes = changed && diffLines(changed.before, changed.after, { maxEditLength });
  if (changes === undefined) return undefined;
  const sum = (side: 'added' | 'removed'): number =>
    changes.filter((change) => change[side]).reduce((total, change) => total + change.count, 0);
  return { added: sum('added'), removed: sum('removed') };
}

function linesOf(text: string): number {
  const breaks = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1;
}
