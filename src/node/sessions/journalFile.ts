import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { appendFile, copyFile, readFile, truncate } from 'node:fs/promises';
import { isNewer, readJournal, type ReadJournal } from '../../core/session/journal/readJournal.ts';
import { journalVersion, type JournalHeader } from '../../core/session/journal/journalEntry.ts';
import { SessionStoreError, type JournalNotice } from '../../core/session/sessionStore.ts';
import { writeFileAtomic } from '../atomicFile.ts';
import { codeOf } from '../errorCode.ts';

/** A journal file as it was found. */
export interface FoundJournal extends ReadJournal {
  readonly header: JournalHeader;
  readonly notices: readonly JournalNotice[];
  /** What is to be done to the file before anything is appended, and its size in bytes then. */
  readonly repair: Repair;
  readonly repairedSize: number;
}

type Repair =
  | { readonly kind: 'none' }
  /** The last line has no end, or is none: cut the file to this size, or give the line its end. */
  | { readonly kind: 'cut'; readonly size: number }
  | { readonly kind: 'endLine' }
  | { readonly kind: 'rewrite'; readonly bytes: Uint8Array };

const lineFeed = 10;

/** Rejects with `SessionStoreError` notFound. Changes nothing. */
export async function findJournal(sessionId: string, file: string): Promise<FoundJournal> {
  const bytes = await readBytes(file);
  const { lines, isEnded } = linesOf(bytes);
  const journal = readJournal(lines);
  const fallback = {
    kind: 'header',
    version: journalVersion,
    sessionId,
    createdAt: journal.entries[0]?.at ?? 0,
  } as const;
  const found = { ...journal, header: journal.header ?? fallback };
  const unknown: JournalNotice[] =
    journal.unknownKinds.length === 0 ? [] : [{ kind: 'unknownKinds', kinds: journal.unknownKinds }];
  const isLastLineOnly = journal.damaged.length === 1 && journal.damaged[0] === lines.length - 1;
  if (journal.header !== undefined && journal.damaged.length === 0) {
    const repair: Repair = { kind: isEnded ? 'none' : 'endLine' };
    return { ...found, notices: unknown, repair, repairedSize: isEnded ? bytes.length : bytes.length + 1 };
  }
  if (journal.header !== undefined && isLastLineOnly) {
    const size = startOfLastLine(bytes);
    return { ...found, notices: [{ kind: 'cutOff' }, ...unknown], repair: { kind: 'cut', size }, repairedSize: size };
  }
  const damaged: JournalNotice = { kind: 'damaged', lines: Math.max(1, journal.damaged.length) };
  const repaired = withoutDamage(journal, found.header, lines);
  const repair: Repair = { kind: 'rewrite', bytes: repaired };
  return { ...found, notices: [damaged, ...unknown], repair, repairedSize: repaired.length };
}

/** Puts the file right. @returns what to tell of it. */
export async function repairJournal(
  file: string,
  { header, notices, repair }: FoundJournal,
): Promise<readonly JournalNotice[]> {
  if (isNewer(header))
    throw new SessionStoreError('newer', 'A newer version of the extension has written this session.');
  switch (repair.kind) {
    case 'none':
      return notices;
    case 'endLine':
      await appendFile(file, '\n');
      return notices;
    case 'cut':
      await truncate(file, repair.size);
      return notices;
    case 'rewrite': {
      // First the copy, then the new file under the name: a crash in between leaves the damaged one as it was.
      const keptAs = await keepAside(file);
      await writeFileAtomic(file, repair.bytes, 0o600);
      return notices.map((notice) => (notice.kind === 'damaged' ? { ...notice, keptAs } : notice));
    }
  }
}

/** The readable lines as they were, also those of a newer version; a new header where it was lost. */
function withoutDamage(
  journal: ReadJournal,
  header: JournalHeader,
  lines: readonly (string | undefined)[],
): Uint8Array {
  const bad = new Set(journal.damaged);
  const kept = lines.filter((_line, index) => !bad.has(index));
  const all = journal.header === undefined ? [JSON.stringify(header), ...kept] : kept;
  return Buffer.from(all.map((line) => `${line ?? ''}\n`).join(''));
}

async function keepAside(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const aside = number === 1 ? `${file}.damaged` : `${file}.damaged-${number}`;
    try {
      await copyFile(file, aside, constants.COPYFILE_EXCL);
      return aside;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Undefined is a line that is not UTF-8. `isEnded` when the last one has its line feed. */
function linesOf(bytes: Buffer): { readonly lines: (string | undefined)[]; readonly isEnded: boolean } {
  const isEnded = bytes.length > 0 && bytes.at(-1) === lineFeed;
  const end = isEnded ? bytes.length - 1 : bytes.length;
  if (isUtf8(bytes)) return { lines: bytes.toString('utf8', 0, end).split('\n'), isEnded };
  const lines: (string | undefined)[] = [];
  for (let start = 0; start <= end;) {
    const feed = bytes.indexOf(lineFeed, start);
    const line = bytes.subarray(start, feed === -1 ? end : Math.min(feed, end));
    lines.push(isUtf8(line) ? line.toString('utf8') : undefined);
    start += line.length + 1;
  }
  return { lines, isEnded };
}

function startOfLastLine(bytes: Buffer): number {
  return bytes.subarray(0, -1).lastIndexOf(lineFeed) + 1;
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new SessionStoreError('notFound', 'This session is not there any more.', { cause: error });
  }
}
