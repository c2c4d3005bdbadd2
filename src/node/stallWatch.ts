import { EndpointError } from './modelFailure.ts';

/** Silences after which a person is told, before the attempt is given up. */
const patience = 3;

/**
 * Watches one attempt for silence, from the request to the end of the answer. It counts bytes, not events: a model that
 * thinks sends pings only. Each silence of `timeout` is told; after the third in a row the signal is aborted.
 */
export class StallWatch implements Disposable {
  readonly #controller = new AbortController();
  readonly #timeout: number;
  readonly #onSilence: (milliseconds: number) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silences = 0;

  /** @param timeout in milliseconds. @param onSilence gets how long nothing has come. */
  constructor(timeout: number, onSilence: (milliseconds: number) => void) {
    this.#timeout = timeout;
    this.#onSilence = onSilence;
    this.#restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The same response; its bytes break the silence. */
  over(response: Response): Response {
    if (response.body === null) return response;
    this.#hear();
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#hear();
        controller.enqueue(chunk);
      },
      flush: () => this[Symbol.dispose](),
    });
    return new Response(response.body.pipeThrough(watched), response);
  }

  /** Ends the attempt, so that another one is made. */
  giveUp(): void {
    this.#controller.abort(new EndpointError('GIVEN_UP', 'asked for'));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #hear(): void {
    this.#silences = 0;
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#takeSilence(), this.#timeout);
  }

  #takeSilence(): void {
    this.#silences += 1;
    const milliseconds = this.#silences * this.#timeout;
    if (this.#silences >= patience) {
      this.#controller.abort(new EndpointError('STALLED', `no data for ${Math.round(milliseconds / 1000)} s`));
      return;
    }
    this.#onSilence(milliseconds);
    this.#restart();
  }
}
