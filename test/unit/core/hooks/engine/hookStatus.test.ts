import assert from 'node:assert/strict';
import type { ConfiguredHook } from '../../../../../src/core/hooks/configuration/hookSchema.ts';
import type { HookJob, HookRun } from '../../../../../src/core/hooks/engine/hookRun.ts';
import { HookStatus } from '../../../../../src/core/hooks/engine/hookStatus.ts';

const never = new AbortController().signal;

function jobOf(statusMessage?: string): HookJob {
  const message = statusMessage === undefined ? {} : { statusMessage };
  const hook: ConfiguredHook = {
    event: 'Stop',
    definition: { type: 'command', command: 'x', ...message },
    source: { kind: 'user', label: 'u' },
  };
  const session = { sessionId: 's', transcriptPath: '/t', cwd: '/', projectDir: '/', permissionMode: 'default' };
  return { hook, event: 'Stop', input: {}, timeoutSeconds: 1, session };
}

describe('HookStatus', () => {
  it('names the hooks with a message for as long as they run, the latest last', async () => {
    const ends: ((run: HookRun) => void)[] = [];
    const status = new HookStatus({ run: () => new Promise((resolve) => ends.push(resolve)) });
    const seen: (readonly (string | undefined)[])[] = [];
    status.onDidChange(() => seen.push(status.running.map(({ definition }) => definition.statusMessage)));
    const runs = [jobOf('one'), jobOf(), jobOf('two')].map((job) => status.run(job, never));
    for (const end of ends) end({ kind: 'aborted' });
    await Promise.all(runs);
    assert.deepEqual(seen, [['one'], ['one', 'two'], ['two'], []]);
  });
});
