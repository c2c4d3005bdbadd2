/** Milliseconds in which a click may be the one that brought the window to the front. */
const grace = 500;

/** Knows whether a click may have been meant for the window, not for the button under it. */
export class RefocusGuard {
  #isFocused: boolean;
  #focusedAt = -Infinity;

  constructor(isFocused: boolean) {
    this.#isFocused = isFocused;
  }

  /** Told of the window's state; `now` in milliseconds. */
  update(isFocused: boolean, now: number): void {
    if (isFocused && !this.#isFocused) this.#focusedAt = now;
    this.#isFocused = isFocused;
  }

  covers(now: number): boolean {
    return now - this.#focusedAt < grace;
  }
}
