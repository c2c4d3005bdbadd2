import { FollowingAbort } from '../util/followingAbort.ts';

/** Why an attempt was given up; `code` stands beside Node's words for failed connections. */
export class StallError extends Error {
  override readonly name = 'StallError';
  /** `GIVEN_UP`: the person asked for another attempt. */
  readonly code: 'STALLED' | 'GIVEN_UP';

  constructor(code: StallError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Silences after which a person is told, before the attempt is given up. */
const patience = 3;

/**
 * Watches one attempt for silence, from the request to the end of the answer. Pings count too: a model that
 * thinks sends nothing else. Each silence of `timeout` is told; after the third in a row the signal is aborted.
 */
export class StallWatch implements Disposable {
  readonly #controller: FollowingAbort;
  readonly #timeout: number;
  readonly #onSilence: (milliseconds: number) => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  #silences = 0;
  #isOver = false;

  /**
   * @param timeout in milliseconds.
   * @param onSilence gets how long nothing has come.
   * @param signal ends the attempt too.
   */
  constructor(timeout: number, onSilence: (milliseconds: number) => void, signal: AbortSignal) {
    this.#controller = new FollowingAbort(signal);
    this.#timeout = timeout;
    this.#onSilence = onSilence;
    this.#timer = setTimeout(() => this.#takeSilence(), timeout);
  }

  /** Of the attempt: aborted by whatever ends it early. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something has come. */
  hear(): void {
    this.#silences = 0;
    this.#timer.refresh();
  }

  /** The answer has come to its end. */
  finish(): void {
    this.#isOver = true;
  }

  /** Ends the attempt, so that another one is made. */
  giveUp(): void {
    this.#controller.abort(new StallError('GIVEN_UP', 'asked for'));
  }

  /** Ends the watch, and the attempt if that is still under way. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#controller[Symbol.dispose]();
    if (!this.#isOver) this.#controller.abort();
  }

  #takeSilence(): void {
    this.#silences += 1;
    const milliseconds = this.#silences * this.#timeout;
    if (this.#silences >= patience) {
      this.#controller.abort(new StallError('STALLED', `no data for ${Math.round(milliseconds / 1000)} s`));
      return;
    }
    this.#onSilence(milliseconds);
    this.#timer.refresh();
  }
}
