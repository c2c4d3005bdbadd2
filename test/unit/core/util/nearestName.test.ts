import assert from 'node:assert/strict';
import { nearestName } from '../../../../src/core/util/nearestName.ts';

describe('nearestName', () => {
  const known = ['Bash', 'Read', 'nag_threshold', 'nag_message', 'max_tokens'];
  const rows: readonly (readonly [typed: string, meant: string | undefined])[] = [
    ['Bsh', 'Bash'],
    ['bash', 'Bash'],
    ['Reed', 'Read'],
    ['nag_treshold', 'nag_threshold'],
    ['nagThreshold', 'nag_threshold'],
    ['maxTokens', 'max_tokens'],
    ['max_rounds', undefined],
    ['x', undefined],
    ['', undefined],
    ['a'.repeat(100_000), undefined],
  ];
  for (const [typed, meant] of rows)
    it(`takes "${typed.slice(0, 20)}" for ${meant ?? 'nothing'}`, () => assert.equal(nearestName(typed, known), meant));
});
