import type { TranscriptChange } from '../../core/session/transcript/transcriptEntries.ts';

/** What the page has not been told yet. */
export interface ChangeBatch {
  /** New, or different in more than their last words. */
  readonly changed: readonly number[];
  readonly grown: readonly { readonly id: number; readonly text: string }[];
  readonly removed: readonly number[];
}

/** Puts the changes between two updates of the page together: an entry goes there once, a growing text by what it grew. */
export class PendingChanges {
  readonly #changed = new Set<number>();
  readonly #grown = new Map<number, string>();
  readonly #removed = new Set<number>();

  add(change: TranscriptChange): void {
    const { id } = change.entry;
    switch (change.kind) {
      case 'added':
      case 'changed':
      case 'ended':
        this.#grown.delete(id);
        this.#changed.add(id);
        return;
      case 'grown':
        if (!this.#changed.has(id)) this.#grown.set(id, (this.#grown.get(id) ?? '') + change.delta);
        return;
      case 'removed':
        this.#grown.delete(id);
        this.#changed.delete(id);
        this.#removed.add(id);
        return;
    }
  }

  take(): ChangeBatch {
    const batch = {
      changed: [...this.#changed],
      grown: [...this.#grown].map(([id, text]) => ({ id, text })),
      removed: [...this.#removed],
    };
    this.clear();
    return batch;
  }

  clear(): void {
    this.#changed.clear();
    this.#grown.clear();
    this.#removed.clear();
  }
}
