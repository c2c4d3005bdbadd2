import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { journalVersion, type JournalHeader } from '../../core/session/journal/journalEntry.ts';
import { readLine } from '../../core/session/journal/journalSchema.ts';
import { excerptOf } from '../../core/session/journal/sessionSearch.ts';
import { emptySummary, summariseAll } from '../../core/session/journal/sessionSummary.ts';
import {
  SessionStoreError,
  type ListedSession,
  type OpenSession,
  type SessionHit,
  type SessionJournal,
  type SessionStore,
  type StoredSession,
} from '../../core/session/sessionStore.ts';
import { codeOf } from '../errorCode.ts';
import { findJournal, repairJournal } from './journalFile.ts';
import { attempt, JsonlJournal, storeError, systemIo, type JournalIo, type SessionFiles } from './jsonlJournal.ts';
import { isLocked, leaveLock, takeLock } from './sessionLock.ts';
import { currentSummary } from './summaryFile.ts';

export interface JsonlStoreOptions {
  /** Absolute; made when it is needed. One for each workspace. */
  readonly folder: string;
  readonly now?: () => number;
  readonly io?: JournalIo;
}

const extension = '.jsonl';
const maxExcerpts = 3;

/** Sessions as files: `<id>.jsonl`, beside it a summary for the list and, while a window writes it, a lock. */
export class JsonlSessionStore implements SessionStore {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #io: JournalIo;

  constructor({ folder, now = () => Date.now(), io = systemIo }: JsonlStoreOptions) {
    this.#folder = folder;
    this.#now = now;
    this.#io = io;
  }

  create(sessionId: string): SessionJournal {
    const files = this.#filesOf(sessionId);
    attempt(() => mkdirSync(this.#folder, { recursive: true, mode: 0o700 }));
    this.#lock(files);
    let journal: JsonlJournal | undefined;
    try {
      const header: JournalHeader = { kind: 'header', version: journalVersion, sessionId, createdAt: this.#now() };
      journal = new JsonlJournal({ files, io: this.#io, size: 0, summary: emptySummary(header) });
      journal.writeLine(header);
      return journal;
    } catch (error) {
      journal?.abandon();
      leaveLock(files.lock);
      throw error;
    }
  }

  async open(sessionId: string, options: { readonly takeOver?: boolean } = {}): Promise<OpenSession> {
    const files = this.#filesOf(sessionId);
    this.#needJournal(files);
    this.#lock(files, options.takeOver);
    try {
      const found = await findJournal(sessionId, files.journal);
      const notices = await repairJournal(files.journal, found);
      const { header, entries, repair } = found;
      if (repair.kind === 'rewrite') await rm(files.summary, { force: true });
      const summary = summariseAll(emptySummary({ ...header, sessionId }), entries);
      const journal = new JsonlJournal({ files, io: this.#io, size: found.repairedSize, summary });
      return { header, entries, notices, journal };
    } catch (error) {
      leaveLock(files.lock);
      throw storeError(error);
    }
  }

  async read(sessionId: string): Promise<StoredSession> {
    try {
      const { header, entries, notices } = await findJournal(sessionId, this.#filesOf(sessionId).journal);
      return { header, entries, notices };
    } catch (error) {
      throw storeError(error);
    }
  }

  async list(): Promise<readonly ListedSession[]> {
    const sessions: ListedSession[] = [];
    for (const sessionId of this.#ids()) {
      const files = this.#filesOf(sessionId);
      try {
        sessions.push({ ...(await currentSummary(sessionId, files)), isInUse: isLocked(files.lock) });
      } catch (error) {
        // Deleted by another window in this moment.
        if (codeOf(error) !== 'ENOENT') throw storeError(error);
      }
    }
    return sessions.sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async rename(sessionId: string, title: string): Promise<void> {
    const { journal } = await this.open(sessionId);
    try {
      journal.append({ kind: 'titled', title, at: this.#now() });
    } finally {
      journal.close();
    }
  }

  async delete(sessionId: string): Promise<void> {
    const files = this.#filesOf(sessionId);
    this.#needJournal(files);
    this.#lock(files);
    try {
      await rm(files.journal);
      await rm(files.summary, { force: true });
    } catch (error) {
      throw storeError(error);
    } finally {
      leaveLock(files.lock);
    }
  }

  async search(text: string, signal: AbortSignal): Promise<readonly SessionHit[]> {
    const hits: SessionHit[] = [];
    if (text.trim() === '') return hits;
    for (const sessionId of this.#ids()) {
      signal.throwIfAborted();
      const journal = await readFile(this.#filesOf(sessionId).journal, 'utf8').catch(() => '');
      const excerpts = excerptsIn(journal, text);
      if (excerpts.length > 0) hits.push({ sessionId, excerpts });
    }
    return hits;
  }

  /** No lock is to be made beside a session that isn't there. */
  #needJournal(files: SessionFiles): void {
    if (!existsSync(files.journal)) throw new SessionStoreError('notFound', 'This session is not there any more.');
  }

  #lock(files: SessionFiles, takeOver = false): void {
    if (attempt(() => takeLock(files.lock, { takeOver }))) return;
    throw new SessionStoreError('inUse', 'This session is open in another window.');
  }

  #ids(): string[] {
    try {
      const names = readdirSync(this.#folder).filter((name) => name.endsWith(extension));
      return names.map((name) => name.slice(0, -extension.length)).filter(isId);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw storeError(error);
    }
  }

  #filesOf(sessionId: string): SessionFiles {
    if (!isId(sessionId)) throw new SessionStoreError('notFound', 'There is no such session.');
    const base = path.join(this.#folder, sessionId);
    return { journal: base + extension, summary: `${base}.summary.json`, lock: `${base}.lock` };
  }
}

/** No id leads out of the folder. */
function isId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

function excerptsIn(journal: string, text: string): string[] {
  // As it stands in JSON; a line without it need not be parsed.
  const wanted = JSON.stringify(text).slice(1, -1).toLowerCase();
  const excerpts = new Set<string>();
  for (const line of journal.split('\n')) {
    if (!line.toLowerCase().includes(wanted)) continue;
    const read = readLine(line);
    const excerpt = read.kind === 'entry' ? excerptOf(read.entry, text) : undefined;
    if (excerpt !== undefined) excerpts.add(excerpt);
    if (excerpts.size === maxExcerpts) break;
  }
  return [...excerpts];
}
