import assert from 'node:assert/strict';
import type { ParseCommandLine } from '../../../../src/core/permissions/bash/commandLine.ts';
import { ownRows } from './ownRuleRows.ts';
import { contractRows } from './ruleRows.ts';
import { bashParser, judge, rulesOf } from './support.ts';

describe('permission rules', function () {
  // Some lines are made to be slow to read.
  this.timeout(60_000);
  let parse: ParseCommandLine;
  before(async () => {
    parse = await bashParser.ready();
  });

  for (const row of [...contractRows, ...ownRows]) {
    for (const call of row.calls) {
      const label = typeof call === 'string' ? call : `${call.tool} ${JSON.stringify(call.input)}`;
      it(`${row.id}: ${row.verdict} for ${JSON.stringify(label).slice(0, 80)}`, () => {
        const { verdict, reason } = judge(row, call, parse);
        assert.equal(verdict, row.verdict, `reason ${JSON.stringify(reason)}`);
      });
    }
    if (row.warns !== undefined) {
      it(`${row.id}: ${row.warns ? 'warns' : 'does not warn'}`, () => {
        assert.equal(rulesOf(row).warnings.length > 0, row.warns);
      });
    }
  }
});
