import type { AgentEvent, RunOutcome } from '../../agent/agentEvents.ts';
import type { PauseReason } from '../../agent/steerEvents.ts';
import { Emitter } from '../../util/event.ts';
import { CallFold, listTool } from './callFold.ts';
import { CostFold } from './costFold.ts';
import { doubtOf } from './itemDoubt.ts';
import { ItemFold, type ItemFacts } from './itemFold.ts';
import type { CallRow, Cost, Doubt, ItemRow, RootRow, SessionTree, SteerState } from './rows.ts';
import { SteerFold } from '../steering/steerFold.ts';

/**
 * Folds the session's events into what the tree shows: each call hangs under the item that was in progress when it
 * started. A replay of the kept events gives the same rows.
 */
export class SessionRows {
  readonly #items = new ItemFold();
  readonly #calls = new CallFold();
  readonly #costs = new CostFold();
  readonly #steering = new SteerFold();
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;
  #callsSinceChange = 0;
  #isRunning = false;
  #pause: PauseReason | undefined;
  #outcome: RunOutcome | undefined;
  #tree: SessionTree | undefined;
  /** So that a row whose facts are the same is the same object. */
  #drawn: ReadonlyMap<string, DrawnRow> = new Map();

  /** Everything that the tree shows; the same object until the next change. */
  tree(): SessionTree {
    this.#tree ??= this.#draw();
    return this.#tree;
  }

  /** The items on the list in its order, then all calls that belong to none of them. */
  rows(): readonly RootRow[] {
    const { items } = this.tree();
    const listed = items.filter(({ presence }) => presence === 'listed');
    const ids = new Set(listed.map(({ item }) => item.id));
    const calls = this.#calls.owners.flatMap((owner) =>
      owner !== undefined && ids.has(owner) ? [] : this.#calls.of(owner),
    );
    return calls.length === 0 ? listed : [...listed, { kind: 'outside', calls }];
  }

  apply(event: AgentEvent): void {
    if (!this.#fold(event)) return;
    this.#tree = undefined;
    this.#didChange.fire();
  }

  /** Another session. @param events those it has already. */
  reset(events: readonly AgentEvent[] = []): void {
    for (const fold of [this.#items, this.#calls, this.#costs, this.#steering]) fold.clear();
    this.#callsSinceChange = 0;
    this.#isRunning = false;
    this.#pause = undefined;
    this.#outcome = undefined;
    this.#tree = undefined;
    for (const event of events) this.#fold(event);
    this.#didChange.fire();
  }

  /** @returns true when something is to be drawn anew; that time passes is not. */
  #fold(event: AgentEvent): boolean {
    const owner = this.#items.active;
    this.#costs.apply(event, owner);
    const changes = [
      this.#calls.apply(event, owner),
      this.#items.apply(event, (id) => this.#calls.last(id)?.state === 'denied'),
      this.#steering.apply(event),
      this.#foldRun(event),
    ];
    return changes.includes(true);
  }

  #foldRun(event: AgentEvent): boolean {
    switch (event.kind) {
      case 'runStarted':
        this.#isRunning = true;
        this.#outcome = undefined;
        return true;
      case 'runFinished':
        this.#isRunning = false;
        this.#pause = undefined;
        this.#outcome = event.outcome;
        return true;
      case 'paused':
      case 'resumed':
        this.#pause = event.kind === 'paused' ? event.reason : undefined;
        return true;
      case 'todosChanged':
        this.#callsSinceChange = 0;
        return true;
      case 'toolStarted':
        if (event.name === listTool) return false;
        this.#callsSinceChange += 1;
        return true;
      case 'answered':
      case 'roundFinished':
        return true;
      default:
        return false;
    }
  }

  #draw(): SessionTree {
    const drawn = new Map(this.#items.all.map((facts) => [facts.item.id, this.#drawRow(facts)]));
    this.#drawn = drawn;
    const rows = [...drawn.values()].map(({ row }) => row);
    const isEarlier = ({ presence }: ItemRow): boolean => presence === 'replaced' || presence === 'removed';
    const calls = this.#callsOutside();
    return {
      items: rows.filter((row) => !isEarlier(row)),
      earlier: rows.filter((row) => isEarlier(row) && (row.presence === 'replaced' || row.calls.length > 0)),
      outside: calls.length === 0 ? undefined : { kind: 'outside', calls, cost: this.#costs.of(undefined) },
      callsSinceChange: this.#callsSinceChange,
      isRunning: this.#isRunning,
      pause: this.#pause,
      outcome: this.#outcome,
      steering: this.#steering.rows,
      total: this.#costs.total,
    };
  }

  /** Work of items that were cleared away belongs here too. */
  #callsOutside(): readonly CallRow[] {
    const owners = this.#calls.owners.filter((owner) => owner === undefined || !this.#items.has(owner));
    const [only, ...others] = owners.map((owner) => this.#calls.of(owner));
    return others.length === 0 ? (only ?? []) : [...(only ?? []), ...others.flat()];
  }

  #drawRow(facts: ItemFacts): DrawnRow {
    const { id, status } = facts.item;
    const calls = this.#calls.of(id);
    const cost = this.#costs.of(id);
    const steering = this.#steering.of(id);
    const before = this.#drawn.get(id);
    if (before?.facts === facts && before.row.calls === calls && before.row.cost === cost) {
      if (before.row.steering === steering) return before;
    }
    const doubt = status === 'completed' && facts.completedBy === 'model' ? doubtOf(calls) : undefined;
    return { facts, row: rowOf(facts, { calls, cost, steering, doubt }) };
  }
}

interface DrawnRow {
  readonly facts: ItemFacts;
  readonly row: ItemRow;
}

function rowOf(
  facts: ItemFacts,
  more: {
    readonly calls: readonly CallRow[];
    readonly cost: Cost;
    readonly steering: SteerState | undefined;
    readonly doubt: Doubt | undefined;
  },
): ItemRow {
  return { kind: 'todo', ...facts, ...more };
}
