import { transcriptOf } from '../transcript/transcript.ts';
import type { StoredSession } from '../sessionStore.ts';
import { codeSpan } from '../markdown.ts';
import { restoreSession } from './restoreSession.ts';

/** The whole session for people: the transcript, with what was left out by going back left out here too. */
export function sessionMarkdown({ header, entries }: StoredSession): string {
  const { title, events } = restoreSession(header.sessionId, entries);
  const name = title === undefined ? 'Agent session' : codeSpan(title);
  return `# ${name}\n\n${new Date(header.createdAt).toISOString()}\n${transcriptOf(events)}`;
}

/** The journal for programs: everything that was recorded, in order. */
export function sessionJson({ header, entries }: StoredSession): string {
  const { version, sessionId, createdAt } = header;
  return `${JSON.stringify({ version, sessionId, createdAt, entries }, undefined, 2)}\n`;
}
