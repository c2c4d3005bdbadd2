import assert from 'node:assert/strict';
import { contextWindowFor, maxTokensFor, raisedMaxTokens } from '../../../../src/core/model/modelLimits.ts';

describe('model limits', () => {
  for (const [model, tokens] of [
    ['claude-sonnet-5-5', 128_000],
    ['claude-sonnet-4-5-20250929', 64_000],
    ['claude-opus-4-1-20250805', 32_000],
    ['claude-opus-4-6', 128_000],
    ['anthropic/claude-haiku-4-5', 64_000],
    ['claude-3-5-haiku-latest', 8192],
    ['gpt-x', undefined],
  ] as const) {
    it(`of ${model}`, () => assert.equal(maxTokensFor(model), tokens));
  }

  it('raise to what the model allows, to twice as much when it is not known, and never lower', () => {
    assert.equal(raisedMaxTokens('claude-sonnet-5-5', 8000), 128_000);
    assert.equal(raisedMaxTokens('gpt-x', 8000), 16_000);
    assert.equal(raisedMaxTokens('claude-opus-4-1', 50_000), 50_000);
  });

  it('know the context window by model', () => {
    assert.deepEqual(
      ['claude-sonnet-5-5', 'claude-opus-4-6', 'claude-sonnet-4-5-20250929', 'gpt-x'].map(contextWindowFor),
      [1_000_000, 1_000_000, 200_000, undefined],
    );
  });
});
