import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { CallRow } from './rows.ts';

/** The list's own tool: its calls are the list, not evidence under it. */
export const listTool = 'todo_write';

/** An item's id, or undefined for work outside of the plan. */
export type Owner = string | undefined;

/** The calls of a session, each under the item that was in progress when it started. */
export class CallFold {
  readonly #byOwner = new Map<Owner, readonly CallRow[]>();
  /** Of calls with the same id the one that started last. */
  readonly #latest = new Map<string, { readonly owner: Owner; readonly index: number; readonly uses: number }>();

  get owners(): readonly Owner[] {
    return [...this.#byOwner.keys()];
  }

  /** The same array until a call in it changes. */
  of(owner: Owner): readonly CallRow[] {
    return this.#byOwner.get(owner) ?? none;
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
  }

  #start({ callId, name, access, title }: Extract<AgentEvent, { kind: 'toolStarted' }>, owner: Owner): boolean {
    const uses = (this.#latest.get(callId)?.uses ?? 0) + 1;
    const key = uses === 1 ? {} : { key: `${callId}#${uses}` };
    const calls = this.of(owner);
    this.#byOwner.set(owner, [...calls, { kind: 'call', callId, ...key, name, access, title, state: 'running' }]);
    this.#latest.set(callId, { owner, index: calls.length, uses });
    return true;
  }

  #change(callId: string, change: (call: CallRow) => Partial<CallRow>): boolean {
    const place = this.#latest.get(callId);
    const calls = this.of(place?.owner);
    const call = place && calls[place.index];
    if (call === undefined) return false;
    this.#byOwner.set(place?.owner, calls.with(place?.index ?? 0, { ...call, ...change(call) }));
    return true;
  }

  /** Nothing goes on between runs, whatever a run that broke off left behind. */
  #settle(): boolean {
    let isChanged = false;
    for (const [owner, calls] of this.#byOwner) {
      if (!calls.some(isOpen)) continue;
      this.#byOwner.set(
        owner,
        calls.map((call) => (isOpen(call) ? { ...call, state: 'cancelled' } : call)),
      );
      isChanged = true;
    }
    return isChanged;
  }
}

const none: readonly CallRow[] = [];

function isOpen({ state }: CallRow): boolean {
  return state === 'running' || state === 'waiting';
}
