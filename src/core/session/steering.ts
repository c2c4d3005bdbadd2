/**
 * What the person says while a run is on. It reaches the model with the next tool results, at the tail, so that the
 * cached prefix stays as it is; what no round took along is for the session to send as a prompt of its own.
 */
export class Steering {
  #notes: string[] = [];

  add(text: string): void {
    this.#notes.push(text);
  }

  reset(): void {
    // Notes outlive the start of a run: they may have been typed just before it.
  }

  /** A tail source of the loop: called once at the end of each round. */
  afterRound(): string | undefined {
    const notes = this.take();
    return notes === undefined ? undefined : `<user_message>\n${notes}\n</user_message>`;
  }

  /** Everything not delivered yet, once. */
  take(): string | undefined {
    const notes = this.#notes;
    this.#notes = [];
    return notes.length === 0 ? undefined : notes.join('\n\n');
  }
}
