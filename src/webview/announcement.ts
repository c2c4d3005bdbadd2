import type { PageEntry } from '../core/session/transcript/transcriptMessages.ts';

/** A screen reader would go on for minutes; the rest is read in the log. */
const limit = 600;

/** What is said aloud of an entry that is new or has changed: finished answers, ends and problems, nothing half-done. */
export function announcementOf(entry: PageEntry, before: PageEntry | undefined): string | undefined {
  switch (entry.kind) {
    case 'agent': {
      const wasFinished = before?.kind === 'agent' && !before.isStreaming;
      return entry.isStreaming || wasFinished ? undefined : said(entry);
    }
    case 'outcome':
      return before === undefined ? entry.text : undefined;
    case 'note':
      return before === undefined && entry.level !== 'info' ? said(entry) : undefined;
    case 'you':
    case 'aside':
    case 'call':
    case 'todos':
      return undefined;
  }
}

function said({ label, text }: { readonly label: string; readonly text: string }): string {
  return `${label}: ${text.length <= limit ? text : `${text.slice(0, limit)}…`}`;
}
