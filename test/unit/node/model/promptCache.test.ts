import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../../src/core/model/modelClient.ts';
import { RequestEncoder, toWireRequest } from '../../../../src/node/model/anthropicRequest.ts';
import {
  cacheBlocksOf,
  CacheSimulator,
  idealPrice,
  minimumPrefix,
  priceOf,
  type CacheBlock,
} from '../../../support/cacheSimulator.ts';
import { longRun } from '../../../support/longRun.ts';
import { validateMessagesRequest } from '../../../support/messagesValidator.ts';

describe('the prompt cache', function () {
  this.timeout(30_000);
  let bodies: readonly ReturnType<typeof toWireRequest>[];
  let requests: readonly (readonly CacheBlock[])[];
  before(async () => {
    bodies = (await longRun(200)).map((request) => toWireRequest(request));
    requests = bodies.map(cacheBlocksOf);
  });

  it('is offered a prefix that only grows: each request begins with the bytes of the one before', () => {
    for (const [index, request] of requests.slice(1).entries()) {
      const before = requests[index] ?? assert.fail();
      // A block's hash is over all bytes up to its end, the marks left out.
      assert.equal(request[before.length - 1]?.hash, before.at(-1)?.hash, `request ${index + 1}`);
    }
  });

  it('gets requests that keep the rules of the API, with four marks at most', () => {
    for (const body of bodies) validateMessagesRequest(body);
  });

  for (const [model, minimum] of Object.entries(minimumPrefix)) {
    it(`makes a run of 200 rounds cost within 5% of the ideal, with the minimum of ${model}`, () => {
      const cache = new CacheSimulator(minimum);
      const price = priceIn(cache, requests);
      const ideal = idealPrice(requests);
      assert.ok(price <= ideal * 1.05, `${(price / ideal).toFixed(3)} times the ideal`);
    });
  }

  it('is found again behind 11 parallel calls, a stopped round and a new prompt', () => {
    const cache = new CacheSimulator(minimumPrefix['claude-sonnet-5-5']);
    const uses = requests.map((request) => cache.take(request));
    const [first, ...later] = uses;
    assert.equal(first?.read, 0);
    later.forEach((use, index) => {
      const before = uses[index];
      assert.ok(
        before !== undefined && Math.abs(use.read - before.read - before.written) < 1e-6,
        `request ${index + 1}`,
      );
    });
  });

  it('would be missed without the mark at the end of the request before', () => {
    const cache = new CacheSimulator(minimumPrefix['claude-sonnet-5-5']);
    const onlyEnd = requests.map(withOnlyLastMark);
    assert.ok(priceIn(cache, onlyEnd) > idealPrice(requests) * 1.2);
  });
});

function priceIn(cache: CacheSimulator, requests: readonly (readonly CacheBlock[])[]): number {
  return requests.reduce((sum, request) => sum + priceOf(cache.take(request)), 0);
}

function withOnlyLastMark(blocks: readonly CacheBlock[]): readonly CacheBlock[] {
  const last = blocks.findLastIndex(({ isMarked }) => isMarked);
  return blocks.map((block, at) => ({ ...block, isMarked: at === last }));
}

describe('RequestEncoder', () => {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const asked = (messages: ModelRequest['messages']): ModelRequest => ({
    model: 'claude-sonnet-5-5',
    maxTokens: 1000,
    system: 'You are a test.',
    messages,
    tools: [{ name: 'bash', input_schema: { type: 'object' } }],
  });

  it('writes what toWireRequest says, request after request', async function () {
    this.timeout(30_000);
    const encoder = new RequestEncoder();
    for (const request of await longRun(60)) {
      assert.ok(decode(encoder.encode(request)) === JSON.stringify(toWireRequest(request)));
    }
  });

  it('sees each setting and tool that was changed', () => {
    const encoder = new RequestEncoder();
    const first = asked([{ role: 'user', content: 'hello' }]);
    const tools = [{ name: 'grep', input_schema: { type: 'object' as const } }];
    for (const change of [
      {},
      { maxTokens: 2 },
      { effort: 'low' as const },
      { system: '' },
      { tools },
      { model: 'x' },
    ]) {
      const request = { ...first, ...change };
      assert.equal(decode(encoder.encode(request)), JSON.stringify(toWireRequest(request)));
    }
  });

  it('sees each message that was changed, left out or put in', () => {
    const encoder = new RequestEncoder();
    const say = (role: 'user' | 'assistant', content: string) => ({ role, content });
    const long = Array.from({ length: 9 }, (_, at) =>
      say(at % 2 === 0 ? 'user' : 'assistant', `${at} ä ✓`.repeat(9000)),
    );
    const histories = [
      long,
      [...long, say('assistant', 'yes'), say('user', 'more')],
      long.slice(0, 5),
      long.with(1, say('assistant', 'other')),
      [say('user', 'first'), ...long],
      [say('user', 'alone')],
      [],
      long,
    ];
    for (const messages of histories) {
      const bytes = encoder.encode(asked(messages));
      assert.ok(decode(bytes) === JSON.stringify(toWireRequest(asked(messages))), `${messages.length} messages`);
    }
  });
});

describe('thinking in a request', () => {
  const request: ModelRequest = {
    model: 'claude-sonnet-5-5',
    maxTokens: 1000,
    system: 'You are a test.',
    messages: [{ role: 'user', content: 'hello' }],
    tools: [],
  };

  it('is asked for with its text, and with the effort that was set', () => {
    const { thinking, output_config } = toWireRequest({ ...request, effort: 'low' });
    assert.deepEqual([thinking, output_config], [{ type: 'adaptive', display: 'summarized' }, { effort: 'low' }]);
  });

  it('has no effort when none was set', () => {
    assert.ok(!('output_config' in toWireRequest(request)));
  });

  it('is left out for models that have no such parameter', () => {
    const body = toWireRequest({ ...request, model: 'claude-haiku-4-5', effort: 'low' });
    assert.deepEqual(Object.keys(body).sort(), ['max_tokens', 'messages', 'model', 'stream', 'system']);
  });
});
