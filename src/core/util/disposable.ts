/** Structurally compatible with VS Code's, so that core objects go straight into its subscriptions. */
export interface Disposable {
  dispose(): void;
}

/** Owns disposables. Adding to a disposed store disposes at once; disposing twice is harmless. */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #isDisposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  dispose(): void {
    this.#isDisposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    for (const item of items) item.dispose();
  }
}
