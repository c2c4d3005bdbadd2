import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { CallRow } from './rows.ts';

/** The list's own tool: its calls are the list, not evidence under it. */
export const listTool = 'todo_write';

/** An item's id, or undefined for work outside of the plan. */
export type Owner = string | undefined;

/** The calls of one owner. They are copied when somebody looks, not with each event: a long session opens in linear time. */
interface OwnedCalls {
  readonly calls: CallRow[];
  shown: readonly CallRow[] | undefined;
}

interface Place {
  readonly owned: OwnedCalls;
  readonly index: number;
  /** How often its call id was used up to here. */
  readonly uses: number;
}

/** The calls of a session, each under the item that was in progress when it started. */
export class CallFold {
  readonly #byOwner = new Map<Owner, OwnedCalls>();
  /** Of calls with the same id the one that started last. */
  readonly #latest = new Map<string, Place>();
  readonly #open = new Set<Place>();

  get owners(): readonly Owner[] {
    return [...this.#byOwner.keys()];
  }

  /** The same array until a call in it changes. */
  of(owner: Owner): readonly CallRow[] {
    const owned = this.#byOwner.get(owner);
    if (owned === undefined) return none;
    owned.shown ??= [...owned.calls];
    return owned.shown;
  }

  last(owner: Owner): CallRow | undefined {
    return this.#byOwner.get(owner)?.calls.at(-1);
  }

  /** @returns true when something changed. */
  apply(event: AgentEvent, owner: Owner): boolean {
    switch (event.kind) {
      case 'toolStarted':
        return event.name !== listTool && this.#start(event, owner);
      case 'approvalAsked':
        return this.#change(event.request.callId, () => ({ state: 'waiting' }));
      case 'approvalAnswered':
        return this.#change(event.callId, () => ({ state: 'running' }));
      case 'problemsFound': {
        const { path, count, messages } = event;
        return this.#change(event.callId, ({ problems = [] }) => ({
          problems: [...problems.filter((known) => known.path !== path), { path, count, messages }],
        }));
      }
      case 'toolFinished':
        return this.#change(event.callId, () => ({
          state: event.outcome,
          output: event.output,
          durationMs: event.durationMs,
          ...(event.evidence === undefined ? {} : { evidence: event.evidence }),
          ...(event.refusedBy === undefined ? {} : { refusedBy: event.refusedBy }),
        }));
      case 'runStarted':
      case 'runFinished':
        return this.#settle();
      default:
        return false;
    }
  }

  clear(): void {
    this.#byOwner.clear();
    this.#latest.clear();
    this.#open.clear();
  }

  #start({ callId, name, access, title }: Extract<AgentEvent, { kind: 'toolStarted' }>, owner: Owner): boolean {
    const uses = (this.#latest.get(callId)?.uses ?? 0) + 1;
    const key = uses === 1 ? {} : { key: `${callId}#${uses}` };
    const owned = this.#byOwner.get(owner) ?? { calls: [], shown: undefined };
    this.#byOwner.set(owner, owned);
    const place = { owned, index: owned.calls.length, uses };
    this.#latest.set(callId, place);
    this.#put(place, { kind: 'call', callId, ...key, name, access, title, state: 'running' });
    return true;
  }

  #change(callId: string, change: (call: CallRow) => Partial<CallRow>): boolean {
    const place = this.#latest.get(callId);
    const call = place?.owned.calls[place.index];
    if (place === undefined || call === undefined) return false;
    this.#put(place, { ...call, ...change(call) });
    return true;
  }

  #put(place: Place, call: CallRow): void {
    place.owned.calls[place.index] = call;
    place.owned.shown = undefined;
    if (isOpen(call)) this.#open.add(place);
    else this.#open.delete(place);
  }

  /** Nothing goes on between runs, whatever a run that broke off left behind. */
  #settle(): boolean {
    const open = [...this.#open];
    for (const place of open) {
      const call = place.owned.calls[place.index];
      if (call !== undefined) this.#put(place, { ...call, state: 'cancelled' });
    }
    return open.length > 0;
  }
}

const none: readonly CallRow[] = [];

function isOpen({ state }: CallRow): boolean {
  return state === 'running' || state === 'waiting';
}
