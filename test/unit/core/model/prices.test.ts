import assert from 'node:assert/strict';
import { costOf } from '../../../../src/core/model/prices.ts';
import { tokenUsage } from '../../../../src/core/model/tokenUsage.ts';

const none = tokenUsage(0, 0);
const million = 1_000_000;

describe('costOf', () => {
  it('adds up input, output and both ways of the cache', () => {
    const usage = {
      ...none,
      input_tokens: million,
      output_tokens: million,
      cache_read_input_tokens: million,
      cache_creation_input_tokens: 2 * million,
      cache_creation: { ephemeral_5m_input_tokens: million, ephemeral_1h_input_tokens: million },
    };
    assert.equal(costOf('claude-sonnet-4-5', usage), 3 + 15 + 0.3 + 3.75 + 6);
  });

  it('takes a cache write of unknown life for a short one', () => {
    assert.equal(costOf('claude-opus-4-5', { ...none, cache_creation_input_tokens: million }), 6.25);
  });

  it('knows dated names, provider prefixes and the nearest of several prefixes', () => {
    const usage = { ...none, input_tokens: million };
    assert.equal(costOf('anthropic/claude-opus-4-1-20250805', usage), 15);
    assert.equal(costOf('claude-opus-4-6', usage), 5);
    assert.equal(costOf('Claude-Opus-5-5', usage), 4);
    assert.equal(costOf('claude-opus-5', usage), 5);
  });

  it('charges a long prompt as a whole at its own price', () => {
    assert.equal(costOf('claude-haiku-5-5', { ...none, input_tokens: 100_000 }), 0.01);
    assert.equal(costOf('claude-haiku-5-5', { ...none, input_tokens: 1, cache_read_input_tokens: 100_000 }), 0.0050005);
  });

  it('names no money where the price is not known', () => {
    const usage = { ...none, input_tokens: million };
    assert.equal(costOf('gpt-x', usage), undefined);
    assert.equal(costOf('claude-opus-55', usage), undefined);
    assert.equal(costOf('claude-opus-5', { ...usage, speed: 'fast' }), undefined);
  });
});
