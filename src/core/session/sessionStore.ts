import type { JournalEntry, JournalHeader } from './journal/journalEntry.ts';
import type { SessionSummary } from './journal/sessionSummary.ts';

/** What was not as it should be in a journal, for the person. Nothing is ever thrown away but a line cut off at the end. */
export type JournalNotice =
  /** The last line was cut off or unreadable; it is gone, all before it is there. */
  | { readonly kind: 'cutOff' }
  /** So many lines in the middle can't be read. `keptAs` is the copy of the whole file; absent when it was only read. */
  | { readonly kind: 'damaged'; readonly lines: number; readonly keptAs?: string }
  /** Entries of a newer version: they stay in the file and are not shown. */
  | { readonly kind: 'unknownKinds'; readonly kinds: readonly string[] };

export interface StoredSession {
  readonly header: JournalHeader;
  readonly entries: readonly JournalEntry[];
  readonly notices: readonly JournalNotice[];
}

/** A session that this window writes; no other can, until it is closed. */
export interface SessionJournal {
  readonly sessionId: string;
  /**
   * Returns once the system has the line: it outlives this process then, however that ends. Takes the same time however
   * long the journal is. Throws `SessionStoreError`; the file is as before then.
   */
  append(entry: JournalEntry): void;
  /** Returns once all lines would outlive a loss of power too. Throws `SessionStoreError`. */
  sync(): void;
  /** Lets others write the session. Harmless when closed; never throws. */
  close(): void;
}

export interface OpenSession extends StoredSession {
  readonly journal: SessionJournal;
}

/** A session in the list. */
export interface ListedSession extends SessionSummary {
  /** Another window has it open. */
  readonly isInUse: boolean;
}

/** Where a text was found. */
export interface SessionHit {
  readonly sessionId: string;
  /** One line around each place, the first few. */
  readonly excerpts: readonly string[];
}

/** The sessions of one workspace, each a journal of its own. */
export interface SessionStore {
  /** A new session, opened. Throws `SessionStoreError`. */
  create(sessionId: string): SessionJournal;

  /**
   * Opens a session to go on with it, and repairs it where needed. Rejects with `SessionStoreError`: notFound, inUse
   * (`takeOver` ignores that: for a holder that can't be asked), newer.
   */
  open(sessionId: string, options?: { readonly takeOver?: boolean }): Promise<OpenSession>;

  /** To show or export it; changes nothing and needs no lock. */
  read(sessionId: string): Promise<StoredSession>;

  /** The last changed one first. Reads only what was added since it was last listed. */
  list(): Promise<readonly ListedSession[]>;

  /** Rejects with inUse when another window has it open; in this one, append `titled` to the open journal instead. */
  rename(sessionId: string, title: string): Promise<void>;

  /** Rejects with inUse when a window has it open, this one too. */
  delete(sessionId: string): Promise<void>;

  /** Sessions in which `text` occurs: in prompts, messages, todos, titles of calls; upper and lower case are the same. */
  search(text: string, signal: AbortSignal): Promise<readonly SessionHit[]>;
}

export type SessionStoreErrorReason = 'full' | 'readOnly' | 'inUse' | 'notFound' | 'newer' | 'failed';

/** `message` says it in one sentence, for people. */
export class SessionStoreError extends Error {
  override readonly name = 'SessionStoreError';
  readonly reason: SessionStoreErrorReason;

  constructor(reason: SessionStoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  static is(error: unknown, reason?: SessionStoreErrorReason): error is SessionStoreError {
    return error instanceof SessionStoreError && (reason === undefined || error.reason === reason);
  }
}
