/** Brings what several sources say into one row, for one reader. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #events: Event[] = [];
  #end: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;

  push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  /** After the events that are there, the reader's loop ends; with `failure.error`, it throws that. */
  close(failure: { readonly error?: unknown } = {}): void {
    this.#end ??= failure;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      for (let event = this.#events.shift(); event !== undefined; event = this.#events.shift()) yield event;
      if (this.#end !== undefined) break;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if ('error' in this.#end) throw this.#end.error;
  }
}
