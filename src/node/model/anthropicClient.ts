import type Anthropic from '@anthropic-ai/sdk';
import type * as Sdk from './anthropicSdk.ts';
import { EndpointError } from './modelFailure.ts';

export interface AnthropicConnection {
  /** Trailing slashes don't matter; `/v1/messages` is added. */
  readonly baseUrl: string;
  readonly key: string;
  readonly keyHeader: 'x-api-key' | 'bearer';
}

/** The SDK, loaded with the first request and set up once for each connection. */
export class AnthropicClient {
  #connection: AnthropicConnection | undefined;
  #client: Anthropic | undefined;

  async listModels({ connection, signal }: ConnectedCall): Promise<readonly Anthropic.ModelInfo[]> {
    const client = await this.#clientFor(connection);
    const models: Anthropic.ModelInfo[] = [];
    for await (const model of client.models.list({ limit: 1000 }, { signal })) models.push(model);
    return models;
  }

  /**
   * Posts a request and tells the events of its answer, `ping` among them.
   * @param body JSON in UTF-8.
   */
  async post(
    body: Uint8Array,
    { connection, signal }: ConnectedCall,
    tell: (event: Anthropic.RawMessageStreamEvent | 'ping') => void,
  ): Promise<void> {
    const client = await this.#clientFor(connection);
    const headers = { 'content-type': 'application/json' };
    const response = await client.post('/v1/messages', { body, headers, signal, stream: true }).asResponse();
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/html')) throw new EndpointError('a web page came back');
    const { Stream } = await sdk();
    let isStream = false;
    for await (const { event: named, data } of Stream.rawEvents(response)) {
      isStream = true;
      const event = named ?? typeIn(data);
      if (event === 'ping') tell('ping');
      else if (event === 'error') throw new StreamedError(data);
      // The wire's own event; what can't be read breaks the stream, what isn't known is passed over.
      else if (event !== null && data !== '') tell(JSON.parse(data) as Anthropic.RawMessageStreamEvent);
    }
    if (!isStream && type.includes('json')) throw new EndpointError('an answer in one piece came back');
  }

  async #clientFor(connection: AnthropicConnection): Promise<Anthropic> {
    const { baseUrl, key, keyHeader } = connection;
    const before = this.#connection;
    const isSame = before?.baseUrl === baseUrl && before.key === key && before.keyHeader === keyHeader;
    if (isSame && this.#client !== undefined) return this.#client;
    const { Anthropic: Client } = await sdk();
    this.#connection = connection;
    this.#client = new Client({
      // Given in any case, so that the SDK looks for no other credential on this machine. It sends either as a bearer
      // token, which not every endpoint takes.
      apiKey: key,
      ...(keyHeader === 'bearer' ? {} : { defaultHeaders: { 'x-api-key': key, authorization: null } }),
      baseURL: baseUrl,
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
      fetch: fetchHere,
    });
    return this.#client;
  }
}

/** Loaded with the first call. */
function sdk(): Promise<typeof Sdk> {
  return import('./anthropicSdk.ts');
}

/** Some proxies leave out the line that names an event: the data names it too. Others end with `[DONE]`, which is none. */
function typeIn(data: string): string | null {
  // The wire's own event; what is no object has no type.
  return data.startsWith('{') ? ((JSON.parse(data) as { readonly type?: string }).type ?? null) : null;
}

interface ConnectedCall {
  readonly connection: AnthropicConnection;
  readonly signal: AbortSignal;
}

/** An error that the API reports in the middle of an answer. */
class StreamedError extends Error {
  override readonly name = 'StreamedError';
  /** The API's word for it. */
  readonly type: string;
  readonly apiMessage: string | undefined;

  constructor(data: string) {
    super(data);
    const { error } = readError(data);
    this.type = error?.type ?? 'api_error';
    this.apiMessage = error?.message;
  }
}

function readError(data: string): { readonly error?: { readonly type?: string; readonly message?: string } } {
  try {
    const value: unknown = JSON.parse(data);
    // Read field by field, each as optional.
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/**
 * Follows no redirect: fetch would take the `x-api-key` header along to any host. A request that takes none and has no
 * window is, by the fetch standard, the only one that is not cloned first, with the whole conversation in it. The global
 * function, looked up each time: the editor puts one in its place that heeds its proxy settings and certificates.
 */
function fetchHere(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, redirect: 'error', window: null });
}
