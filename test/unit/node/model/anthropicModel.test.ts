import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { isAbort } from '../../../../src/core/util/errors.ts';
import { ModelError, type ModelEvent, type ModelRequest } from '../../../../src/core/model/modelClient.ts';
import { AnthropicModel, type AnthropicModelOptions } from '../../../../src/node/model/anthropicModel.ts';
import {
  call,
  fail,
  say,
  StrictServer,
  type ServerTurn,
  type StrictServerOptions,
} from '../../../support/strictServer.ts';

const key = 'sk-test-0123456789abcdef';
const request: ModelRequest = {
  model: 'claude-sonnet-5-5',
  maxTokens: 1000,
  system: 'You are a test.',
  messages: [{ role: 'user', content: 'hello' }],
  tools: [{ name: 'bash', description: 'runs', input_schema: { type: 'object' } }],
};

describe('AnthropicModel', () => {
  let server: StrictServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function serve(turns: readonly ServerTurn[], options?: StrictServerOptions): Promise<StrictServer> {
    server = await StrictServer.start(turns, options);
    return server;
  }

  describe('an answer', () => {
    it('streams text and ends with the whole message', async () => {
      const { url } = await serve([say('Hello, this is an answer in pieces.')]);
      const events = await collect(modelFor(url));
      assert.equal(textOf(events, 'text'), 'Hello, this is an answer in pieces.');
      assert.ok(events.filter((event) => event.kind === 'text').length > 1, 'more than one piece');
      const done = doneOf(events);
      assert.equal(done.stop_reason, 'end_turn');
      assert.equal(done.usage.output_tokens, 5);
    });

    it('brings tool calls with their whole input, in plain data', async () => {
      const input = { command: 'echo "ä ✓"', list: [1, { deep: true }] };
      const { url } = await serve([call('toolu_1', 'bash', input)]);
      const done = doneOf(await collect(modelFor(url)));
      const [block] = done.content;
      assert.ok(block?.type === 'tool_use');
      assert.deepEqual(block.input, input);
      assert.deepEqual(JSON.parse(JSON.stringify(done)), done);
      assert.equal(done.stop_reason, 'tool_use');
    });

    it('streams thinking apart from text and keeps its signature', async () => {
      const { url } = await serve([say('So.', { thinking: 'Let me think about it.' })]);
      const events = await collect(modelFor(url));
      assert.equal(textOf(events, 'thinking'), 'Let me think about it.');
      assert.equal(textOf(events, 'text'), 'So.');
      const [thinking] = doneOf(events).content;
      assert.ok(thinking?.type === 'thinking' && thinking.signature !== '');
    });

    it('hands on every stop reason', async () => {
      const reasons = ['max_tokens', 'refusal', 'pause_turn', 'model_context_window_exceeded', 'something_new'];
      const { url } = await serve(reasons.map((stopReason) => say('…', { stopReason })));
      for (const reason of reasons) assert.equal(doneOf(await collect(modelFor(url))).stop_reason, reason);
    });
  });

  describe('a request', () => {
    for (const [given, prefix] of [
      ['', ''],
      ['/', ''],
      ['///', ''],
      ['/api', '/api'],
      ['/api/', '/api'],
      [' ', ''],
    ] as const) {
      it(`goes to the right place with ${JSON.stringify(given)} behind the host`, async () => {
        const started = await serve([say('ok')], { prefix });
        await collect(modelFor(`${new URL(started.url).origin}${given}`));
        assert.equal(started.requests[0]?.path, `${prefix}/v1/messages`);
      });
    }

    it('carries the key as x-api-key, or as a bearer token, never as both', async () => {
      const started = await serve([say('ok'), say('ok')], { key });
      await collect(modelFor(started.url));
      await collect(modelFor(started.url, { keyHeader: 'bearer' }));
      const [plain, bearer] = started.requests.map(({ headers }) => [headers['x-api-key'], headers['authorization']]);
      assert.deepEqual(plain, [key, undefined]);
      assert.deepEqual(bearer, [undefined, `Bearer ${key}`]);
    });

    it('marks tools, system and the ends of this request and the one before for the cache, and sends nothing else', async () => {
      const started = await serve([say('ok')]);
      const messages: ModelRequest['messages'] = [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'bash', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
      ];
      await collect(modelFor(started.url), { ...request, messages });
      const body = JSON.stringify(started.bodies[0]);
      assert.equal(body.split('"cache_control"').length - 1, 4);
      assert.deepEqual(Object.keys(Object(started.bodies[0])).sort(), [
        'max_tokens',
        'messages',
        'model',
        'stream',
        'system',
        'thinking',
        'tools',
      ]);
    });

    it('needs a key before anything is sent', async () => {
      const started = await serve([]);
      const error = await failureOf(modelFor(started.url, { key: ' ' }));
      assert.deepEqual([error.reason, error.action], ['auth', 'setApiKey']);
      assert.equal(started.requests.length, 0);
    });
  });

  describe('a failure', () => {
    const failures: readonly {
      readonly name: string;
      readonly turn: ServerTurn;
      readonly reason: string;
      readonly action: string;
      readonly says: RegExp;
    }[] = [
      {
        name: '401',
        turn: fail(401, 'authentication_error', `invalid x-api-key ${key}`),
        reason: 'auth',
        action: 'setApiKey',
        says: /127\.0\.0\.1:\d+ did not accept the API key \(401\)/,
      },
      {
        name: '403',
        turn: fail(403, 'permission_error', `key ${key} may not`),
        reason: 'forbidden',
        action: 'setApiKey',
        says: /forbids .*\(403\): key \[key\] may not/,
      },
      {
        name: '404 for the model',
        turn: fail(404, 'not_found_error', 'model: claude-sonnet-5-5'),
        reason: 'notFound',
        action: 'selectModel',
        says: /no model "claude-sonnet-5-5"/,
      },
      {
        name: '429',
        turn: fail(429, 'rate_limit_error', 'slow down'),
        reason: 'rateLimit',
        action: 'retry',
        says: /limits the rate of requests \(429\): slow down/,
      },
      {
        name: '529',
        turn: fail(529, 'overloaded_error', 'Overloaded'),
        reason: 'overloaded',
        action: 'retry',
        says: /overloaded \(529\)/,
      },
      {
        name: '500',
        turn: fail(500, 'api_error', 'Internal server error'),
        reason: 'server',
        action: 'retry',
        says: /failed \(500\): Internal server error/,
      },
      {
        name: '400 of a conversation that is too long',
        turn: fail(400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'),
        reason: 'contextWindow',
        action: 'selectModel',
        says: /too long for claude-sonnet-5-5/,
      },
      {
        name: 'any other 400',
        turn: fail(400, 'invalid_request_error', 'max_tokens: too large'),
        reason: 'badRequest',
        action: 'openLog',
        says: /refused the request \(400\): max_tokens: too large/,
      },
      {
        name: 'a web page instead of the API',
        turn: { kind: 'raw', status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
        reason: 'badRequest',
        action: 'openSettings',
        says: /isn't the Messages API/,
      },
    ];
    for (const { name, turn, reason, action, says } of failures) {
      it(`${name} is named, with a next step and without the key`, async () => {
        const { url } = await serve([turn]);
        const error = await failureOf(modelFor(url, { maxRetries: 0 }));
        assert.deepEqual([error.reason, error.action], [reason, action]);
        assert.match(error.message, says);
        assert.ok(!`${error.message}${String(error.cause)}`.includes(key));
      });
    }

    it('a redirect is not followed, so that the key goes nowhere else', async () => {
      const elsewhere = await StrictServer.start([say('caught')]);
      const location = `${elsewhere.url}/v1/messages`;
      const { url } = await serve([fail(307, 'redirect', 'over there', { location })]);
      const error = await failureOf(modelFor(url));
      await elsewhere.stop();
      assert.deepEqual([error.action, elsewhere.requests.length], ['openSettings', 0]);
      assert.match(error.message, /redirects elsewhere/);
    });

    it('404 names the URL, and /v1 that is there twice', async () => {
      const { url } = await serve([]);
      const plain = await failureOf(modelFor(`${url}/elsewhere`));
      assert.deepEqual([plain.reason, plain.action], ['notFound', 'openSettings']);
      assert.match(plain.message, /\/elsewhere\/v1\/messages/);
      const doubled = await failureOf(modelFor(`${url}/v1`));
      assert.match(doubled.message, /\/v1\/v1\/messages \(404\).*\/v1 twice/);
    });

    it('names host and port where nothing listens, and does not try again', async () => {
      const port = await freePort();
      const events: ModelEvent[] = [];
      const error = await failureOf(modelFor(`http://127.0.0.1:${port}`), events);
      assert.deepEqual([error.reason, error.action], ['network', 'openSettings']);
      assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${port}`));
      assert.deepEqual(events, []);
    });

    it('names a host that does not exist', async () => {
      const error = await failureOf(modelFor('http://no-such-host.invalid', { isOffline: () => false }));
      assert.equal(error.reason, 'network');
      assert.match(error.message, /no-such-host\.invalid can't be found/);
    });

    it('says that a connection is not secure, and why', async () => {
      const { url } = await serve([]);
      const error = await failureOf(modelFor(url.replace('http:', 'https:'), { maxRetries: 0 }));
      assert.deepEqual([error.reason, error.action], ['network', 'openSettings']);
      assert.match(error.message, /No secure connection.*does not speak https there/);
    });

    it('says that the computer is offline, and tries again in case it soon is not', async () => {
      const events: ModelEvent[] = [];
      const error = await failureOf(
        modelFor('http://no-such-host.invalid', { maxRetries: 1, isOffline: () => true }),
        events,
      );
      assert.deepEqual([error.action, events.length], ['retry', 1]);
      assert.match(error.message, /seem to be offline/);
    });

    it('comes out of a stream that breaks before anything, within text, and behind a whole call', async () => {
      const answer = call('t1', 'bash', { command: 'ls' }, { blocks: [{ text: 'Hm.' }, callBlock('t1')] });
      const cuts = [0, 3, 8];
      const { url } = await serve(cuts.map((afterEvents) => ({ kind: 'broken', answer, afterEvents })));
      for (const cut of cuts) {
        const events: ModelEvent[] = [];
        const error = await failureOf(modelFor(url, { maxRetries: 0 }), events);
        assert.equal(error.reason, 'network', `cut after ${cut}`);
        assert.ok(!events.some((event) => event.kind === 'done'));
      }
    });

    it('comes out of a stream that falls silent, once the silence was told twice', async () => {
      const { url } = await serve([{ kind: 'silent', answer: say('one two three'), afterEvents: 2 }]);
      const events: ModelEvent[] = [];
      const error = await failureOf(modelFor(url, { maxRetries: 0, stallTimeout: () => 20 }), events);
      assert.equal(error.reason, 'network');
      assert.match(error.message, /is not responding/);
      const silences = events.flatMap((event) => (event.kind === 'notResponding' ? [event.silentMs] : []));
      // A slow machine may add one before the first byte.
      assert.deepEqual(silences.slice(-2), [20, 40]);
    });

    it('comes out of a server that takes the request and says nothing', async () => {
      const { url } = await serve([{ kind: 'hang' }]);
      const error = await failureOf(modelFor(url, { maxRetries: 0, stallTimeout: () => 20 }));
      assert.match(error.message, /is not responding/);
    });

    it('comes out of tool input that arrives damaged in an answer that claims to be whole', async () => {
      const sse = [
        ['message_start', { message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: {} } }],
        ['content_block_start', { index: 0, content_block: { type: 'tool_use', id: 't', name: 'bash', input: {} } }],
        ['content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"command": "rm -r' } }],
        ['content_block_stop', { index: 0 }],
        ['message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } }],
        ['message_stop', {}],
      ] as const;
      const body = sse.map(([type, rest]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`).join('');
      const { url } = await serve([{ kind: 'raw', status: 200, contentType: 'text/event-stream', body }]);
      assert.equal((await failureOf(modelFor(url, { maxRetries: 0 }))).reason, 'network');
    });
  });

  describe('another attempt', () => {
    it('follows 429, 529 and a broken stream, each announced with its wait', async () => {
      const { url } = await serve([
        fail(429, 'rate_limit_error', 'slow down', { 'retry-after': '7' }),
        fail(529, 'overloaded_error', 'Overloaded', { 'retry-after-ms': '1500' }),
        fail(529, 'overloaded_error', 'Overloaded', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }),
        { kind: 'broken', answer: say('half an answer that breaks'), afterEvents: 4 },
        say('whole'),
      ]);
      const waits: number[] = [];
      const events = await collect(modelFor(url, { wait: (ms) => (waits.push(ms), Promise.resolve()) }));
      const retries = events.filter((event) => event.kind === 'retry');
      assert.deepEqual(
        retries.map((event) => event.attempt),
        [1, 2, 3, 4],
      );
      // It is tried again already: nobody has to.
      for (const { reason } of retries) assert.ok(/\.$/.test(reason) && !/retry/i.test(reason), reason);
      assert.deepEqual(waits.slice(0, 2), [7000, 1500]);
      assert.ok(waits[2] !== undefined && waits[2] > 50_000 && waits[2] <= 60_000, `until that date: ${waits[2]}`);
      assert.deepEqual(
        retries.map((event) => event.delayMs),
        waits,
      );
      assert.equal(doneOf(events).content[0]?.type, 'text');
    });

    it('follows an overload in the middle of a stream', async () => {
      const body =
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
      const { url } = await serve([{ kind: 'raw', status: 200, contentType: 'text/event-stream', body }, say('ok')]);
      const events = await collect(modelFor(url));
      assert.match(events.find((event) => event.kind === 'retry')?.reason ?? '', /overloaded/);
    });

    it('is not made when the server says so, nor for what stays wrong', async () => {
      const started = await serve([
        fail(500, 'api_error', 'no', { 'x-should-retry': 'false' }),
        fail(401, 'authentication_error', 'no'),
      ]);
      await failureOf(modelFor(started.url));
      await failureOf(modelFor(started.url));
      assert.equal(started.requests.length, 2);
    });

    for (const [asked, says] of [
      ['900', /Retry in 15 min\.$/],
      ['7201', /Retry in 3 h\.$/],
    ] as const) {
      it(`is not made when the server asks for a wait of ${asked} s, which is said`, async () => {
        const { url } = await serve([fail(429, 'rate_limit_error', 'slow down', { 'retry-after': asked })]);
        assert.match((await failureOf(modelFor(url))).message, says);
      });
    }

    it('is made after a wait of its own when the one asked for makes no sense', async () => {
      const { url } = await serve([fail(429, 'rate_limit_error', 'no', { 'retry-after': 'Infinity' }), say('Here.')]);
      assert.equal(textOf(await collect(modelFor(url)), 'text'), 'Here.');
    });

    it('gives up after the last one with what went wrong then', async () => {
      const started = await serve([1, 2, 3, 4, 5].map((time) => fail(500, 'api_error', `time ${time}`)));
      const error = await failureOf(modelFor(started.url));
      assert.match(error.message, /time 5/);
      assert.equal(started.requests.length, 5);
    });

    it('is made at once when the person asks during the wait', async () => {
      const { url } = await serve([fail(529, 'overloaded_error', 'Overloaded', { 'retry-after': '600' }), say('ok')]);
      const model = new AnthropicModel({ connection: () => ({ baseUrl: url, key, keyHeader: 'x-api-key' }) });
      const events: ModelEvent[] = [];
      await consume(model.stream(request, new AbortController().signal), (event) => {
        events.push(event);
        // Once the wait has begun.
        if (event.kind === 'retry') setImmediate(() => model.retryNow());
      });
      assert.equal(textOf(events, 'text'), 'ok');
    });

    it('is made at once when the person asks in the middle of a silence, and is no failure', async () => {
      const { url } = await serve([{ kind: 'silent', answer: say('half an answer'), afterEvents: 4 }, say('whole')]);
      const timeouts = [200, 60_000];
      const model = modelFor(url, { maxRetries: 0, stallTimeout: () => timeouts.shift() ?? assert.fail() });
      const events: ModelEvent[] = [];
      await consume(model.stream(request, new AbortController().signal), (event) => {
        events.push(event);
        if (event.kind === 'notResponding') model.retryNow();
      });
      const retry = events.findIndex((event) => event.kind === 'retry');
      assert.equal(textOf(events.slice(Math.max(0, retry)), 'text'), 'whole');
    });

    it('leaves the thinking out that the API did not take back, and keeps the prefix from then on', async () => {
      const refusal =
        'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.';
      const started = await serve([fail(400, 'invalid_request_error', refusal), say('ok'), say('again')]);
      const model = modelFor(started.url);
      const messages: ModelRequest['messages'] = [
        { role: 'user', content: 'one' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
            { type: 'text', text: 'two' },
          ],
        },
        { role: 'user', content: 'three' },
      ];
      await collect(model, { ...request, messages });
      const more: ModelRequest['messages'] = [
        ...messages,
        { role: 'assistant', content: 'ok' },
        messages[2] ?? assert.fail(),
      ];
      await collect(model, { ...request, messages: more });
      const thoughts = started.bodies.map((body) => JSON.stringify(body).includes('"signature"'));
      assert.deepEqual(thoughts, [true, false, false]);
    });

    it('is not made for refused thinking when there is none left to leave out', async () => {
      const refusals = [1, 2].map(() => fail(400, 'invalid_request_error', 'Invalid `signature` in `thinking` block'));
      const started = await serve(refusals);
      assert.equal((await failureOf(modelFor(started.url))).reason, 'badRequest');
      assert.equal(started.requests.length, 1);
    });

    it('is cut short by a stop during the wait', async () => {
      const { url } = await serve([fail(529, 'overloaded_error', 'Overloaded', { 'retry-after': '600' })]);
      const controller = new AbortController();
      const model = new AnthropicModel({ connection: () => ({ baseUrl: url, key, keyHeader: 'x-api-key' }) });
      const events = model.stream(request, controller.signal);
      assert.equal((await events.next()).value?.kind, 'retry');
      const next = events.next();
      controller.abort();
      await assert.rejects(next, (error) => isAbort(error));
    });
  });

  describe('a stop', () => {
    const turns: Readonly<Record<string, ServerTurn>> = {
      'before the first byte': { kind: 'hang' },
      'in the middle of the text': { kind: 'silent', answer: say('one two three four five six'), afterEvents: 4 },
    };
    for (const [when, turn] of Object.entries(turns)) {
      it(`${when} ends the stream with an abort error and closes the connection`, async () => {
        const started = await serve([turn]);
        const controller = new AbortController();
        const events = modelFor(started.url).stream(request, controller.signal);
        const ended = consume(events, (event) => {
          if (event.kind === 'text') controller.abort();
        });
        if (turn.kind === 'hang') {
          await started.received(1);
          controller.abort();
        }
        await assert.rejects(ended, (error) => isAbort(error));
        await started.idle();
      });
    }

    it('before the request sends nothing', async () => {
      const started = await serve([]);
      await assert.rejects(consume(modelFor(started.url).stream(request, AbortSignal.abort())), (error) =>
        isAbort(error),
      );
      assert.equal(started.requests.length, 0);
    });
  });

  describe('the list of models', () => {
    it('is what the endpoint offers', async () => {
      const { url } = await serve([], { models: ['claude-b', 'claude-a'] });
      assert.deepEqual(await modelFor(url).listModels(new AbortController().signal), [
        { id: 'claude-b', name: 'claude-b' },
        { id: 'claude-a', name: 'claude-a' },
      ]);
    });

    it('fails with the same words as a request', async () => {
      const { url } = await serve([], { key: 'another' });
      await assert.rejects(modelFor(url).listModels(new AbortController().signal), (error) =>
        ModelError.is(error, 'auth'),
      );
    });
  });
});

interface ModelOptions extends Partial<Omit<AnthropicModelOptions, 'connection'>> {
  readonly key?: string;
  readonly keyHeader?: 'x-api-key' | 'bearer';
}

/** Waits for nothing between attempts. */
function modelFor(
  baseUrl: string,
  { key: own = key, keyHeader = 'x-api-key', ...options }: ModelOptions = {},
): AnthropicModel {
  return new AnthropicModel({
    connection: () => ({ baseUrl, key: own, keyHeader }),
    wait: () => Promise.resolve(),
    ...options,
  });
}

async function consume(
  events: AsyncIterable<ModelEvent>,
  onEvent: (event: ModelEvent) => void = () => undefined,
): Promise<void> {
  for await (const event of events) onEvent(event);
}

async function collect(model: AnthropicModel, what = request): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  await consume(model.stream(what, new AbortController().signal), (event) => events.push(event));
  return events;
}

async function failureOf(model: AnthropicModel, events: ModelEvent[] = []): Promise<ModelError> {
  try {
    await consume(model.stream(request, new AbortController().signal), (event) => events.push(event));
  } catch (error) {
    assert.ok(ModelError.is(error), `a ModelError, not ${String(error)}`);
    return error;
  }
  return assert.fail('the request succeeded');
}

function textOf(events: readonly ModelEvent[], kind: 'text' | 'thinking'): string {
  return events.flatMap((event) => (event.kind === kind ? [event.delta] : [])).join('');
}

function doneOf(events: readonly ModelEvent[]): Extract<ModelEvent, { kind: 'done' }>['message'] {
  const done = events.filter((event) => event.kind === 'done');
  assert.equal(done.length, 1);
  return done[0]?.message ?? assert.fail('no answer');
}

function callBlock(id: string): {
  readonly call: { readonly id: string; readonly name: string; readonly input: unknown };
} {
  return { call: { id, name: 'bash', input: { command: 'ls' } } };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
