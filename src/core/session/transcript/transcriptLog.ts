import type { AgentEvent } from '../../agent/agentEvents.ts';
import { DisposableStore } from '../../util/disposable.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/event.ts';
import type { Session } from '../sessionState.ts';
import type { TranscriptChange, TranscriptEntry } from './transcriptEntries.ts';
import { TranscriptFold } from './transcriptFold.ts';

/** The session as its transcript reads it. */
export interface TranscriptSource extends Pick<Session, 'events' | 'onDidEmit'> {
  readonly onDidReset: Event<void>;
}

export function replayOf(events: readonly AgentEvent[], live: TranscriptFold): readonly TranscriptChange[] {
  const fold = new TranscriptFold();
  const changes = events.flatMap((event) => fold.apply(event));
  return [...changes, ...live.underWay.map((entry) => ({ kind: 'added', entry }) as const)];
}

/** The transcript of the session as it is, for all who show it. */
export class TranscriptLog implements Disposable {
  readonly #source: TranscriptSource;
  readonly #fold = new TranscriptFold();
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<readonly TranscriptChange[]>());
  readonly #didReset = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#didChange.event;
  /** Another conversation: all entries are other ones. */
  readonly onDidReset = this.#didReset.event;

  constructor(source: TranscriptSource) {
    this.#source = source;
    this.#read();
    this.#disposables.add(
      source.onDidEmit((event) => {
        const changes = this.#fold.apply(event);
        if (changes.length > 0) this.#didChange.fire(changes);
      }),
    );
    this.#disposables.add(
      source.onDidReset(() => {
        this.#fold.clear();
        this.#read();
        this.#didReset.fire();
      }),
    );
  }

  get entries(): Iterable<TranscriptEntry> {
    return this.#fold.entries;
  }

  get isEmpty(): boolean {
    return this.#fold.isEmpty;
  }

  entry(id: number): TranscriptEntry | undefined {
    return this.#fold.entry(id);
  }

  /** All changes from the start of the session, as its kept events give them, and the answer that is under way. */
  replay(): readonly TranscriptChange[] {
    return replayOf(this.#source.events, this.#fold);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #read(): void {
    for (const event of this.#source.events) this.#fold.apply(event);
  }
}
