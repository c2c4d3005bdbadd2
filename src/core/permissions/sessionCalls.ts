import type { Disposable } from '../util/disposable.ts';
import type { Event } from '../util/event.ts';
import type { PermissionCall } from './permissionDecider.ts';
import type { Decided } from './permissionPolicy.ts';
import type { PermissionRule } from './rules/rule.ts';

export interface RuleUse {
  readonly count: number;
  /** When it last decided a call, in milliseconds since 1970. */
  readonly at: number;
}

export interface SessionCallsPorts {
  readonly onDidDecide: Event<Decided>;
  readonly covers: (rules: readonly string[], call: PermissionCall) => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Of more calls nobody wants a count. */
const maxCalls = 500;

/** The decided calls of a session: what a rule would have spared, and when each rule was last of use. */
export class SessionCalls implements Disposable {
  readonly #ports: SessionCallsPorts;
  readonly #calls = new Map<string, PermissionCall>();
  readonly #uses = new Map<string, RuleUse>();
  readonly #listener: Disposable;

  constructor(ports: SessionCallsPorts) {
    this.#ports = ports;
    this.#listener = ports.onDidDecide((decided) => this.#note(decided));
  }

  /** How many calls but this one would have been asked about without these allow rules, and not with them. */
  async countCovered(rules: readonly string[], callId: string): Promise<number> {
    const earlier = [...this.#calls].filter(([id]) => id !== callId).map(([, call]) => call);
    const covered = await Promise.all(earlier.map((call) => this.#ports.covers(rules, call)));
    return covered.filter((isCovered) => isCovered).length;
  }

  lastUse(rule: PermissionRule): RuleUse | undefined {
    return this.#uses.get(keyOf(rule));
  }

  /** A new session began. */
  clear(): void {
    this.#calls.clear();
    this.#uses.clear();
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #note({ call, rules }: Decided): void {
    const at = this.#ports.now();
    for (const key of new Set(rules.map(keyOf))) {
      this.#uses.set(key, { count: (this.#uses.get(key)?.count ?? 0) + 1, at });
    }
    if (call.callId === undefined) return;
    this.#calls.set(call.callId, call);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > maxCalls && oldest !== undefined) this.#calls.delete(oldest);
  }
}

function keyOf({ effect, text, source }: PermissionRule): string {
  return JSON.stringify([source.name, effect, text]);
}
