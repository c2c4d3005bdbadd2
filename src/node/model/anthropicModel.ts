import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import { ModelError, type ModelClient, type ModelEvent, type ModelRequest } from '../../core/model/modelClient.ts';
import { StallWatch } from '../../core/model/stallWatch.ts';
import { EventQueue } from '../../core/util/eventQueue.ts';
import { AnswerBuilder } from './answerBuilder.ts';
import { AnthropicClient, type AnthropicConnection } from './anthropicClient.ts';
import { RequestEncoder } from './anthropicRequest.ts';
import { isGivenUp, isThinkingRefused, modelErrorFor, retryDelay, retryReasonFor } from './modelFailure.ts';
import { ThinkingFilter } from './thinkingFilter.ts';

export interface AnthropicModelOptions {
  /** Asked before each request, so that a change counts at once. */
  readonly connection: () => AnthropicConnection | Promise<AnthropicConnection>;
  /** Further attempts after one that failed. Default 4. */
  readonly maxRetries?: number;
  /**
   * Milliseconds without an event, asked before each attempt: then `notResponding` is told, and after three times as long
   * the attempt is given up. Default 60 s; the API pings every few seconds.
   */
  readonly stallTimeout?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Whether this computer has no network at all. */
  readonly isOffline?: () => boolean;
}

export interface ModelInfo {
  readonly id: string;
  /** For people. */
  readonly name: string;
}

interface Attempt {
  readonly request: ModelRequest;
  readonly connection: AnthropicConnection;
  readonly watch: StallWatch;
  readonly events: EventQueue<ModelEvent>;
}

const defaultRetries = 4;
const defaultStallTimeout = 60_000;

/**
 * The Messages API through its SDK, which is loaded with the first request. Repeats what may succeed when repeated; it does
 * so itself, because the SDK can't tell anyone that it is waiting.
 */
export class AnthropicModel implements ModelClient {
  readonly #options: AnthropicModelOptions;
  readonly #wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly #client = new AnthropicClient();
  /** Undefined while a request is made from it. */
  #encoder: RequestEncoder | undefined = new RequestEncoder();
  readonly #thinking = new ThinkingFilter();
  /** What the person's "retry" ends: each wait and each attempt under way. */
  readonly #pending = new Set<() => void>();

  constructor(options: AnthropicModelOptions) {
    this.#options = options;
    this.#wait = options.wait ?? ((milliseconds, signal) => delay(milliseconds, undefined, { signal }));
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const connection = await this.#connect();
    let failures = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        yield* this.#attempt(request, connection, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const isOffline = this.#isOffline();
        const context = { ...connection, model: request.model, isOffline };
        const isFree = isGivenUp(error) || (isThinkingRefused(error) && this.#thinking.forget(request.messages));
        const delayMs = isFree ? 0 : this.#delayAfter(error, failures, isOffline);
        if (delayMs === undefined) throw modelErrorFor(error, context);
        if (!isFree) failures += 1;
        yield { kind: 'retry', attempt, delayMs, reason: retryReasonFor(error, context) };
        await this.#waitOrRetry(delayMs, signal);
      }
    }
  }

  retryNow(): void {
    for (const end of [...this.#pending]) end();
  }

  /** The models that the endpoint offers, in its order. @throws ModelError */
  async listModels(signal: AbortSignal): Promise<readonly ModelInfo[]> {
    const connection = await this.#connect();
    try {
      const models = await this.#client.listModels({ connection, signal });
      return models.map((model) => ({ id: model.id, name: model.display_name }));
    } catch (error) {
      signal.throwIfAborted();
      throw modelErrorFor(error, { ...connection, model: '', isOffline: this.#isOffline() });
    }
  }

  async #connect(): Promise<AnthropicConnection> {
    const { baseUrl, key, keyHeader } = await this.#options.connection();
    if (!URL.canParse(baseUrl))
      throw new ModelError('badRequest', 'openSettings', 'agent.baseUrl is not a web address.');
    if (key.trim() === '') throw new ModelError('auth', 'setApiKey', 'No API key is set. Set one to start.');
    return { baseUrl: baseUrl.trim().replace(/\/+$/, ''), key: key.trim(), keyHeader };
  }

  /** @returns milliseconds; undefined when no further attempt is made. */
  #delayAfter(error: unknown, failures: number, isOffline: boolean): number | undefined {
    if (failures >= (this.#options.maxRetries ?? defaultRetries)) return undefined;
    return retryDelay(error, failures, isOffline);
  }

  async #waitOrRetry(milliseconds: number, signal: AbortSignal): Promise<void> {
    const cut = new AbortController();
    const end = (): void => cut.abort();
    this.#pending.add(end);
    try {
      await this.#wait(milliseconds, AbortSignal.any([signal, cut.signal]));
    } catch (error) {
      if (signal.aborted || !cut.signal.aborted) throw error;
    } finally {
      this.#pending.delete(end);
    }
  }

  #isOffline(): boolean {
    return (this.#options.isOffline ?? hasNoNetwork)();
  }

  async *#attempt(
    request: ModelRequest,
    connection: AnthropicConnection,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    const events = new EventQueue<ModelEvent>();
    const timeout = this.#options.stallTimeout?.() ?? defaultStallTimeout;
    using watch = new StallWatch(timeout, (silentMs) => events.push({ kind: 'notResponding', silentMs }), signal);
    const giveUp = (): void => watch.giveUp();
    this.#pending.add(giveUp);
    // Fetch may never say so, e.g. in a compressed answer that is damaged: nobody waits for what was given up.
    watch.signal.addEventListener('abort', () => events.close({ error: watch.signal.reason }));
    try {
      watch.signal.throwIfAborted();
      void this.#read({ request, connection, watch, events }).then(
        () => events.close(),
        (error: unknown) => events.close({ error }),
      );
      yield* events;
    } catch (error) {
      throw watch.signal.aborted ? watch.signal.reason : error;
    } finally {
      this.#pending.delete(giveUp);
    }
  }

  /** One request and its answer, told to `events`. */
  async #read({ request, connection, watch, events }: Attempt): Promise<void> {
    const messages = this.#thinking.over(request.messages);
    // Two at a time are rare: a hook that asks a model while the run goes on.
    const encoder = this.#encoder ?? new RequestEncoder();
    this.#encoder = undefined;
    const answer = new AnswerBuilder();
    try {
      const body = encoder.encode({ ...request, messages });
      const isAtEnd = await readWhole(answer, (take) =>
        this.#client.post(body, { connection, signal: watch.signal }, (event) => {
          watch.hear();
          if (event === 'ping') return;
          take(event);
          const shown = shownBy(event);
          if (shown !== undefined) events.push(shown);
        }),
      );
      if (isAtEnd) watch.finish();
    } finally {
      this.#encoder = encoder;
    }
    events.push({ kind: 'done', message: answer.finish() });
  }
}

/** Milliseconds that a connection has to come to its end behind a whole answer; then it is closed from here. */
const endTimeout = 500;

/**
 * Once an answer is whole, it doesn't matter what becomes of its connection; the end is waited for only so that the next
 * request can use it again. @returns whether the end came
 */
function readWhole(
  answer: AnswerBuilder,
  read: (take: (event: Anthropic.RawMessageStreamEvent) => void) => Promise<void>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const take = (event: Anthropic.RawMessageStreamEvent): void => {
      answer.take(event);
      if (answer.isWhole) timer ??= setTimeout(resolve, endTimeout, false);
    };
    void read(take)
      .then(
        () => resolve(true),
        (error: unknown) => (answer.isWhole ? resolve(false) : reject(error)),
      )
      .finally(() => clearTimeout(timer));
  });
}

function shownBy(event: Anthropic.RawMessageStreamEvent): ModelEvent | undefined {
  if (event.type !== 'content_block_delta') return undefined;
  if (event.delta.type === 'text_delta') return { kind: 'text', delta: event.delta.text };
  if (event.delta.type === 'thinking_delta') return { kind: 'thinking', delta: event.delta.thinking };
  return undefined;
}

/** Only the computer's own, internal one. */
function hasNoNetwork(): boolean {
  return !Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
