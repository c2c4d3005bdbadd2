import type { AgentEvent } from '../agent/agentEvents.ts';
import type { TodoItem } from '../todos/todoItem.ts';
import { Emitter } from '../util/event.ts';
import type { CallRow, RootRow } from './rows.ts';

/** The list's own tool: its calls are the list, not evidence under it. */
const listTool = 'todo_write';

/** Where calls hang that were made while no item was in progress. */
const outside = Symbol('outside');

/**
 * Folds the session's events into what the tree shows: each call hangs under the item that was in progress when it
 * started. A replay of the kept events gives the same rows.
 */
export class SessionRows {
  #items: readonly TodoItem[] = [];
  readonly #owners = new Map<string | typeof outside, string[]>();
  readonly #calls = new Map<string, CallRow>();
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;

  /** Items in list order, then the calls outside of any of them. */
  rows(): readonly RootRow[] {
    const ids = new Set(this.#items.map((item) => item.id));
    const rows: RootRow[] = this.#items.map((item) => ({ kind: 'todo', item, calls: this.#callsOf(item.id) }));
    const orphans = [...this.#owners.keys()].filter((owner) => owner === outside || !ids.has(owner));
    const calls = orphans.flatMap((owner) => this.#callsOf(owner));
    return calls.length === 0 ? rows : [...rows, { kind: 'outside', calls }];
  }

  apply(event: AgentEvent): void {
    if (this.#fold(event)) this.#didChange.fire();
  }

  reset(): void {
    this.#items = [];
    this.#owners.clear();
    this.#calls.clear();
    this.#didChange.fire();
  }

  #fold(event: AgentEvent): boolean {
    switch (event.kind) {
      case 'todosChanged':
        this.#items = event.items;
        return true;
      case 'toolStarted':
        if (event.name === listTool) return false;
        this.#add({
          kind: 'call',
          callId: event.callId,
          name: event.name,
          access: event.access,
          title: event.title,
          state: 'running',
        });
        return true;
      case 'approvalAsked':
        return this.#change(event.request.callId, { state: 'waiting' });
      case 'approvalAnswered':
        return this.#change(event.callId, { state: 'running' });
      case 'toolFinished':
        return this.#change(event.callId, {
          state: event.outcome,
          output: event.output,
          durationMs: event.durationMs,
          ...(event.evidence === undefined ? {} : { evidence: event.evidence }),
        });
      default:
        return false;
    }
  }

  #add(call: CallRow): void {
    const owner = this.#items.find((item) => item.status === 'in_progress')?.id ?? outside;
    this.#calls.set(call.callId, call);
    const ids = this.#owners.get(owner);
    if (ids === undefined) this.#owners.set(owner, [call.callId]);
    else ids.push(call.callId);
  }

  #change(callId: string, change: Partial<CallRow>): boolean {
    const call = this.#calls.get(callId);
    if (call === undefined) return false;
    this.#calls.set(callId, { ...call, ...change });
    return true;
  }

  #callsOf(owner: string | typeof outside): CallRow[] {
    return (this.#owners.get(owner) ?? []).flatMap((id) => this.#calls.get(id) ?? []);
  }
}
