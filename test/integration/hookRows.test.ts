import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { isRunning } from '../support/isRunning.ts';
import { call, say, type Answer } from '../support/strictServer.ts';
import { answer as answerCall } from './answering.ts';
import { answer, hook, useHookHost } from './hookHost.ts';
import { read, write } from './workspaceFiles.ts';

/** Rows of the contract whose outcome only the whole product shows: was the call executed, what did the model read? */
describe('the rows of the hook contract', () => {
  const host = useHookHost();
  const { quoted, traced, use, start, lastTexts, notices } = host;
  const touch = (id: string) => call(id, 'bash', { command: 'touch made.txt' });
  const denied = { permissions: { deny: ['Bash(touch *)'] } };

  for (const [row, decision] of [
    ['H-11', 'allow'],
    ['H-13', 'ask'],
  ] as const) {
    it(`${row}: ${decision} of a hook does not lift a rule that denies`, async () => {
      const said = answer('PreToolUse', { permissionDecision: decision });
      await use({ PreToolUse: [hook(said)] }, undefined, denied);
      host.model.push(touch('c1'), say('Done.'));
      await start();
      assert.match(lastTexts()[0] ?? '', /denied by the rule Bash\(touch \*\)/);
      await assert.rejects(read('made.txt'));
      assert.ok(!host.events.some(({ kind }) => kind === 'approvalAsked'));
    });
  }

  it('H-43: a refused call is no failed one', async () => {
    await use({
      PreToolUse: [hook('echo no >&2; exit 2', 'Bash')],
      PostToolUse: [hook(`echo x >> ${quoted('after')}`)],
      PostToolUseFailure: [hook(`echo x >> ${quoted('after')}`)],
    });
    host.model.push(touch('c1'), say('Done.'));
    await start();
    assert.deepEqual([lastTexts(), await traced('after')], [['no'], '']);
  });

  it('H-53: Stop hooks that never agree send the agent on eight times, then it ends with a warning', async () => {
    await use({ Stop: [hook('echo "go on" >&2; exit 2')] });
    host.model.push(...Array.from({ length: 9 }, () => say('Done.')));
    const before = host.model.bodies.length;
    const { kind } = await start();
    assert.deepEqual([kind, host.model.bodies.length - before], ['completed', 9]);
    assert.match(notices().join('\n'), /Stop hook/i);
  });

  it('H-56: Stop hooks do not run when the person stops', async () => {
    await use({
      PreToolUse: [hook(answer('PreToolUse', { permissionDecision: 'allow' }))],
      Stop: [hook(`echo x >> ${quoted('stops')}`)],
    });
    host.add(
      host.api.session.onDidEmit(({ kind }) => {
        if (kind === 'toolProgress') void vscode.commands.executeCommand('agent.stopTask');
      }),
    );
    host.model.push(call('c1', 'bash', { command: 'echo on; sleep 600' }));
    assert.equal((await start()).kind, 'cancelled');
    assert.equal(await traced('stops'), '');
  });

  it('H-64: a command that a hook puts in the place of another is judged by the rules', async () => {
    const updatedInput = { command: 'touch made.txt' };
    await use(
      { PermissionRequest: [hook(answer('PermissionRequest', { decision: { behavior: 'allow', updatedInput } }))] },
      undefined,
      denied,
    );
    host.model.push(call('c1', 'bash', { command: 'mkdir made.txt' }), say('Done.'));
    await start();
    assert.match(lastTexts()[0] ?? '', /denied by the rule Bash\(touch \*\)/);
    await assert.rejects(read('made.txt'));
  });

  describe('H-65: Notification', () => {
    let server: Server;
    let notified: Promise<Record<string, unknown>>;
    beforeEach(async () => {
      notified = new Promise((resolve) => {
        server = createServer((request, response) => {
          void bodyOf(request).then((body) => {
            resolve(JSON.parse(body) as Record<string, unknown>);
            response.end();
          });
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it('comes for a question that waits, not for one that is answered at once', async function () {
      this.timeout(30_000);
      // A listening TCP server has an address of this kind.
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      await use({ Notification: [{ matcher: 'permission_prompt', hooks: [{ type: 'http', url }] }] });
      const asked: string[] = [];
      host.add(
        host.api.session.onDidEmit((event) => {
          if (event.kind !== 'approvalAsked') return;
          asked.push(event.request.callId);
          if (event.request.callId === 'c1') void answerCall('agent.deny', 'c1');
        }),
      );
      host.model.push(touch('c1'), call('c2', 'write_file', { file_path: 'made.txt', content: '' }), say('Done.'));
      const run = start();
      const { message, notification_type } = await notified;
      assert.deepEqual(
        [asked, notification_type, message],
        [['c1', 'c2'], 'permission_prompt', 'Todo Agent needs your permission to use Write'],
      );
      await answerCall('agent.deny', 'c2');
      await run;
    });
  });

  it('are asked of three calls of one answer, and each call has its own answer in its place', async () => {
    const script = `
      case "$(cat)" in
        *one*) echo "not one" >&2; exit 2;;
        *made*) exit 0;;
        *) echo "not three" >&2; exit 2;;
      esac`;
    await use({ PreToolUse: [hook(script, 'Read')] });
    await write('made.txt', 'two');
    const blocks = ['one', 'made', 'three'].map((name) => ({
      call: { id: name, name: 'read_file', input: { file_path: `${name}.txt` } },
    }));
    host.model.push({ kind: 'answer', blocks } satisfies Answer, say('Done.'));
    await start();
    assert.deepEqual(lastTexts(), ['not one', '1\ttwo', 'not three']);
  });

  it('end with the run that is stopped while a hook is open, and with them all that it started', async () => {
    const readPid = (): number => (existsSync(host.trace('pid')) ? Number(readFileSync(host.trace('pid'), 'utf8')) : 0);
    await use({ PreToolUse: [hook(`sleep 600 & echo $! > ${quoted('pid')}; wait`, 'Read')] });
    const written = watch(path.dirname(host.trace('pid')), () => {
      if (readPid() > 0) void vscode.commands.executeCommand('agent.stopTask');
    });
    host.add({ dispose: () => written.close() });
    host.model.push(call('c1', 'read_file', { file_path: 'file.txt' }));
    assert.equal((await start()).kind, 'cancelled');
    assert.equal(await isRunning(readPid()), false);
  });
});
