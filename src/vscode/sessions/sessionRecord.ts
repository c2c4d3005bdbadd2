import type { TimedEvent } from '../../core/agent/agentEvents.ts';
import { ChangeKeeper } from '../../core/checkpoints/changeKeeper.ts';
import { ChangeLog } from '../../core/checkpoints/changeLog.ts';
import type { ChangeContext } from '../../core/checkpoints/changeRecord.ts';
import type { CheckpointError, CheckpointStore } from '../../core/checkpoints/checkpointStore.ts';
import type { SessionLog } from '../../core/session/agentSession.ts';
import { ChangeTracker } from '../../core/session/journal/changeTracker.ts';
import type { RestoredSession } from '../../core/session/journal/restoreSession.ts';
import { SessionRecorder, type RecordingTrouble } from '../../core/session/journal/sessionRecorder.ts';
import type { SessionJournal, SessionStore } from '../../core/session/sessionStore.ts';
import type { FileBytes } from '../../core/workspace/fileBytes.ts';
import type { ResolvedPath } from '../../core/workspace/paths.ts';

export interface SessionRecordPorts {
  readonly store: SessionStore;
  readonly checkpoints: CheckpointStore;
  readonly files: FileBytes;
  readonly resolve: (path: string) => Promise<ResolvedPath>;
  readonly onTrouble: (trouble: RecordingTrouble) => void;
  readonly onNotKept: (error: CheckpointError, path: string) => void;
}

/** What is written down of the open session: its events, and what it changed in which files. */
export class SessionRecord implements SessionLog {
  readonly #recorder: SessionRecorder;
  readonly #tracker = new ChangeTracker();
  /** The session's name, and whether a hook may change it. */
  #title: { readonly text: string; readonly isByPerson: boolean } | undefined;
  readonly changes = new ChangeLog();
  readonly keeper: ChangeKeeper;

  constructor({ store, checkpoints, files, resolve, onTrouble, onNotKept }: SessionRecordPorts) {
    this.#recorder = new SessionRecorder({ store, now: Date.now, onTrouble });
    this.keeper = new ChangeKeeper({
      files,
      store: checkpoints,
      log: this.changes,
      resolve,
      context: () => this.context,
      onNotKept,
    });
    this.changes.onDidAdd((entry) => this.#recorder.recordFact(entry));
  }

  /** Whose work is being done. */
  get context(): ChangeContext {
    return this.#tracker.context;
  }

  begin(sessionId: string): void {
    this.#recorder.begin(sessionId);
    this.#title = undefined;
    this.#tracker.replay([]);
    this.changes.replace({ records: [], unwatched: [] });
  }

  recordEvent(event: TimedEvent): void {
    this.#recorder.recordEvent(event);
    this.#tracker.apply(event);
  }

  /** Goes on with a session from before; the open one is closed. */
  adopt(journal: SessionJournal, restored: RestoredSession): void {
    this.#recorder.adopt(journal);
    this.restore(restored);
  }

  /** The open session is another by what was recorded. */
  restore({ title, events, changes, unwatched }: RestoredSession): void {
    // Who gave it is not recorded; what a person may have chosen stays.
    this.#title = title === undefined ? undefined : { text: title, isByPerson: true };
    this.#tracker.replay(events);
    this.changes.replace({ records: changes, unwatched });
  }

  rename(title: string): void {
    this.#entitle({ text: title, isByPerson: true });
  }

  /** A hook names the session; what the person chose stays. */
  suggestTitle(title: string): void {
    const text = title.trim();
    if (text === '' || this.#title?.isByPerson === true || this.#title?.text === text) return;
    this.#entitle({ text, isByPerson: false });
  }

  #entitle(title: { readonly text: string; readonly isByPerson: boolean }): void {
    this.#title = title;
    this.#recorder.recordFact({ kind: 'titled', title: title.text });
  }

  /** The conversation goes on behind its first `runs` runs. */
  goBack(runs: number): void {
    this.#recorder.recordFact({ kind: 'wentBack', runs });
  }

  close(): void {
    this.#recorder.close();
  }
}
