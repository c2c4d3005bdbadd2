import type { ItemRow, SessionTree } from '../rows/rows.ts';
import { evidenceLines, shownIn } from './receiptEvidence.ts';

/** Lines of one item; the newest stay. */
const maxLines = 20;

/**
 * What a summary of the conversation must not lose, word for word: the list as the model wrote it, and what the host has
 * recorded under each item.
 * @param list the list as the model reads it. @param roots as for the receipt.
 */
export function carriedOver(list: string, { items, outside }: SessionTree, roots: readonly string[]): string {
  const shown = shownIn(roots);
  const records = [
    ...items.flatMap(({ item, calls }: ItemRow) => section(item.content, evidenceLines(calls, shown))),
    ...section('Outside the plan', evidenceLines(outside?.calls ?? [], shown)),
  ];
  return records.length === 0 ? list : [list, '', 'What was done for each, as recorded:', ...records].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const left = Math.max(0, lines.length - maxLines);
  const kept = lines.slice(left).map((line) => `- ${line}`);
  return [title, ...(left === 0 ? [] : [`- (${left} earlier ones left out)`]), ...kept];
}
