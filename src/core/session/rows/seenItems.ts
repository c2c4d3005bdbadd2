import type { ItemRow } from './rows.ts';

/**
 * "Since you looked": which items changed while the view was hidden. This is the view's own state, not the session's,
 * so it is not in the log. The marks stay drawn when the view is shown, until it is hidden again or the person has
 * acted on it.
 */
export class SeenItems {
  #isVisible: boolean;
  #seen: ReadonlyMap<string, string> = new Map();
  #now: ReadonlyMap<string, string> = new Map();
  #marked: ReadonlySet<string> = new Set();

  constructor(isVisible: boolean) {
    this.#isVisible = isVisible;
  }

  /** Ids of the items to mark. */
  get marked(): ReadonlySet<string> {
    return this.#marked;
  }

  /** For the badge: changes that nobody has seen. */
  get count(): number {
    return this.#isVisible ? 0 : this.#marked.size;
  }

  /** After each change of the rows. */
  update(rows: readonly ItemRow[]): void {
    this.#now = new Map(rows.map((row) => [row.item.id, faceOf(row)]));
    if (this.#isVisible) this.#seen = this.#now;
    else this.#marked = new Set([...this.#now].filter(([id, face]) => this.#seen.get(id) !== face).map(([id]) => id));
  }

  /** Rows of a stored session as it was left: nothing that happened since anybody looked. */
  restore(rows: readonly ItemRow[]): void {
    this.#now = new Map(rows.map((row) => [row.item.id, faceOf(row)]));
    this.#seen = this.#now;
    this.#marked = new Set();
  }

  setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    this.#seen = this.#now;
    if (!isVisible) this.#marked = new Set();
  }

  /** The person has acted on the view: the marks have done their work. */
  acknowledge(): void {
    if (this.#isVisible) this.#marked = new Set();
  }
}

/** What an item says of itself; its calls come and go, and the cost grows, without news for who comes back. */
function faceOf({ item, presence, drift, doubt, settlement, calls }: ItemRow): string {
  const problems = calls.reduce((total, call) => total + (call.problems?.length ?? 0), 0);
  const denied = calls.filter(({ state }) => state === 'denied' || state === 'forbidden').length;
  return JSON.stringify([item.content, item.status, presence, drift, doubt, settlement, problems, denied]);
}
