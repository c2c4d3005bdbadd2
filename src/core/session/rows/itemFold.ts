import type { AgentEvent, RunOutcome } from '../../agent/agentEvents.ts';
import type { StopPoint } from '../../agent/steerEvents.ts';
import { mergeOrder } from '../../todos/itemOrder.ts';
import type { TodoEdit } from '../../todos/todoEdit.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import type { Drift, Presence, Settlement } from './rows.ts';

/** An item as the list's own events tell of it. A change makes a new object. */
export interface ItemFacts {
  readonly item: TodoItem;
  readonly presence: Presence;
  readonly drift: readonly Drift[];
  readonly completedBy: 'model' | 'user' | undefined;
  readonly settlement: Settlement | undefined;
  readonly isLocked: boolean;
  readonly stopPoints: readonly StopPoint['when'][];
}

type ListChange = Extract<AgentEvent, { kind: 'todosChanged' }>;
type RunEnd = Extract<AgentEvent, { kind: 'runFinished' }>;

/** The items of a session: those on the list, and those that left it, with how they left. */
export class ItemFold {
  /** Changed in place: with a copy for each change, a long session would take quadratic time to open. */
  readonly #facts = new Map<string, ItemFacts>();
  #order: readonly string[] = [];
  #listed: readonly string[] = [];
  /** The id of the item in progress; whose work is done is asked for with each event. */
  #active: string | undefined;
  /** How the person takes an item off the list, told just before the list changes. */
  readonly #leaving = new Map<string, 'skipped' | 'removed'>();
  /** What the person puts on the list, told just before it is there. */
  readonly #coming = new Set<string>();

  /** In list order, each that left where it stood. */
  get all(): readonly ItemFacts[] {
    return this.#order.flatMap((id) => this.#facts.get(id) ?? []);
  }

  has(id: string): boolean {
    return this.#facts.has(id);
  }

  get active(): string | undefined {
    return this.#active;
  }

  /** @param wasDenied whether the last call under an item was refused by the person. */
  apply(event: AgentEvent, wasDenied: (itemId: string) => boolean): boolean {
    switch (event.kind) {
      case 'steered':
        if (event.what.kind === 'edit') this.#edited(event.what.edit);
        return event.what.kind === 'edit';
      case 'todosChanged':
        this.#replace(event);
        return true;
      case 'stopPointsChanged':
        this.#changeAll((facts) => withStopPoints(facts, event.points));
        return true;
      case 'runStarted':
        this.#changeAll((facts) => (facts.settlement === undefined ? facts : { ...facts, settlement: undefined }));
        return true;
      case 'runFinished':
        this.#changeAll((facts) => {
          const isOpen = facts.presence === 'listed' && facts.item.status !== 'completed';
          const settlement = isOpen ? settle(facts.item, event, wasDenied(facts.item.id)) : undefined;
          return { ...facts, settlement };
        });
        return true;
      default:
        return false;
    }
  }

  clear(): void {
    this.#facts.clear();
    this.#order = [];
    this.#listed = [];
    this.#active = undefined;
    this.#leaving.clear();
    this.#coming.clear();
  }

  /** The list itself follows in an event of its own. */
  #edited(edit: TodoEdit): void {
    if (edit.kind === 'skipped' || edit.kind === 'removed') this.#leaving.set(edit.itemId, edit.kind);
    if (edit.kind === 'locked' || edit.kind === 'unlocked') {
      const isLocked = edit.kind === 'locked';
      this.#changeAll((facts) => (facts.item.id === edit.itemId ? { ...facts, isLocked } : facts));
    }
    if (edit.kind === 'added' || edit.kind === 'restored') this.#coming.add(edit.itemId);
  }

  #replace(change: ListChange): void {
    const listed = this.#listed.flatMap((id) => this.#facts.get(id) ?? []);
    const isAllDone = listed.every(({ item }) => item.status === 'completed');
    const ids = new Set(change.items.map(({ id }) => id));
    for (const facts of listed) {
      const { id } = facts.item;
      if (ids.has(id)) continue;
      const presence =
        this.#leaving.get(id) ?? (change.by === 'model' ? (isAllDone ? 'replaced' : 'dropped') : undefined);
      if (presence === undefined) this.#facts.delete(id);
      else this.#facts.set(id, { ...facts, presence, isLocked: false, stopPoints: [], settlement: undefined });
    }
    for (const item of change.items) this.#facts.set(item.id, this.#factsOf(item, change.by));
    this.#leaving.clear();
    this.#coming.clear();
    if (!isSameOrder(this.#listed, [...ids])) {
      this.#order = mergeOrder(this.#order, [...ids]).filter((id) => this.#facts.has(id));
      this.#listed = [...ids];
    }
    this.#active = change.items.find(({ status }) => status === 'in_progress')?.id;
  }

  #factsOf(item: TodoItem, by: ListChange['by']): ItemFacts {
    const before = this.#facts.get(item.id);
    const isLocked = this.#coming.has(item.id) || before?.isLocked === true;
    const who = by === 'model' ? 'model' : 'user';
    if (before === undefined) {
      const completedBy = item.status === 'completed' ? who : undefined;
      return { item, presence: 'listed', drift: [], completedBy, settlement: undefined, isLocked, stopPoints: [] };
    }
    const wasCompleted = before.item.status === 'completed';
    const isCompleted = item.status === 'completed';
    const facts: ItemFacts = {
      ...before,
      item,
      presence: 'listed',
      drift: driftOf(before, item, who),
      completedBy: isCompleted ? (wasCompleted ? before.completedBy : who) : undefined,
      settlement: isCompleted ? undefined : before.settlement,
      isLocked,
    };
    return isSame(before, facts) ? before : facts;
  }

  #changeAll(change: (facts: ItemFacts) => ItemFacts): void {
    for (const [id, facts] of this.#facts) this.#facts.set(id, change(facts));
  }
}

/** The model's changes add up until it takes them back or the person changes the same. */
function driftOf(before: ItemFacts, item: TodoItem, by: 'model' | 'user'): readonly Drift[] {
  const isRenamed = before.item.content !== item.content;
  const isMarked = before.item.status !== item.status;
  if (!isRenamed && !isMarked && before.presence === 'listed') return before.drift;
  if (by === 'user') {
    return before.drift.filter(({ kind }) => (kind === 'renamed' && !isRenamed) || (kind === 'unticked' && !isMarked));
  }
  const known = before.drift.find((one) => one.kind === 'renamed');
  const from = known?.from ?? before.item.content;
  const isOpen = item.status !== 'completed';
  const wasUnticked = isOpen && before.presence === 'listed' && before.item.status === 'completed';
  const wasTaken = before.presence === 'skipped' || before.presence === 'removed';
  return [
    ...(from === item.content ? [] : [{ kind: 'renamed', from } as const]),
    ...(wasUnticked || (isOpen && has(before, 'unticked')) ? [{ kind: 'unticked' } as const] : []),
    ...(wasTaken || has(before, 'returned') ? [{ kind: 'returned' } as const] : []),
  ];
}

function has({ drift }: ItemFacts, kind: Drift['kind']): boolean {
  return drift.some((one) => one.kind === kind);
}

function withStopPoints(facts: ItemFacts, points: readonly StopPoint[]): ItemFacts {
  const stopPoints = points.filter(({ itemId }) => itemId === facts.item.id).map(({ when }) => when);
  return stopPoints.length === 0 && facts.stopPoints.length === 0 ? facts : { ...facts, stopPoints };
}

const causes: Readonly<Record<RunOutcome['kind'], Settlement['cause']>> = {
  completed: 'finishedTurn',
  cancelled: 'stopped',
  blocked: 'blocked',
  limit: 'limit',
  failed: 'error',
};

function settle(item: TodoItem, { outcome, isCutOff }: RunEnd, wasDenied: boolean): Settlement {
  return {
    isStarted: item.status === 'in_progress',
    // An agent that ends its turn after a refusal ends it because of that.
    cause:
      isCutOff === true ? 'interrupted' : wasDenied && outcome.kind === 'completed' ? 'denied' : causes[outcome.kind],
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
  };
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** A list that changed elsewhere leaves this item's facts the very same. */
function isSame(one: ItemFacts, other: ItemFacts): boolean {
  return (
    one.item.content === other.item.content &&
    one.item.status === other.item.status &&
    one.presence === other.presence &&
    one.drift === other.drift &&
    one.settlement === other.settlement &&
    one.isLocked === other.isLocked
  );
}
