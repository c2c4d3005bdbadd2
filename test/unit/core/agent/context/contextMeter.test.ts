import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { ContextMeter } from '../../../../../src/core/agent/context/contextMeter.ts';
import type { Usage } from '../../../../../src/core/model/messages.ts';
import { tokenUsage } from '../../../../../src/core/model/tokenUsage.ts';

const started: AgentEvent = { kind: 'runStarted', prompt: 'go', model: 'claude-sonnet-5-5' };

describe('ContextMeter', () => {
  it('knows the window from the start, and nothing else', () => {
    const meter = meterOf(started);
    assert.deepEqual(meter.use, { used: 0, window: 1_000_000, cacheHitRate: undefined, usd: 0 });
  });

  it('tells what the next request begins with, the share that came from the cache, and the money', () => {
    const meter = meterOf(
      started,
      answered({ input_tokens: 10, cache_creation_input_tokens: 1990, output_tokens: 100 }),
      answered({
        input_tokens: 10,
        cache_read_input_tokens: 2000,
        cache_creation_input_tokens: 990,
        output_tokens: 100,
      }),
    );
    const { used, cacheHitRate, usd } = meter.use;
    assert.deepEqual([used, cacheHitRate], [3100, 2000 / 5000]);
    const expected = (20 * 2 + 2980 * 2.5 + 2000 * 0.1 + 200 * 10) / 1_000_000;
    assert.ok(Math.abs((usd ?? 0) - expected) < 1e-12);
  });

  it('knows nothing of the cache of a model that does not tell', () => {
    const meter = meterOf(started, answered({ input_tokens: 100, cache_read_input_tokens: null, output_tokens: 10 }));
    assert.deepEqual([meter.use.used, meter.use.cacheHitRate], [110, undefined]);
  });

  it('counts the price of a summary, but not its size', () => {
    const meter = meterOf(
      started,
      answered({ input_tokens: 900_000, output_tokens: 1000 }),
      { ...answered({ input_tokens: 901_000, output_tokens: 2000 }), isSummary: true },
      { kind: 'historyReplaced', cause: 'compacted', messages: [], before: 901_000, after: 4000 },
    );
    assert.equal(meter.use.used, 4000);
    assert.ok((meter.use.usd ?? 0) > 3.6);
  });

  it('takes the window from the provider where only that knows it, and names no money without a price', () => {
    const meter = meterOf(
      { ...started, model: 'copilot/gpt' },
      answered({ input_tokens: 10, output_tokens: 1 }, 'gpt'),
    );
    assert.deepEqual([meter.use.window, meter.use.usd], [200_000, undefined]);
    const told = new ContextMeter(() => 64_000);
    assert.equal(told.use.window, 64_000);
  });

  it('tells each change and begins anew with a new conversation', () => {
    const meter = new ContextMeter();
    const seen: number[] = [];
    meter.onDidChange(({ used }) => seen.push(used));
    meter.apply(started);
    meter.apply(answered({ input_tokens: 10, output_tokens: 5 }));
    meter.apply({ kind: 'notice', level: 'info', text: 'hm' });
    meter.reset();
    assert.deepEqual(seen, [0, 15, 0]);
    assert.equal(meter.use.usd, 0);
  });
});

function meterOf(...events: readonly AgentEvent[]): ContextMeter {
  const meter = new ContextMeter();
  for (const event of events) meter.apply(event);
  return meter;
}

function answered(
  usage: Partial<Usage>,
  model = 'claude-sonnet-5-5',
): Extract<AgentEvent, { readonly kind: 'answered' }> {
  return { kind: 'answered', stopReason: 'end_turn', usage: { ...tokenUsage(0, 0), ...usage }, model };
}
