import type { Usage } from '../../model/messages.ts';
import { assumedWindow, contextWindowFor } from '../../model/modelLimits.ts';
import { costOf } from '../../model/prices.ts';
import { inputTokensOf, tokensOf } from '../../model/tokenEstimate.ts';
import { Emitter } from '../../util/event.ts';
import type { AgentEvent } from '../agentEvents.ts';

/** How full a conversation is and what it came to, for the status bar. */
export interface ContextUse {
  /** Tokens that the next request begins with; 0 before the first answer. */
  readonly used: number;
  /** Tokens that the model takes. */
  readonly window: number;
  /** The part of the request tokens of this session that came from the cache, 0 to 1; undefined before the first answer that says. */
  readonly cacheHitRate: number | undefined;
  /** US dollars of this session at list price; undefined where a price isn't known. */
  readonly usd: number | undefined;
}

interface Counts {
  readonly used: number;
  readonly requested: number;
  /** Undefined while nobody has said what came from the cache. */
  readonly read: number | undefined;
}

const nothing: Counts = { used: 0, requested: 0, read: undefined };

/** Folds a session's events, kept or new ones, into its use of context, cache and money. */
export class ContextMeter {
  readonly #windowFor: (model: string) => number | undefined;
  readonly #didChange = new Emitter<ContextUse>();
  readonly onDidChange = this.#didChange.event;
  #model = '';
  #counts: Counts = nothing;
  #usd: number | undefined = 0;

  /** @param windowFor of models that only their provider knows. */
  constructor(windowFor: (model: string) => number | undefined = () => undefined) {
    this.#windowFor = windowFor;
  }

  get use(): ContextUse {
    const { used, requested, read } = this.#counts;
    return {
      used,
      window: this.#windowFor(this.#model) ?? contextWindowFor(this.#model) ?? assumedWindow,
      cacheHitRate: read === undefined || requested === 0 ? undefined : read / requested,
      usd: this.#usd,
    };
  }

  apply(event: AgentEvent): void {
    switch (event.kind) {
      case 'runStarted':
        this.#model = event.model;
        break;
      case 'answered':
        this.#take(event.model ?? this.#model, event.usage, event.isSummary === true);
        break;
      case 'historyReplaced':
        this.#counts = { ...this.#counts, used: event.after };
        break;
      default:
        return;
    }
    this.#didChange.fire(this.use);
  }

  /** A new conversation. */
  reset(): void {
    this.#counts = nothing;
    this.#usd = 0;
    this.#didChange.fire(this.use);
  }

  #take(model: string, usage: Usage, isSummary: boolean): void {
    const { used, requested, read } = this.#counts;
    // A summary's request is bigger than the conversation that it leaves behind.
    if (!isSummary) this.#model = model;
    const { cache_read_input_tokens: fromCache } = usage;
    this.#counts = {
      used: isSummary ? used : tokensOf(usage),
      requested: requested + inputTokensOf(usage),
      read: fromCache === null ? read : (read ?? 0) + fromCache,
    };
    const price = costOf(model, usage);
    this.#usd = this.#usd === undefined || price === undefined ? undefined : this.#usd + price;
  }
}
