import { EndpointError } from './modelFailure.ts';

/**
 * Aborts its signal when a response sends nothing for a while. It counts bytes, not events: a model that thinks sends
 * pings only.
 */
export class StallWatch implements Disposable {
  readonly #controller = new AbortController();
  readonly #timeout: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param timeout in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The same response, watched from now to its end. */
  over(response: Response): Response {
    if (response.body === null) return response;
    this.#restart();
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#restart();
        controller.enqueue(chunk);
      },
      flush: () => this[Symbol.dispose](),
    });
    return new Response(response.body.pipeThrough(watched), response);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #restart(): void {
    clearTimeout(this.#timer);
    const seconds = Math.round(this.#timeout / 1000);
    const reason = new EndpointError('STALLED', `no data for ${seconds} s`);
    this.#timer = setTimeout(() => this.#controller.abort(reason), this.#timeout);
  }
}
