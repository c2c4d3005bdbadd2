import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { ProtocolBreach, validateMessagesRequest } from './messagesValidator.ts';

/** What an answer is made of, in order. */
export type AnswerBlock =
  | { readonly text: string }
  | { readonly call: { readonly id: string; readonly name: string; readonly input: unknown } };

export interface Answer {
  readonly kind: 'answer';
  readonly blocks: readonly AnswerBlock[];
  /** Comes before the blocks, with a signature. */
  readonly thinking?: string;
  /** Any word; by default `tool_use` or `end_turn`, whatever fits the blocks. */
  readonly stopReason?: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  /** The first byte comes when this is settled; see `held`. */
  readonly after?: () => Promise<void>;
  /** Milliseconds between two pieces of the stream. */
  readonly pieceDelayMs?: number;
  /** Characters in a piece. Default 20. */
  readonly pieceSize?: number;
}

/** What the server does with one request, in the order of the script. */
export type ServerTurn =
  | Answer
  /** An error of the API. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly type: string;
      readonly message: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The answer's stream, cut off or gone silent behind that many events. */
  | { readonly kind: 'broken' | 'silent'; readonly answer: Answer; readonly afterEvents: number }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Anything at all, e.g. the page of a proxy. */
  | { readonly kind: 'raw'; readonly status: number; readonly contentType: string; readonly body: string };

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed; undefined for a GET. */
  readonly body: unknown;
}

export interface StrictServerOptions {
  /** Asked for when the script is used up. */
  readonly otherwise?: (request: RecordedRequest) => ServerTurn;
  /** A path before `/v1/messages`, e.g. `/api`. */
  readonly prefix?: string;
  /** When given, any other key (or bearer token) gets 401. */
  readonly key?: string;
  /** What `GET /v1/models` lists. */
  readonly models?: readonly string[];
}

/**
 * A server of the Messages API on a real socket for tests of every kind. It plays a script, one turn per request, and
 * holds every request against the rules of the API (messagesValidator): a breach is answered with 400 and makes `stop`
 * reject, so that no test passes over it. Answers are streamed by aimock; what aimock has no words for (silence, a cut
 * at an exact place, other people's error pages) this server does itself in front of it.
 *
 *     const server = await StrictServer.start([say('Hello.')]);
 *     … // use server.url as the base URL
 *     await server.stop();
 */
export class StrictServer {
  readonly requests: RecordedRequest[] = [];
  readonly breaches: ProtocolBreach[] = [];
  readonly #script: ServerTurn[];
  readonly #options: StrictServerOptions;
  readonly #model: LLMock;
  readonly #server: Server;
  readonly #events = new EventEmitter();
  #busy = 0;

  /** It has no address before `listen`. */
  constructor(script: readonly ServerTurn[] = [], options: StrictServerOptions = {}) {
    this.#script = [...script];
    this.#options = options;
    this.#model = new LLMock({ port: 0, logLevel: 'silent' });
    this.#server = createServer((request, response) => {
      // Only a vanished client or a stopped server can make this fail; the socket is closed either way.
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(script?: readonly ServerTurn[], options?: StrictServerOptions): Promise<StrictServer> {
    const server = new StrictServer(script, options);
    await server.listen();
    return server;
  }

  async listen(): Promise<void> {
    await this.#model.start();
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** The base URL, the prefix included. */
  get url(): string {
    // A listening TCP server has an address of this kind.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.#options.prefix ?? ''}`;
  }

  /** The bodies of the requests for an answer. */
  get bodies(): readonly unknown[] {
    return this.requests.filter((request) => request.method === 'POST').map((request) => request.body);
  }

  push(...turns: readonly ServerTurn[]): void {
    this.#script.push(...turns);
  }

  /** Forgets the turns that nobody has asked for yet. */
  clear(): void {
    this.#script.length = 0;
  }

  /** Resolves when so many requests have arrived. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await once(this.#events, 'request');
  }

  /** Resolves when no answer is under way: all are sent, or their clients went away. */
  async idle(): Promise<void> {
    while (this.#busy > 0) await once(this.#events, 'done');
  }

  /** @throws ProtocolBreach, the first one, if any request broke the rules. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#model.stop();
    if (this.breaches[0] !== undefined) throw this.breaches[0];
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#busy += 1;
    response.once('close', () => {
      this.#busy -= 1;
      this.#events.emit('done');
    });
    const text = await readAll(request);
    const isText = !hasHalfCharacter(text);
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    this.requests.push(recorded);
    this.#events.emit('request');
    const prefix = this.#options.prefix ?? '';
    if (!this.#isKeyRight(request)) return sendError(response, 401, 'authentication_error', 'invalid x-api-key');
    if (recorded.path.startsWith(`${prefix}/v1/models`)) return this.#sendModels(response);
    if (recorded.path.split('?')[0] !== `${prefix}/v1/messages`) {
      return sendError(response, 404, 'not_found_error', 'Not found');
    }
    try {
      if (!isText) throw new ProtocolBreach('the body holds half of a surrogate pair, which is no JSON for the API');
      validateMessagesRequest(recorded.body);
    } catch (error) {
      if (!(error instanceof ProtocolBreach)) throw error;
      this.breaches.push(error);
      return sendError(response, 400, 'invalid_request_error', error.message);
    }
    await this.#play(this.#script.shift() ?? this.#options.otherwise?.(recorded), recorded.body, response);
  }

  #isKeyRight({ headers }: IncomingMessage): boolean {
    const { key } = this.#options;
    return key === undefined || headers['x-api-key'] === key || headers.authorization === `Bearer ${key}`;
  }

  async #play(turn: ServerTurn | undefined, body: unknown, response: ServerResponse): Promise<void> {
    if (turn === undefined) return sendError(response, 400, 'invalid_request_error', 'The script has no more turns.');
    switch (turn.kind) {
      case 'answer':
        return await this.#stream(turn, body, response);
      case 'broken':
      case 'silent':
        return await this.#stream(turn.answer, body, response, turn);
      case 'error':
        return sendError(response, turn.status, turn.type, turn.message, turn.headers);
      case 'raw':
        response.writeHead(turn.status, { 'content-type': turn.contentType }).end(turn.body);
        return;
      case 'hang':
        return;
    }
  }

  /** Passes aimock's stream on, up to the cut. */
  async #stream(
    answer: Answer,
    body: unknown,
    response: ServerResponse,
    cut?: { readonly kind: 'broken' | 'silent'; readonly afterEvents: number },
  ): Promise<void> {
    this.#model.clearFixtures().addFixture({
      match: {},
      response: fixtureFor(answer),
      latency: answer.pieceDelayMs ?? 0,
      chunkSize: answer.pieceSize ?? 20,
    });
    await answer.after?.();
    const upstream = await fetch(`${this.#model.url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'test', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
    });
    response.writeHead(upstream.status, { 'content-type': upstream.headers.get('content-type') ?? 'text/plain' });
    let sent = 0;
    for await (const event of eventsOf(upstream)) {
      if (cut !== undefined && sent === cut.afterEvents)
        return cut.kind === 'broken' ? void response.destroy() : undefined;
      if (response.destroyed) return;
      response.write(event);
      sent += 1;
      // Each event on its own way, as from a real model.
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  }

  #sendModels(response: ServerResponse): void {
    const data = (this.#options.models ?? []).map((id) => ({ type: 'model', id, display_name: id, created_at: '' }));
    sendJson(response, 200, { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null });
  }
}

/** An answer of text alone. */
export function say(text: string, more: Partial<Answer> = {}): Answer {
  return { kind: 'answer', blocks: [{ text }], ...more };
}

/** An answer that calls one tool. */
export function call(id: string, name: string, input: unknown, more: Partial<Answer> = {}): Answer {
  return { kind: 'answer', blocks: [{ call: { id, name, input } }], ...more };
}

/** An answer that the model thinks about until the test lets it speak. */
export function held(answer: Answer): { readonly turn: Answer; readonly release: () => void } {
  const gate = new EventEmitter();
  const released = once(gate, 'open').then(() => undefined);
  return { turn: { ...answer, after: () => released }, release: () => void gate.emit('open') };
}

/** An error as the API words it. */
export function fail(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ServerTurn {
  return { kind: 'error', status, type, message, headers };
}

type FixtureResponse = Parameters<LLMock['addFixture']>[0]['response'];

function fixtureFor({ blocks, thinking, stopReason, usage }: Answer): FixtureResponse {
  return {
    blocks: blocks.map((block) =>
      'text' in block
        ? { type: 'text' as const, text: block.text }
        : {
            type: 'toolCall' as const,
            id: block.call.id,
            name: block.call.name,
            arguments: JSON.stringify(block.call.input),
          },
    ),
    ...(thinking === undefined ? {} : { reasoning: thinking, reasoningSignature: 'c2lnbmVk' }),
    ...(stopReason === undefined ? {} : { finishReason: stopReason }),
    usage: { ...(usage ?? { input_tokens: 10, output_tokens: 5 }) },
  };
}

async function* eventsOf(upstream: Response): AsyncGenerator<string> {
  if (upstream.body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of upstream.body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield `${part}\n\n`;
  }
  if (rest !== '') yield rest;
}

/** JSON.stringify writes half of a surrogate pair as an escape, and nothing else that begins so. */
function hasHalfCharacter(json: string): boolean {
  return /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(json);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function sendError(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { type: 'error', error: { type, message } }, headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(value));
}
