import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { isAbort } from '../../../../src/core/util/errors.ts';
import { ModelError, type ModelEvent, type ModelRequest } from '../../../../src/core/model/modelClient.ts';
import { AnthropicModel } from '../../../../src/node/model/anthropicModel.ts';
import { head, RawServer, wire } from '../../../support/rawServer.ts';

const request: ModelRequest = {
  model: 'claude-sonnet-5-5',
  maxTokens: 1000,
  system: 'You are a test.',
  messages: [{ role: 'user', content: 'hello' }],
  tools: [],
};
const start = { type: 'message_start', message: { role: 'assistant', content: [], usage: { input_tokens: 10 } } };
const whole = wire(
  start,
  { type: 'content_block_start', index: 0, content_block: { type: 'text' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
);

describe('a server that does its own thing', () => {
  let server: RawServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function ask(
    reply: (socket: Socket) => void,
    onEvent: (event: ModelEvent) => void = () => undefined,
    controller = new AbortController(),
    stallTimeout = 60_000,
  ): Promise<ModelEvent[]> {
    server = await RawServer.start(reply);
    const { url: baseUrl } = server;
    const model = new AnthropicModel({
      connection: () => ({ baseUrl, key: 'k', keyHeader: 'x-api-key' }),
      wait: () => Promise.resolve(),
      maxRetries: 1,
      stallTimeout: () => stallTimeout,
    });
    const events: ModelEvent[] = [];
    for await (const event of model.stream(request, controller.signal)) {
      events.push(event);
      onEvent(event);
    }
    return events;
  }

  async function failure(reply: (socket: Socket) => void): Promise<ModelError> {
    try {
      await ask(reply);
    } catch (error) {
      assert.ok(ModelError.is(error));
      return error;
    }
    return assert.fail('the request succeeded');
  }

  for (const [how, reply] of [
    ['the connection breaks behind it', (socket: Socket) => socket.write(chunked(whole), () => socket.destroy())],
    ['the connection is held open behind it', (socket: Socket) => socket.write(chunked(whole))],
    [
      'another event follows that nobody knows',
      (socket: Socket) => socket.end(`${head()}${whole}event: done\ndata: [DONE]\n\n`),
    ],
  ] as const) {
    it(`has its whole answer taken, once, though ${how}`, async () => {
      const events = await ask(reply);
      const [done] = events.filter((event) => event.kind === 'done');
      assert.deepEqual(
        done?.message.content.map((block) => block.type === 'text' && block.text),
        ['Hello.'],
      );
      assert.equal(server?.requests, 1);
    });
  }

  it('is understood when its events have no names, and a mark of its own ends them', async () => {
    const nameless = `${whole.replaceAll(/^event: .*\n/gm, '')}data: [DONE]\n\n`;
    assert.doesNotMatch(nameless, /event:/);
    const events = await ask((socket) => socket.end(head() + nameless));
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['text', 'done'],
    );
  });

  it('has a connection closed that it holds open behind its answer', async () => {
    await ask((socket) => socket.write(chunked(whole)));
    await server?.quiet();
  });

  it('can be stopped when its compressed answer is damaged, and counts as silent else', async () => {
    const damaged = (socket: Socket): void => void socket.end(`${head(undefined, 'content-encoding: gzip')}${whole}`);
    const controller = new AbortController();
    const stop = ({ kind }: ModelEvent): void => void (kind === 'notResponding' && controller.abort());
    await assert.rejects(ask(damaged, stop, controller, 20), (error) => isAbort(error, controller.signal));
    await server?.stop();
    server = undefined;
    const events: string[] = [];
    await assert.rejects(
      ask(damaged, ({ kind }) => events.push(kind), undefined, 20),
      /is not responding/,
    );
    assert.deepEqual(events, ['notResponding', 'notResponding', 'retry', 'notResponding', 'notResponding']);
  });

  it('is no API when it answers with JSON instead of a stream, and is not asked again', async () => {
    const { message } = await failure((socket) => socket.end(`${head('application/json')}{"id":"msg_1"}`));
    assert.match(message, /isn't the Messages API/);
    assert.equal(server?.requests, 1);
  });

  for (const [type, said, reason, requests] of [
    ['invalid_request_error', 'prompt is too long: 3 tokens > 2 maximum', 'contextWindow', 1],
    ['billing_error', 'Your credit is used up.', 'badRequest', 1],
    ['mood_error', 'Not today.', 'server', 2],
  ] as const) {
    it(`is quoted when its stream ends with ${type}`, async () => {
      const error = { type: 'error', error: { type, message: said } };
      const failed = await failure((socket) => socket.end(head() + wire(start, error)));
      assert.equal(failed.reason, reason);
      if (reason !== 'contextWindow') assert.ok(failed.message.includes(said.replace(/\.$/, '')));
      assert.equal(server?.requests, requests);
    });
  }
});

function chunked(text: string): string {
  const size = Buffer.byteLength(text).toString(16);
  return `${head(undefined, 'transfer-encoding: chunked')}${size}\r\n${text}\r\n`;
}
