import type { ChangeEntry } from '../../checkpoints/changeRecord.ts';
import type { TimedEvent } from '../../agent/agentEvents.ts';
import { messageOf } from '../../util/errors.ts';
import { SessionStoreError, type SessionJournal, type SessionStore } from '../sessionStore.ts';
import { isKept, type JournalEntry, type SessionFact } from './journalEntry.ts';

export interface RecorderPorts {
  readonly store: Pick<SessionStore, 'create'>;
  readonly now: () => number;
  /** Told once when recording fails, and once when all that was held back is recorded after all. */
  readonly onTrouble: (trouble: RecordingTrouble) => void;
}

export type RecordingTrouble =
  { readonly kind: 'failed'; readonly error: SessionStoreError } | { readonly kind: 'recovered' };

/**
 * Writes a session down as it happens, each entry before anybody acts on it. A run never fails for it: what can't be
 * written is held back and tried again, in order, with each next entry; until then only this window has it.
 */
export class SessionRecorder {
  readonly #ports: RecorderPorts;
  #sessionId: string | undefined;
  #journal: SessionJournal | undefined;
  #heldBack: JournalEntry[] = [];
  #isFailing = false;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  /** False while entries are held back. */
  get isRecording(): boolean {
    return !this.#isFailing;
  }

  /** A new session: its journal is made with the first entry, so that an empty one leaves no file. */
  begin(sessionId: string): void {
    this.close();
    this.#sessionId = sessionId;
  }

  /** Goes on with an opened journal, which it closes in the end. */
  adopt(journal: SessionJournal): void {
    this.close();
    this.#sessionId = journal.sessionId;
    this.#journal = journal;
  }

  /** Never throws. */
  recordEvent(event: TimedEvent): void {
    if (!isKept(event)) return;
    this.#record(event);
    // A kill takes nothing away that was appended, a loss of power may. What a person said and how a run ended is worth
    // the milliseconds that it takes to be safe from that too; for each event they would slow the run.
    if (event.kind === 'approvalAnswered' || event.kind === 'runFinished') this.#try((journal) => journal.sync());
  }

  /** Never throws. */
  recordFact(fact: SessionFact | ChangeEntry): void {
    this.#record({ ...fact, at: this.#ports.now() });
  }

  /** Lets other windows write the session. What is still held back is lost with this window. */
  close(): void {
    this.#journal?.close();
    this.#journal = undefined;
    this.#sessionId = undefined;
    this.#heldBack = [];
    this.#isFailing = false;
  }

  #record(entry: JournalEntry): void {
    if (this.#sessionId === undefined) return;
    this.#heldBack.push(entry);
    this.#try((journal) => {
      for (let next = this.#heldBack[0]; next !== undefined; next = this.#heldBack[0]) {
        journal.append(next);
        this.#heldBack.shift();
      }
    });
  }

  #try(write: (journal: SessionJournal) => void): void {
    if (this.#sessionId === undefined) return;
    try {
      this.#journal ??= this.#ports.store.create(this.#sessionId);
      write(this.#journal);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (!this.#isFailing || this.#heldBack.length > 0) return;
    this.#isFailing = false;
    this.#ports.onTrouble({ kind: 'recovered' });
  }

  #fail(cause: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const error = SessionStoreError.is(cause) ? cause : new SessionStoreError('failed', messageOf(cause), { cause });
    this.#ports.onTrouble({ kind: 'failed', error });
  }
}
