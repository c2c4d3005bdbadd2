import type { Message } from '../../model/messages.ts';
import { visibleLine } from '../../util/displayText.ts';
import type { JournalEntry } from './journalEntry.ts';

/** Characters shown on each side of a hit. */
const margin = 40;

/** One line around the first place of `text` in what people read of an entry; undefined where it isn't. */
export function excerptOf(entry: JournalEntry, text: string): string | undefined {
  const wanted = text.toLowerCase();
  for (const shown of textsOf(entry)) {
    // Lower case may be longer: then the excerpt is off by a little, never wrong.
    const at = shown.toLowerCase().indexOf(wanted);
    if (at >= 0) return visibleLine(shown.slice(Math.max(0, at - margin), at + text.length + margin));
  }
  return undefined;
}

function textsOf(entry: JournalEntry): readonly string[] {
  switch (entry.kind) {
    case 'runStarted':
      return [entry.prompt];
    case 'messageAdded':
      return textsOfMessage(entry.message);
    case 'toolStarted':
      return [entry.title];
    case 'todosChanged':
      return entry.items.map(({ content }) => content);
    case 'titled':
      return [entry.title];
    default:
      return [];
  }
}

function textsOfMessage({ content }: Message): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}
