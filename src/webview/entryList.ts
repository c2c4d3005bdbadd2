import type { PageEntry } from '../core/session/transcript/transcriptMessages.ts';

/** The entries in order of their ids, which is the order of the conversation. */
export class EntryList {
  #entries: PageEntry[] = [];

  get length(): number {
    return this.#entries.length;
  }

  at(index: number): PageEntry | undefined {
    return this.#entries.at(index);
  }

  find(id: number): PageEntry | undefined {
    const index = this.#place(id);
    return this.#entries[index]?.id === id ? this.#entries[index] : undefined;
  }

  /** Adds it, or puts it in the place of the one with its id. */
  put(entry: PageEntry): void {
    const index = this.#place(entry.id);
    this.#entries.splice(index, this.#entries[index]?.id === entry.id ? 1 : 0, entry);
  }

  /** More text at the end of an answer. */
  grow(id: number, text: string): PageEntry | undefined {
    const entry = this.find(id);
    if (entry?.kind !== 'agent' && entry?.kind !== 'aside') return undefined;
    const grown = { ...entry, text: entry.text + text };
    this.put(grown);
    return grown;
  }

  remove(ids: readonly number[]): void {
    this.#entries = this.#entries.filter(({ id }) => !ids.includes(id));
  }

  clear(): void {
    this.#entries = [];
  }

  /** The first index whose id isn't smaller; new entries come at the end, so that it is looked at first. */
  #place(id: number): number {
    if ((this.#entries.at(-1)?.id ?? 0) < id) return this.#entries.length;
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.id ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
