import { journalVersion, type JournalEntry, type JournalHeader } from './journalEntry.ts';
import { readLine } from './journalSchema.ts';

/** A journal as far as it can be read. */
export interface ReadJournal {
  /** Undefined when the first line is none. */
  readonly header: JournalHeader | undefined;
  readonly entries: readonly JournalEntry[];
  /** Kinds that this version doesn't know, each once. */
  readonly unknownKinds: readonly string[];
  /** Lines that can't be read, from 0. */
  readonly damaged: readonly number[];
}

/** `undefined` is a line that is no text at all. Order is kept; damage costs the line that it is in. */
export function readJournal(lines: readonly (string | undefined)[]): ReadJournal {
  const entries: JournalEntry[] = [];
  const unknownKinds = new Set<string>();
  const damaged: number[] = [];
  let header: JournalHeader | undefined;
  lines.forEach((text, index) => {
    const line = text === undefined ? ({ kind: 'damaged' } as const) : readLine(text);
    if (line.kind === 'header' && index === 0) header = line.header;
    else if (line.kind === 'entry') entries.push(line.entry);
    else if (line.kind === 'unknown') unknownKinds.add(line.entryKind);
    else damaged.push(index);
  });
  return { header, entries, unknownKinds: [...unknownKinds], damaged };
}

/** True for a file that a newer version wrote in a way that this one must not add to. */
export function isNewer(header: JournalHeader | undefined): boolean {
  return header !== undefined && header.version > journalVersion;
}
