import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type Anthropic from '@anthropic-ai/sdk';
import type { AssistantMessage } from '../core/model/messages.ts';
import { ModelError, type ModelClient, type ModelEvent, type ModelRequest } from '../core/model/modelClient.ts';
import { toWireRequest } from './anthropicRequest.ts';
import { EventQueue } from './eventQueue.ts';
import { EndpointError, isGivenUp, isThinkingRefused, modelErrorFor, retryDelay } from './modelFailure.ts';
import { StallWatch } from './stallWatch.ts';
import { ThinkingFilter } from './thinkingFilter.ts';

export interface AnthropicConnection {
  /** Trailing slashes don't matter; `/v1/messages` is added. */
  readonly baseUrl: string;
  readonly key: string;
  readonly keyHeader: 'x-api-key' | 'bearer';
}

export interface AnthropicModelOptions {
  /** Asked before each request, so that a change counts at once. */
  readonly connection: () => AnthropicConnection | Promise<AnthropicConnection>;
  /** Further attempts after one that failed. Default 4. */
  readonly maxRetries?: number;
  /**
   * Milliseconds without a byte, asked before each attempt: then `notResponding` is told, and after three times as long
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

const defaultRetries = 4;
const defaultStallTimeout = 60_000;

/**
 * The Messages API through its SDK, which is loaded with the first request. Repeats what may succeed when repeated; it does
 * so itself, because the SDK can't tell anyone that it is waiting.
 */
export class AnthropicModel implements ModelClient {
  readonly #options: AnthropicModelOptions;
  readonly #wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
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
        const failure = modelErrorFor(error, { ...connection, model: request.model, isOffline });
        const isFree = isGivenUp(error) || (isThinkingRefused(error) && this.#thinking.forget(request.messages));
        const delayMs = isFree ? 0 : this.#delayAfter(error, failures, isOffline);
        if (delayMs === undefined) throw failure;
        if (!isFree) failures += 1;
        yield { kind: 'retry', attempt, delayMs, reason: failure.message };
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
      const client = await clientFor(connection, fetchHere);
      const models: ModelInfo[] = [];
      for await (const model of client.models.list({ limit: 1000 }, { signal })) {
        models.push({ id: model.id, name: model.display_name });
      }
      return models;
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
    using watch = new StallWatch(timeout, (silentMs) => events.push({ kind: 'notResponding', silentMs }));
    const giveUp = (): void => watch.giveUp();
    this.#pending.add(giveUp);
    const ended = new AbortController();
    try {
      const either = AbortSignal.any([signal, watch.signal, ended.signal]);
      void this.#read(request, connection, watch, either, events).then(
        () => events.close(),
        (error: unknown) => events.close({ error }),
      );
      yield* events;
    } catch (error) {
      throw watch.signal.aborted ? watch.signal.reason : error;
    } finally {
      this.#pending.delete(giveUp);
      ended.abort();
    }
  }

  /** One request and its answer, told to `events`. */
  async #read(
    request: ModelRequest,
    connection: AnthropicConnection,
    watch: StallWatch,
    signal: AbortSignal,
    events: EventQueue<ModelEvent>,
  ): Promise<void> {
    const client = await clientFor(connection, async (input, init) => watch.over(await fetchStream(input, init)));
    const messages = this.#thinking.over(request.messages);
    const stream = client.messages.stream(toWireRequest({ ...request, messages }), { signal });
    const inputs = new InputCheck();
    for await (const event of stream) {
      inputs.take(event);
      const shown = shownBy(event);
      if (shown !== undefined) events.push(shown);
    }
    const message = await stream.finalMessage();
    inputs.check(message);
    events.push({ kind: 'done', message: plain(message) });
  }
}

/** A copy without what the SDK adds, since the history is plain data and goes back to the API. */
function plain({
  parsed_output: _,
  ...message
}: AssistantMessage & { readonly parsed_output?: unknown }): AssistantMessage {
  // The same message, through JSON.
  return JSON.parse(JSON.stringify(message)) as AssistantMessage;
}

/** Tool input arrives as pieces of JSON, and the SDK makes something of any piece: only whole JSON may reach a tool. */
class InputCheck {
  readonly #pieces = new Map<number, string>();

  take(event: Anthropic.MessageStreamEvent): void {
    if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') return;
    this.#pieces.set(event.index, (this.#pieces.get(event.index) ?? '') + event.delta.partial_json);
  }

  /** @throws SyntaxError for an input that is damaged although the answer claims to be whole. */
  check(message: AssistantMessage): void {
    if (message.stop_reason !== 'tool_use' && message.stop_reason !== 'end_turn') return;
    for (const pieces of this.#pieces.values()) if (pieces !== '') JSON.parse(pieces);
  }
}

function shownBy(event: Anthropic.MessageStreamEvent): ModelEvent | undefined {
  if (event.type !== 'content_block_delta') return undefined;
  if (event.delta.type === 'text_delta') return { kind: 'text', delta: event.delta.text };
  if (event.delta.type === 'thinking_delta') return { kind: 'thinking', delta: event.delta.thinking };
  return undefined;
}

/** Only the computer's own, internal one. */
function hasNoNetwork(): boolean {
  return !Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Follows no redirect: fetch would take the `x-api-key` header along to any host. */
const fetchHere: Fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' });

const fetchStream: Fetch = async (input, init) => {
  const response = await fetchHere(input, init);
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false;
  if (response.ok && isPage) throw new EndpointError('NOT_THE_API', 'a web page came back');
  return response;
};

async function clientFor({ baseUrl, key, keyHeader }: AnthropicConnection, fetch: Fetch): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    // Given in any case, so that the SDK looks for no other credential on this machine. It sends either as a bearer
    // token, which not every endpoint takes.
    apiKey: key,
    ...(keyHeader === 'bearer' ? {} : { defaultHeaders: { 'x-api-key': key, authorization: null } }),
    baseURL: baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch,
  });
}
