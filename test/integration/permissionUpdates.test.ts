import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { PermissionUpdate } from '../../src/core/hooks/protocol/hookOutputSchema.ts';
import { call, say } from '../support/strictServer.ts';
import { answer, claudeFolder, hook, useHookHost } from './hookHost.ts';
import { read, write } from './workspaceFiles.ts';

const rules = (type: 'addRules' | 'removeRules', behavior: 'allow' | 'deny', content: string) => ({
  type,
  behavior,
  rules: [{ toolName: 'Bash', ruleContent: content }],
});

describe('changes of permissions by a PermissionRequest hook', () => {
  const host = useHookHost();
  const { quoted, traced, use, start, notices, lastTexts } = host;

  /** A hook of the person's own file that says yes, asks for `updates`, and leaves an `x` for each question it got. */
  async function allowing(updates: readonly object[], more: object = {}): Promise<void> {
    const said = answer('PermissionRequest', { decision: { behavior: 'allow', updatedPermissions: updates } });
    await use({ PermissionRequest: [hook(`echo x >> ${quoted('asked')}; ${said}`)] }, undefined, more);
  }
  const twice = (): void =>
    host.model.push(
      call('c1', 'bash', { command: 'touch made.txt' }),
      call('c2', 'bash', { command: 'touch made.txt' }),
      say('Done.'),
    );

  it('for the session spare the next question, and end with it', async () => {
    await allowing([{ ...rules('addRules', 'allow', 'touch made.txt'), destination: 'session' }]);
    twice();
    await start();
    assert.equal(await traced('asked'), 'x\n');
    assert.match(notices().join('\n'), /changed permissions: \+ allow Bash\(touch made\.txt\)/);
    await vscode.commands.executeCommand('agent.newSession');
    twice();
    await start();
    assert.equal(await traced('asked'), 'x\nx\n');
  });

  it('in the local settings are written in place and count at once', async () => {
    await write('.claude/settings.local.json', '{\n\t"z": 1,\n\t"permissions": {\n\t\t"deny": []\n\t}\n}\n');
    await allowing([{ ...rules('addRules', 'allow', 'touch made.txt'), destination: 'localSettings' }]);
    twice();
    await start();
    assert.equal(await traced('asked'), 'x\n');
    assert.equal(
      await read('.claude/settings.local.json'),
      '{\n\t"z": 1,\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(touch made.txt)"\n\t\t],\n\t\t"deny": []\n\t}\n}\n',
    );
  });

  it('that deny hold from the next call on', async () => {
    await allowing([{ ...rules('addRules', 'deny', 'touch *'), destination: 'session' }]);
    twice();
    await start();
    assert.match(lastTexts()[0] ?? '', /denied by the rule Bash\(touch \*\) \(this session\)/);
  });

  it('set the mode of the session', async () => {
    await allowing([{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]);
    host.model.push(
      call('c1', 'bash', { command: 'uname' }),
      call('c2', 'write_file', { file_path: 'made.txt', content: 'x' }),
      say('Done.'),
    );
    await start();
    assert.deepEqual([await traced('asked'), await read('made.txt')], ['x\n', 'x']);
  });

  it('give access to a folder', async () => {
    const place = path.dirname(host.trace('x'));
    await allowing([{ type: 'addDirectories', directories: [place], destination: 'session' }]);
    host.model.push(
      call('c1', 'bash', { command: 'uname' }),
      call('c2', 'read_file', { file_path: host.trace('asked') }),
      say('Done.'),
    );
    await start();
    assert.equal(await traced('asked'), 'x\n');
  });

  it('never take back what the person denied', async () => {
    const denied = { permissions: { deny: ['Bash(touch *)'] } };
    const updates = [
      { ...rules('removeRules', 'deny', 'touch *'), destination: 'userSettings' },
      { ...rules('addRules', 'allow', 'touch *'), destination: 'session' },
    ];
    await allowing(updates, denied);
    const file = path.join(claudeFolder, 'settings.json');
    const before = await readFile(file, 'utf8');
    host.model.push(
      call('c1', 'bash', { command: 'uname' }),
      call('c2', 'bash', { command: 'touch made.txt' }),
      say('Done.'),
    );
    await start();
    assert.match(lastTexts()[0] ?? '', /denied by the rule/);
    assert.equal(await readFile(file, 'utf8'), before);
    assert.match(notices().join('\n'), /Not done: a hook can’t take back what is denied/);
  });

  it('are suggested to the hook as the rule that an answer for good would write', async () => {
    const refusal = answer('PermissionRequest', { decision: { behavior: 'deny' } });
    await use({ PermissionRequest: [hook(`cat > ${quoted('input')}; ${refusal} </dev/null`)] });
    host.model.push(call('c1', 'bash', { command: 'touch made.txt' }), say('Done.'));
    await start();
    const input = JSON.parse(await traced('input')) as { permission_suggestions: PermissionUpdate[] };
    assert.deepEqual(input.permission_suggestions, [
      { ...rules('addRules', 'allow', 'touch made.txt'), destination: 'localSettings' },
    ]);
  });
});
