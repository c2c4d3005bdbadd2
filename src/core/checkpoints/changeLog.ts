import { Emitter } from '../util/event.ts';
import {
  unfinished,
  type ChangeEntry,
  type ChangeRecord,
  type FileState,
  type StartedChange,
  type UnwatchedReason,
} from './changeRecord.ts';

export interface UnwatchedCommand {
  readonly callId?: string;
  readonly why: UnwatchedReason;
}

/**
 * Every change to a file in this session, in order; the one owner of the records. `onDidAdd` fires before anything is
 * written, so that whoever journals has the entry on disk first.
 */
export class ChangeLog {
  #records: ChangeRecord[] = [];
  #unwatched: UnwatchedCommand[] = [];
  readonly #added = new Emitter<ChangeEntry>();
  readonly #changed = new Emitter<void>();
  readonly onDidAdd = this.#added.event;
  /** For views: what can be undone may be another. Fires for a replaced log too. */
  readonly onDidChange = this.#changed.event;

  get records(): readonly ChangeRecord[] {
    return this.#records;
  }

  /** Commands whose changes are not all in `records`. */
  get unwatched(): readonly UnwatchedCommand[] {
    return this.#unwatched;
  }

  add(entry: ChangeEntry): void {
    applyEntry(this.#records, this.#unwatched, entry);
    this.#added.fire(entry);
    this.#changed.fire();
  }

  start(change: StartedChange): void {
    this.add({ kind: 'fileChanging', change });
  }

  finish(id: string, after: FileState): void {
    this.add({ kind: 'fileChanged', id, after });
  }

  /** Takes the place of everything so far, for a session that is opened or begun. */
  replace(log: { readonly records: readonly ChangeRecord[]; readonly unwatched: readonly UnwatchedCommand[] }): void {
    this.#records = [...log.records];
    this.#unwatched = [...log.unwatched];
    this.#changed.fire();
  }
}

/** The fold behind the log, for entries that are read back. */
export function applyEntry(records: ChangeRecord[], unwatched: UnwatchedCommand[], entry: ChangeEntry): void {
  switch (entry.kind) {
    case 'fileChanging':
      records.push({ ...entry.change, after: unfinished });
      return;
    case 'fileChanged': {
      // It is among the last ones: calls run one after the other.
      const index = records.findLastIndex(({ id }) => id === entry.id);
      const record = records[index];
      if (record !== undefined) records[index] = { ...record, after: entry.after };
      return;
    }
    case 'commandUnwatched': {
      const { why, callId } = entry;
      unwatched.push({ why, ...(callId === undefined ? {} : { callId }) });
    }
  }
}
