import type { Disposable } from './disposable.ts';

export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The private twin of an `onDidX` event. A throwing listener never reaches the code that fires, nor
 * keeps the other listeners from being told: its error goes to `onListenerError`.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onListenerError: (error: unknown) => void;

  constructor(onListenerError: (error: unknown) => void = rethrowLater) {
    this.#onListenerError = onListenerError;
  }

  readonly event: Event<T> = (listener) => {
    // A wrapper, so that one function subscribed twice is told twice and unsubscribed once each.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** A listener's bug must be seen by whoever watches uncaught errors, but not break the run. */
function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
