import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { PauseReason, StopPoint } from '../../agent/steerEvents.ts';
import { costOf } from '../../model/prices.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import { LoopGuard } from './loopGuard.ts';

/** What a task may use before the person is asked; undefined or 0: as much as it takes. */
export interface Budgets {
  /** Model answers in one run. */
  readonly maxRounds?: number | undefined;
  /** All tokens of the session, cached ones too. */
  readonly maxTokens?: number | undefined;
  /** US dollars for the session, at list price. Answers whose price isn't known don't count. */
  readonly maxCostUsd?: number | undefined;
}

export interface PauseOptions {
  /** Asked each time. */
  readonly budgets: () => Budgets;
  /** Whether calls that get nowhere pause the run. */
  readonly guardsLoops: () => boolean;
}

/** Before a call of a round, or before the next request: what costs nothing more is not held up by a budget. */
export type HoldPoint = 'call' | 'request';

type Budget = Extract<PauseReason, { kind: 'budget' }>['budget'];
type Used = Readonly<Record<Budget, number>>;

const nothing: Used = { rounds: 0, tokens: 0, cost: 0 };

/** Decides from the session's events, and a wish for a pause, whether the run is to wait for the person now, and why. */
export class PausePolicy {
  readonly #options: PauseOptions;
  readonly #guard = new LoopGuard();
  #items: readonly TodoItem[] = [];
  #points: readonly StopPoint[] = [];
  #reached: PauseReason | undefined;
  #waitsFor: PauseReason | undefined;
  #isAsked = false;
  #isRunning = false;
  #model = '';
  #used: Used = nothing;
  /** What was used when the person last let the run go on past a budget. */
  #granted: Used = nothing;

  constructor(options: PauseOptions) {
    this.#options = options;
  }

  get points(): readonly StopPoint[] {
    return this.#points;
  }

  /** True from the wish for a pause until the run waits. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Without a run there is nothing to pause. */
  ask(): void {
    this.#isAsked = this.#isRunning;
  }

  /** Points that can't be reached any more are left out. */
  setPoints(points: readonly StopPoint[]): void {
    this.#points = points.filter((point) => isAhead(point, this.#items));
  }

  apply(event: AgentEvent): void {
    this.#guard.apply(event);
    switch (event.kind) {
      case 'runStarted':
        this.#isRunning = true;
        this.#model = event.model;
        this.#used = { ...this.#used, rounds: 0 };
        this.#granted = { ...this.#granted, rounds: 0 };
        break;
      case 'runFinished':
        this.#isRunning = false;
        this.#isAsked = false;
        this.#reached = undefined;
        break;
      case 'answered':
        this.#used = withAnswer(this.#used, event, this.#model);
        break;
      case 'todosChanged':
        this.#follow(event.items, event.by);
        break;
      case 'paused':
        this.#waitsFor = event.reason;
        break;
      case 'resumed':
        if (event.choice === 'goOn' && this.#waitsFor !== undefined) this.#grant(this.#waitsFor);
        break;
      default:
        break;
    }
  }

  /** The first reason to wait here. */
  due(at: HoldPoint): PauseReason | undefined {
    if (this.#isAsked) return { kind: 'now' };
    if (this.#reached !== undefined || at === 'call') return this.#reached;
    return (this.#options.guardsLoops() ? this.#guard.found() : undefined) ?? this.#overBudget();
  }

  clear(): void {
    this.#guard.clear();
    this.#items = [];
    this.#points = [];
    this.#reached = undefined;
    this.#waitsFor = undefined;
    this.#isAsked = false;
    this.#used = nothing;
    this.#granted = nothing;
  }

  /** The person was told and lets the run go on: the same reason must arise anew. */
  #grant(reason: PauseReason): void {
    switch (reason.kind) {
      case 'now':
        this.#isAsked = false;
        break;
      case 'item':
        this.#reached = undefined;
        break;
      case 'loop':
        this.#guard.clear();
        break;
      case 'budget':
        this.#granted = { ...this.#granted, [reason.budget]: reason.used };
        break;
    }
  }

  /** A stop point counts once; one that can't be reached any more is gone. */
  #follow(items: readonly TodoItem[], by: 'model' | 'user' | 'host'): void {
    const reached = this.#points.filter((point) => !isAhead(point, items));
    this.#points = this.#points.filter((point) => isAhead(point, items));
    this.#items = items;
    // The person knows what they do themselves.
    const item = by === 'model' ? items.find(({ id }) => reached.some(({ itemId }) => itemId === id)) : undefined;
    const point = reached.find(({ itemId }) => itemId === item?.id);
    if (item !== undefined && point !== undefined) this.#reached = { kind: 'item', ...point, content: item.content };
  }

  #overBudget(): PauseReason | undefined {
    const { maxRounds, maxTokens, maxCostUsd } = this.#options.budgets();
    const budgets = [
      ['rounds', maxRounds],
      ['tokens', maxTokens],
      ['cost', maxCostUsd],
    ] as const;
    for (const [budget, allowed = 0] of budgets) {
      const used = this.#used[budget];
      const limit = this.#granted[budget] + allowed;
      if (allowed > 0 && used >= limit) return { kind: 'budget', budget, used, limit };
    }
    return undefined;
  }
}

/** Whether the item has yet to be started, or completed. */
function isAhead({ itemId, when }: StopPoint, items: readonly TodoItem[]): boolean {
  const status = items.find(({ id }) => id === itemId)?.status;
  return status === 'pending' || (when === 'after' && status === 'in_progress');
}

type Answered = Extract<AgentEvent, { kind: 'answered' }>;

function withAnswer(used: Used, { usage, isSummary, model }: Answered, usualModel: string): Used {
  const cached = (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  return {
    // A summary costs, but is no step of the run.
    rounds: used.rounds + (isSummary === true ? 0 : 1),
    tokens: used.tokens + usage.input_tokens + usage.output_tokens + cached,
    cost: used.cost + (costOf(model ?? usualModel, usage) ?? 0),
  };
}
