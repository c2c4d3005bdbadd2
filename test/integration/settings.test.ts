import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { diagnosticsOf, folder, remove, write } from './workspaceFiles.ts';

describe('settings files', () => {
  afterEach(() => remove('.agent'));

  it('show what is wrong in the Problems view, at the line of the key', async () => {
    await write(
      '.agent/settings.json',
      '{\n  "agent": {\n    "nag_threshold": "three",\n    "nag_mesage": "x"\n  }\n}\n',
    );
    const found = await diagnosticsOf('.agent/settings.json', (diagnostics) => diagnostics.length === 2);
    assert.deepEqual(found.map(({ code, range }) => [code, range.start.line]).sort(), [
      ['unknown-key', 3],
      ['wrong-type', 2],
    ]);
  });

  it('stop every run while one of them does not parse, and say where', async () => {
    await write('.agent/config.toml', '[api]\nmodel = \n');
    const outcome = await startTask('go');
    assert.equal(outcome.kind, 'blocked');
    assert.match(outcome.reason ?? '', /config\.toml.*line 2/s);
  });

  it('count from the next round when they change during a run', async () => {
    const model = await StrictServer.start([
      call('a', 'read_file', { file_path: 'package.json' }),
      call('b', 'read_file', { file_path: 'package.json' }),
      say('done'),
    ]);
    try {
      await write('.agent/settings.json', settingsFor(model.url, { nag_threshold: 3, max_tokens: 500 }));
      const run = startTask('go');
      await model.received(1);
      await write('.agent/settings.json', settingsFor(model.url, { nag_threshold: 3, max_tokens: 700 }));
      assert.equal((await run).kind, 'completed');
      const limits = model.bodies.map((body) => (body as { max_tokens: number }).max_tokens);
      assert.equal(limits[0], 500);
      assert.equal(limits.at(-1), 700);
    } finally {
      await model.stop();
    }
  });

  it('never make the key visible in a problem', async () => {
    await write('.agent/settings.json', '{ "env": { "ANTHROPIC_API_KEY": "sk-secret with-space-123" } }');
    const [found] = await diagnosticsOf('.agent/settings.json', (diagnostics) => diagnostics.length > 0);
    assert.ok(found);
    assert.doesNotMatch(found.message, /secret|123/);
  });
});

/** The key stands in the file, so that the address that the file names needs no question. */
function settingsFor(url: string, agent: Record<string, unknown>): string {
  return JSON.stringify({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-test-0123456789' }, agent });
}

async function startTask(prompt: string): Promise<RunOutcome> {
  assert.ok(folder());
  return await vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt });
}
