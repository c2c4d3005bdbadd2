/**
 * A controller that is aborted along with another signal, with its reason. For each round and each call:
 * `AbortSignal.any` would do the same at many times the cost. Disposing lets go of the other signal.
 */
export class FollowingAbort implements Disposable {
  readonly #controller = new AbortController();
  readonly #followed: AbortSignal;
  readonly #follow = (): void => this.#controller.abort(this.#followed.reason);

  constructor(followed: AbortSignal) {
    this.#followed = followed;
    if (followed.aborted) this.#follow();
    else followed.addEventListener('abort', this.#follow);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    this.#followed.removeEventListener('abort', this.#follow);
  }
}
