import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { Usage } from '../../model/messages.ts';
import { costOf } from '../../model/prices.ts';
import type { Owner } from './callFold.ts';
import type { Cost } from './rows.ts';

const free: Cost = {
  rounds: 0,
  activeMs: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  usd: 0,
};

/**
 * What each item cost. A model answer counts for the item that was in progress when the request went out, time for the
 * one that is in progress while it passes; time in which the run waits for the person counts for none.
 */
export class CostFold {
  readonly #byOwner = new Map<Owner, Cost>();
  #total = free;
  #model = '';
  #asking: Owner;
  #isRunning = false;
  #isPaused = false;
  #questions = 0;
  #lastAt: number | undefined;

  get total(): Cost {
    return this.#total;
  }

  /** The same object until it changes. */
  of(owner: Owner): Cost {
    return this.#byOwner.get(owner) ?? free;
  }

  /** @param owner as it was before the event. */
  apply(event: AgentEvent, owner: Owner): void {
    this.#tick(timeOf(event), owner);
    switch (event.kind) {
      case 'runStarted':
        this.#model = event.model;
        this.#isRunning = true;
        break;
      case 'requestStarted':
        this.#asking = owner;
        break;
      case 'answered':
        this.#takeAnswer(event);
        break;
      case 'roundFinished':
        this.#add(this.#asking, { ...free, rounds: 1 });
        break;
      case 'approvalAsked':
        this.#questions += 1;
        break;
      case 'approvalAnswered':
        this.#questions -= 1;
        break;
      case 'paused':
      case 'resumed':
        this.#isPaused = event.kind === 'paused';
        break;
      case 'runFinished':
        this.#isRunning = false;
        this.#isPaused = false;
        this.#questions = 0;
        break;
      default:
        break;
    }
  }

  clear(): void {
    this.#byOwner.clear();
    this.#total = free;
    this.#asking = undefined;
    this.#isRunning = false;
    this.#isPaused = false;
    this.#questions = 0;
    this.#lastAt = undefined;
  }

  #tick(at: number | undefined, owner: Owner): void {
    if (at === undefined) return;
    // A clock that is set back takes no time away.
    const passed = Math.max(0, at - (this.#lastAt ?? at));
    this.#lastAt = at;
    if (passed > 0 && this.#isRunning && !this.#isPaused && this.#questions === 0) {
      this.#add(owner, { ...free, activeMs: passed });
    }
  }

  /** A summary is work for the task as a whole. */
  #takeAnswer({ model = this.#model, usage, isSummary }: Extract<AgentEvent, { kind: 'answered' }>): void {
    const cost = costOfAnswer(model, usage);
    if (isSummary === true) this.#total = sum(this.#total, cost);
    else this.#add(this.#asking, cost);
  }

  #add(owner: Owner, cost: Cost): void {
    this.#byOwner.set(owner, sum(this.of(owner), cost));
    this.#total = sum(this.#total, cost);
  }
}

/** When an event was kept; undefined outside of a session. */
export function timeOf(event: AgentEvent): number | undefined {
  return 'at' in event && typeof event.at === 'number' ? event.at : undefined;
}

function costOfAnswer(model: string, usage: Usage): Cost {
  return {
    rounds: 0,
    activeMs: 0,
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
    usd: costOf(model, usage),
  };
}

function sum(one: Cost, other: Cost): Cost {
  return {
    rounds: one.rounds + other.rounds,
    activeMs: one.activeMs + other.activeMs,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    usd: one.usd === undefined || other.usd === undefined ? undefined : one.usd + other.usd,
  };
}
