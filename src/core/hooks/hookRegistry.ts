import type { Disposable } from '../util/disposable.ts';
import { isAbort, messageOf } from '../util/errors.ts';
import { silentLogger, type Logger } from '../util/logger.ts';
import { mergers } from './hookMerge.ts';
import type { HookAnswer, HookHandler, HookMap, HookName } from './hookTypes.ts';

/** `before` runs ahead of other handlers, `builtin` behind them; inside a group, in order of registration. */
export type HookOrder = 'before' | 'normal' | 'builtin';

export interface HookOptions {
  /** Names the handler in prompts and logs, e.g. its file. */
  readonly label?: string;
  /** Only calls of this tool, by our name or Claude's. */
  readonly tool?: string;
  readonly order?: HookOrder;
}

const eventNames = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'] as const satisfies readonly HookName[];
const orders: readonly HookOrder[] = ['before', 'normal', 'builtin'];

interface Entry<N extends HookName> {
  readonly handler: HookHandler<N>;
  readonly label: string;
  readonly tool: string | undefined;
  readonly order: HookOrder;
}

/** The handlers of the four hook events. Other code asks through `run`, which never rejects but for an abort. */
export class HookRegistry {
  readonly #logger: Logger;
  readonly #entries: { readonly [N in HookName]: Entry<N>[] } = {
    UserPromptSubmit: [],
    PreToolUse: [],
    PostToolUse: [],
    Stop: [],
  };

  constructor(logger: Logger = silentLogger) {
    this.#logger = logger;
  }

  /** @throws Error for an event that does not exist: callers outside TypeScript must see their mistake. */
  on<N extends HookName>(event: N, handler: HookHandler<N>, options: HookOptions = {}): Disposable {
    if (!eventNames.includes(event)) {
      throw new Error(`There is no hook event "${event}". The events are ${eventNames.join(', ')}.`);
    }
    const { label = 'hook', tool, order = 'normal' } = options;
    const entry: Entry<N> = { handler, label, tool, order };
    const entries: Entry<N>[] = this.#entries[event];
    entries.push(entry);
    entries.sort((one, other) => orders.indexOf(one.order) - orders.indexOf(other.order));
    return { dispose: () => removeFrom(entries, entry) };
  }

  /**
   * Asks the handlers one after the other and merges what they say; each sees the changes of those before it. An
   * answer in words, or one that settles the event, ends the chain. A handler that throws refuses a prompt or a call;
   * after the fact it is only logged.
   */
  async run<N extends HookName>(event: N, input: HookMap[N]['in'], signal: AbortSignal): Promise<HookMap[N]['out']> {
    const merger = mergers[event];
    let seen = input;
    let merged: HookMap[N]['out'] = {};
    for (const entry of [...this.#entries[event]]) {
      if (!concerns(entry.tool, input)) continue;
      signal.throwIfAborted();
      const answer = await this.#ask(event, entry, seen, signal);
      if (typeof answer === 'string') return merger.add(merged, merger.fromText(answer), entry.label);
      if (answer === undefined) continue;
      merged = merger.add(merged, answer, entry.label);
      if (merger.isSettled(answer)) return merged;
      seen = merger.next(seen, answer);
    }
    return merged;
  }

  /** @returns undefined for no opinion. */
  async #ask<N extends HookName>(
    event: N,
    entry: Entry<N>,
    input: HookMap[N]['in'],
    signal: AbortSignal,
  ): Promise<HookMap[N]['out'] | string | undefined> {
    try {
      const answer: HookAnswer<N> = await entry.handler(input, signal);
      if (answer === undefined || answer === null || answer === '') return undefined;
      if (typeof answer === 'string' || (typeof answer === 'object' && !Array.isArray(answer))) return answer;
      this.#logger.warn(`${event} hook "${entry.label}" answered with a ${typeof answer}; it is ignored`);
      return undefined;
    } catch (error) {
      if (isAbort(error, signal)) throw error;
      this.#logger.error(`${event} hook "${entry.label}" failed: ${messageOf(error)}`, error);
      return mergers[event].fromFailure?.(`${event} hook failed: ${messageOf(error)}`);
    }
  }
}

function concerns(tool: string | undefined, input: object): boolean {
  if (tool === undefined) return true;
  return ('name' in input && input.name === tool) || ('claudeName' in input && input.claudeName === tool);
}

function removeFrom<T>(items: T[], item: T): void {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}
