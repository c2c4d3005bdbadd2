import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { carriedOver } from '../../../../../src/core/session/receipt/carriedOver.ts';
import { SessionRows } from '../../../../../src/core/session/rows/sessionRows.ts';
import { log } from '../sessionLog.ts';

const { start, list, call, done } = log;

describe('what a summary of the conversation must not lose', () => {
  it('is the list as it is where nothing was done', () => {
    assert.equal(after(list('model', '[>] a')), '[>] a');
  });

  it('is the list, and under each item what was recorded', () => {
    const changes = [{ path: '/w/slug.js', before: 'a\n', after: 'b\n' }];
    const text = after(
      list('model', '[>] Fix', '[ ] Test'),
      call('e'),
      done('e', 'ok', { evidence: { kind: 'files', changes } }),
      list('model', '[x] Fix', '[>] Test'),
      call('t'),
      done('t', 'ok', { evidence: { kind: 'command', command: 'npm test', exitCode: 1, durationMs: 5 } }),
    );
    assert.match(
      text,
      /^\[>\] a\n\nWhat was done for each, as recorded:\nFix\n- `slug\.js` \+1 -1\nTest\n- .*exit code 1/s,
    );
  });

  it('leaves the oldest of many records out, and says so', () => {
    const calls = Array.from({ length: 25 }, (_one, at) => [call(`c${at}`), done(`c${at}`, 'error')]).flat();
    const lines = after(list('model', '[>] a'), ...calls).split('\n');
    assert.deepEqual([lines.length, lines[4]], [3 + 1 + 1 + 20, '- (5 earlier ones left out)']);
  });
});

function after(...events: readonly AgentEvent[]): string {
  const rows = new SessionRows();
  for (const event of [start(), ...events]) rows.apply(event);
  return carriedOver('[>] a', rows.tree(), ['/w']);
}
