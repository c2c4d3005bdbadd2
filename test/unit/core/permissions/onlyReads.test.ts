import assert from 'node:assert/strict';
import { onlyReads } from '../../../../src/core/permissions/bash/onlyReads.ts';
import { bashParser } from './support.ts';

describe('onlyReads', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['ls -l', true],
    ['cat /etc/hosts | grep local 2>/dev/null', true],
    ['git status', true],
    ['cd /elsewhere && git status', false],
    ['cat a > b', false],
    ['npm test', false],
    ['cat "$(touch a)"', false],
    ['echo "open', false],
  ];
  for (const [command, expected] of rows) {
    it(`is ${expected} for ${command}`, async () => {
      assert.equal(onlyReads(command, await bashParser.ready(), '/work'), expected);
    });
  }
});
