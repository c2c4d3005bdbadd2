import type { AssistantMessage, Message, ToolDefinition, Usage } from '../../model/messages.ts';
import { ModelError, type ModelClient } from '../../model/modelClient.ts';
import { assumedWindow, contextWindowFor } from '../../model/modelLimits.ts';
import { estimateMessages, estimateTokens, tokensOf } from '../../model/tokenEstimate.ts';
import type { Emit, HistoryReplaced } from '../agentEvents.ts';
import { clearOldResults } from './clearResults.ts';
import { repairHistory } from './historyRepair.ts';
import type { RequestSettings } from '../requestSettings.ts';
import { compactedHistory, readSummary, summaryInstruction } from './summary.ts';

export type CompactTrigger = 'manual' | 'auto';

export interface ContextPorts {
  /** What a summary must keep word for word: the todo list with its evidence. */
  readonly carryOver?: () => string | undefined;
  /** The PreCompact hooks: `block` says why not. */
  readonly beforeCompact?: (
    input: { readonly trigger: CompactTrigger; readonly instructions: string },
    signal: AbortSignal,
  ) => Promise<{ readonly block?: string | undefined }>;
  /** The PostCompact hooks. */
  readonly afterCompact?: (
    input: { readonly trigger: CompactTrigger; readonly summary: string },
    signal: AbortSignal,
  ) => Promise<void>;
}

/** A conversation at one moment. The keeper changes `messages` in place and says so by an event. */
export interface Conversation {
  readonly messages: Message[];
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly settings: RequestSettings;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export interface CompactOptions {
  readonly trigger: CompactTrigger;
  /** The person's wishes for the summary. */
  readonly instructions?: string;
  /** Whether the work goes on at once. */
  readonly goesOn: boolean;
}

/** How a compaction ended; `reason` is for the person. */
export type CompactOutcome =
  { readonly kind: 'compacted' } | { readonly kind: 'nothing' | 'blocked'; readonly reason: string };

/** Parts of the window. */
const clearAt = 0.72;
const compactAt = 0.82;
const keptResults = 0.2;
const worthClearing = 0.15;
const maxLastRound = 0.25;

/**
 * Keeps a conversation within the model's window: first it leaves out old tool results, many at a time, since each
 * change has the cache written anew; when that isn't enough, a summary takes the place of the history.
 */
export class ContextKeeper {
  readonly #model: ModelClient;
  readonly #ports: ContextPorts;
  /** What the last answer came to, and how many messages that covers. */
  #known: { readonly tokens: number; readonly messages: number } | undefined;
  /** How many messages the last summary left. */
  #summedUpTo = 0;

  constructor(model: ModelClient, ports: ContextPorts) {
    this.#model = model;
    this.#ports = ports;
  }

  /** To be told of each answer, its message joined to the history. */
  noteAnswer(usage: Usage, messages: readonly Message[]): void {
    const tokens = tokensOf(usage);
    if (tokens > 0) this.#known = { tokens, messages: messages.length };
  }

  /** Before each request. Costs next to nothing while there is room. */
  async fit(conversation: Conversation): Promise<void> {
    const limit = limitOf(conversation.settings);
    const used = this.#sizeOf(conversation);
    if (used < limit * clearAt) return;
    const freed = this.#clear(conversation, used, limit * worthClearing);
    if (used - freed < limit * compactAt) return;
    // What a summary left is as short as it gets: another one pays once enough has come since.
    const grown = estimateMessages(conversation.messages.slice(this.#summedUpTo));
    if (this.#summedUpTo > 0 && grown < limit * worthClearing) return;
    await this.compact(conversation, { trigger: 'auto', goesOn: true });
  }

  /** The API found the conversation too long: makes as much room as can be made. @throws ModelError */
  makeRoom(conversation: Conversation): Promise<CompactOutcome> {
    return this.compact(conversation, { trigger: 'auto', goesOn: true });
  }

  /** Puts a summary in the place of the history. @throws ModelError when the model can't be asked. */
  async compact(conversation: Conversation, options: CompactOptions): Promise<CompactOutcome> {
    const { messages, emit, signal, settings } = conversation;
    const { trigger, instructions = '' } = options;
    if (!messages.some(({ role }) => role === 'assistant')) {
      return { kind: 'nothing', reason: 'There is nothing to sum up yet.' };
    }
    const said = await this.#ports.beforeCompact?.({ trigger, instructions }, signal);
    if (said?.block !== undefined) {
      emit({ kind: 'notice', level: 'warning', text: `A hook keeps the conversation as it is: ${said.block}` });
      return { kind: 'blocked', reason: said.block };
    }
    emit({ kind: 'notice', level: 'info', text: 'Summing up the conversation to make room …' });
    const summary = await this.#summarise(conversation, instructions);
    if (summary === undefined && trigger === 'manual') {
      emit({ kind: 'notice', level: 'warning', text: noSummary });
      return { kind: 'blocked', reason: noSummary };
    }
    const compacted = compactedHistory(messages, {
      summary,
      carriedOver: this.#ports.carryOver?.(),
      goesOn: options.goesOn,
      maxLastRound: limitOf(settings) * maxLastRound,
    });
    const before = this.#sizeOf(conversation);
    const after = this.#overheadOf(conversation) + estimateMessages(compacted);
    this.#replace(conversation, { kind: 'historyReplaced', cause: 'compacted', messages: compacted, before, after });
    this.#summedUpTo = compacted.length;
    emit({ kind: 'notice', level: 'info', text: compactedText(summary, before, after) });
    await this.#ports.afterCompact?.({ trigger, summary: summary ?? '' }, signal);
    return { kind: 'compacted' };
  }

  /** @returns tokens that were won. */
  #clear(conversation: Conversation, used: number, worth: number): number {
    const { messages, emit, settings } = conversation;
    const cleared = clearOldResults(messages, limitOf(settings) * keptResults);
    if (cleared.freed < worth) return 0;
    const after = used - cleared.freed;
    this.#replace(conversation, {
      kind: 'historyReplaced',
      cause: 'cleared',
      messages: cleared.messages,
      before: used,
      after,
    });
    this.#summedUpTo = 0;
    const text = `Old tool results were left out of the conversation to make room (${tokenWords(used)} → ${tokenWords(after)}).`;
    emit({ kind: 'notice', level: 'info', text });
    return cleared.freed;
  }

  #replace({ messages, emit }: Conversation, event: HistoryReplaced): void {
    messages.splice(0, messages.length, ...event.messages);
    this.#known = { tokens: event.after, messages: messages.length };
    emit(event);
  }

  /** Tries with less of the history while it is too long for that. @returns undefined when no summary came of it. */
  async #summarise(conversation: Conversation, instructions: string): Promise<string | undefined> {
    const { messages } = conversation;
    const attempts = [
      () => messages,
      () => clearOldResults(messages, 0).messages,
      () => messages.slice(Math.ceil(messages.length / 2)),
      () => clearOldResults(messages.slice(Math.ceil((messages.length * 3) / 4)), 0).messages,
    ];
    for (const attempt of attempts) {
      try {
        return await this.#askForSummary(conversation, attempt(), instructions);
      } catch (error) {
        if (!ModelError.is(error, 'contextWindow')) throw error;
      }
    }
    return undefined;
  }

  async #askForSummary(
    { system, tools, settings, emit, signal }: Conversation,
    messages: readonly Message[],
    instructions: string,
  ): Promise<string | undefined> {
    const asked: Message = { role: 'user', content: summaryInstruction(instructions) };
    const request = {
      model: settings.model,
      maxTokens: Math.max(settings.maxTokens, minSummaryTokens),
      system,
      messages: [...repairHistory(messages), asked],
      tools,
      effort: settings.effort,
    };
    let answer: AssistantMessage | undefined;
    for await (const event of this.#model.stream(request, signal)) {
      if (event.kind === 'done') answer = event.message;
      // The summary's own words are no answer to the person.
      else if (event.kind === 'retry' || event.kind === 'notResponding') emit(event);
    }
    if (answer === undefined) return undefined;
    const { stop_reason: stopReason, usage, model } = answer;
    emit({ kind: 'answered', stopReason, usage, model, isSummary: true });
    return readSummary(answer);
  }

  #sizeOf(conversation: Conversation): number {
    const { messages } = conversation;
    if (this.#known === undefined) return this.#overheadOf(conversation) + estimateMessages(messages);
    return this.#known.tokens + estimateMessages(messages.slice(this.#known.messages));
  }

  #overheadOf({ system, tools }: Conversation): number {
    return estimateTokens(system) + estimateTokens(tools);
  }
}

const minSummaryTokens = 8000;
const noSummary = 'The model wrote no summary: the conversation stays as it was.';

/** What the conversation may come to, the answer's room left free. */
function limitOf({ model, maxTokens, contextTokens, window = contextWindowFor(model) }: RequestSettings): number {
  const limit =
    contextTokens === undefined ? (window ?? assumedWindow) : Math.min(contextTokens, window ?? contextTokens);
  return Math.max(limit - maxTokens, limit / 2);
}

function compactedText(summary: string | undefined, before: number, after: number): string {
  const sizes = `(${tokenWords(before)} → ${tokenWords(after)})`;
  return summary === undefined
    ? `The conversation was cut to your messages and the todo list to make room ${sizes}; no summary could be made.`
    : `The conversation was summed up to make room ${sizes}. The todo list stays as it is.`;
}

function tokenWords(tokens: number): string {
  return tokens < 1000 ? `${tokens} tokens` : `${Math.round(tokens / 1000)}k tokens`;
}
