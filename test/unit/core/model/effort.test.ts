import assert from 'node:assert/strict';
import { effortFor, thinksAdaptively } from '../../../../src/core/model/effort.ts';

describe('effort', () => {
  for (const [model, asked, taken] of [
    ['claude-sonnet-5-5', 'xhigh', 'xhigh'],
    ['anthropic/claude-opus-4-7-20260401', 'max', 'max'],
    ['claude-sonnet-4-6', 'xhigh', 'high'],
    ['claude-opus-4-6', 'max', 'max'],
    ['claude-haiku-4-5', 'low', undefined],
    ['some-other-model', 'high', undefined],
  ] as const) {
    it(`${asked} for ${model} is ${taken}`, () => assert.equal(effortFor(model, asked), taken));
  }

  it('belongs to models that think as they see fit', () => {
    assert.deepEqual(['claude-opus-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-5', 'gpt-x'].map(thinksAdaptively), [
      true,
      true,
      false,
      false,
    ]);
  });
});
