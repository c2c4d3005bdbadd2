import assert from 'node:assert/strict';
import { doubtOf } from '../../../../../src/core/session/rows/itemDoubt.ts';
import type { CallRow, Doubt } from '../../../../../src/core/session/rows/rows.ts';

function call(access: CallRow['access'], state: CallRow['state'], more: Partial<CallRow> = {}): CallRow {
  return { kind: 'call', callId: '1', name: 'tool', access, title: '', state, ...more };
}

const command = { kind: 'command', command: 'x', durationMs: 1 } as const;
const exited: Partial<CallRow> = { evidence: { ...command, exitCode: 1 } };
const timedOut: Partial<CallRow> = { evidence: { ...command, exitCode: undefined } };

describe('the doubt about a tick', () => {
  const cases: readonly (readonly [string, readonly CallRow[], Doubt | undefined])[] = [
    ['no call at all', [], 'unrecorded'],
    ['only a stopped call', [call('execute', 'cancelled')], 'unrecorded'],
    ['only a failed read', [call('read', 'error')], 'failed'],
    ['a failed read beside another', [call('read', 'error'), call('read', 'ok')], undefined],
    ['a refused edit beside a read', [call('read', 'ok'), call('write', 'denied')], 'declined'],
    ['an edit that a rule forbids', [call('read', 'ok'), call('write', 'forbidden')], 'declined'],
    ['a failed edit beside a refused one', [call('write', 'denied'), call('write', 'error')], 'failed'],
    ['a failed edit that worked later', [call('write', 'error'), call('write', 'ok')], undefined],
    ['a command with an exit code', [call('execute', 'error', exited)], undefined],
    ['a command that timed out', [call('execute', 'error', timedOut)], 'failed'],
    ['a stopped command beside a read', [call('read', 'ok'), call('execute', 'cancelled')], undefined],
  ];
  for (const [name, calls, expected] of cases) it(name, () => assert.equal(doubtOf(calls), expected));
});
