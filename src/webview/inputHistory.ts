const limit = 50;

/** What was sent before, walked through as in a shell: what is being typed is the newest entry of all. */
export class InputHistory {
  #sent: readonly string[];
  #place: number;
  #draft = '';

  constructor(sent: readonly string[] = []) {
    this.#sent = sent.slice(-limit);
    this.#place = this.#sent.length;
  }

  /** Oldest first. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  add(text: string): void {
    this.#sent = [...this.#sent.filter((known) => known !== text), text].slice(-limit);
    this.leave();
  }

  /** Back to the newest, for whatever is typed next. */
  leave(): void {
    this.#place = this.#sent.length;
    this.#draft = '';
  }

  /** The one before, undefined at the oldest; `current` is kept when the walk begins. */
  previous(current: string): string | undefined {
    if (this.#place === 0) return undefined;
    if (this.#place === this.#sent.length) this.#draft = current;
    this.#place -= 1;
    return this.#sent[this.#place];
  }

  /** The one after, in the end what was being typed; undefined when that is there already. */
  next(): string | undefined {
    if (this.#place === this.#sent.length) return undefined;
    this.#place += 1;
    return this.#sent[this.#place] ?? this.#draft;
  }
}
