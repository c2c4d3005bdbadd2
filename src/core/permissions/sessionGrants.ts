import { Emitter } from '../util/event.ts';

/** How long a grant holds: to the end of the session, or of one todo item. */
export type GrantScope = 'session' | { readonly item: string };

/** What the person allowed beyond one call. */
export type GrantSubject =
  /** Exactly this command line. */
  | { readonly kind: 'command'; readonly command: string }
  /** Any further change to files of the workspace that aren't protected. */
  | { readonly kind: 'edits' };

export interface Grant {
  readonly id: string;
  readonly scope: GrantScope;
  readonly subject: GrantSubject;
}

/** What was allowed for a while, and can be taken back. Never stored. */
export class SessionGrants {
  readonly #grants = new Map<string, Grant>();
  readonly #didChange = new Emitter<readonly Grant[]>();
  /** Fires with `all` after each change of it. */
  readonly onDidChange = this.#didChange.event;
  #added = 0;

  /** The oldest first. */
  get all(): readonly Grant[] {
    return [...this.#grants.values()];
  }

  /** The grant in force; the same one when it was given before. */
  add(subject: GrantSubject, scope: GrantScope): Grant {
    const known = this.all.find((grant) => isSame(grant.subject, subject) && itemOf(grant) === itemOf({ scope }));
    if (known !== undefined) return known;
    this.#added += 1;
    const grant: Grant = { id: `grant-${this.#added}`, scope, subject };
    this.#grants.set(grant.id, grant);
    this.#didChange.fire(this.all);
    return grant;
  }

  covers(subject: GrantSubject): boolean {
    return this.all.some((grant) => isSame(grant.subject, subject));
  }

  /** Harmless for a grant that is gone. */
  revoke(id: string): void {
    if (this.#grants.delete(id)) this.#didChange.fire(this.all);
  }

  /** The item is done or gone: its grants end. */
  endItem(item: string): void {
    this.#remove((grant) => itemOf(grant) === item);
  }

  /** The session ended. */
  clear(): void {
    this.#remove(() => true);
  }

  #remove(isOver: (grant: Grant) => boolean): void {
    const over = this.all.filter(isOver);
    for (const { id } of over) this.#grants.delete(id);
    if (over.length > 0) this.#didChange.fire(this.all);
  }
}

function itemOf({ scope }: Pick<Grant, 'scope'>): string | undefined {
  return scope === 'session' ? undefined : scope.item;
}

function isSame(one: GrantSubject, other: GrantSubject): boolean {
  if (one.kind === 'command') return other.kind === 'command' && one.command === other.command;
  return other.kind === 'edits';
}
