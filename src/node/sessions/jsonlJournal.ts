import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { JournalEntry } from '../../core/session/journal/journalEntry.ts';
import { summarise, type SessionSummary } from '../../core/session/journal/sessionSummary.ts';
import { SessionStoreError, type SessionJournal } from '../../core/session/sessionStore.ts';
import { messageOf } from '../../core/util/errors.ts';
import { storageReason } from '../errorCode.ts';
import { leaveLock } from './sessionLock.ts';
import { writeSummary } from './summaryFile.ts';

/** What is asked of the system; tests put a full disk in its place. */
export interface JournalIo {
  readonly open: (file: string, flags: string, mode: number) => number;
  readonly write: (descriptor: number, bytes: Uint8Array) => number;
  readonly truncate: (descriptor: number, size: number) => void;
  readonly sync: (descriptor: number) => void;
}

export const systemIo: JournalIo = {
  open: (file, flags, mode) => openSync(file, flags, mode),
  write: (descriptor, bytes) => writeSync(descriptor, bytes),
  truncate: (descriptor, size) => ftruncateSync(descriptor, size),
  sync: (descriptor) => fsyncSync(descriptor),
};

/** The files of one session. */
export interface SessionFiles {
  readonly journal: string;
  readonly summary: string;
  readonly lock: string;
}

export interface JournalStart {
  readonly files: SessionFiles;
  readonly io: JournalIo;
  /** Of the file as it is. */
  readonly size: number;
  readonly summary: SessionSummary;
}

/** A journal file open for appending; this process has its lock. */
export class JsonlJournal implements SessionJournal {
  readonly #files: SessionFiles;
  readonly #io: JournalIo;
  #descriptor: number | undefined;
  /** Of the whole lines. */
  #size: number;
  /** True when a failed write may have left part of a line behind. */
  #isTorn = false;
  #summary: SessionSummary;

  constructor({ files, io, size, summary }: JournalStart) {
    this.#files = files;
    this.#io = io;
    this.#size = size;
    this.#summary = summary;
    this.#descriptor = attempt(() => io.open(files.journal, 'a', 0o600));
  }

  get sessionId(): string {
    return this.#summary.sessionId;
  }

  append(entry: JournalEntry): void {
    this.writeLine(entry);
    this.#summary = summarise(this.#summary, entry);
  }

  /** A line that counts for nothing in the summary: the header. */
  writeLine(value: unknown): void {
    attempt(() => this.#write(Buffer.from(`${JSON.stringify(value)}\n`)));
  }

  sync(): void {
    attempt(() => this.#io.sync(this.#open));
    writeSummary(this.#files.summary, { bytes: this.#size, summary: this.#summary });
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    this.abandon();
    writeSummary(this.#files.summary, { bytes: this.#size, summary: this.#summary });
    leaveLock(this.#files.lock);
  }

  /** Closes the file alone, of a session that could not be begun. */
  abandon(): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    this.#descriptor = undefined;
    try {
      closeSync(descriptor);
    } catch {
      // Every line was written by a call of its own; there is nothing left to lose.
    }
  }

  get #open(): number {
    if (this.#descriptor === undefined) throw new Error('The journal is closed.');
    return this.#descriptor;
  }

  /** All or nothing: what is left of a line that could not be written whole is cut off again. */
  #write(line: Uint8Array): void {
    if (this.#isTorn) this.#io.truncate(this.#open, this.#size);
    this.#isTorn = true;
    try {
      for (let done = 0; done < line.length;) done += this.#io.write(this.#open, line.subarray(done));
    } catch (error) {
      this.#cutOff();
      throw error;
    }
    this.#isTorn = false;
    this.#size += line.length;
  }

  #cutOff(): void {
    try {
      this.#io.truncate(this.#open, this.#size);
      this.#isTorn = false;
    } catch {
      // The next write tries again; why the line could not be written is what counts.
    }
  }
}

/** Turns the system's refusal into the store's. */
export function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storeError(error);
  }
}

export function storeError(error: unknown): SessionStoreError {
  if (SessionStoreError.is(error)) return error;
  const reason = storageReason(error);
  const said = {
    full: 'The disk is full',
    readOnly: 'The folder of the sessions takes no changes',
    failed: 'The session could not be stored',
  };
  return new SessionStoreError(reason, `${said[reason]} (${messageOf(error)}).`, { cause: error });
}
