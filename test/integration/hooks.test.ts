import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { call, say } from '../support/strictServer.ts';
import { answer, hook, original, textsOf, useHookHost } from './hookHost.ts';
import { diagnosticsOf, read, write } from './workspaceFiles.ts';

describe('hooks', () => {
  const host = useHookHost();
  const { quoted, traced, use, start, lastMessages, lastTexts, notices } = host;

  const calls: readonly (readonly [tool: string, name: string, input: object])[] = [
    ['bash', 'Bash', { command: 'echo changed > file.txt' }],
    ['read_file', 'Read', { file_path: 'file.txt' }],
    ['write_file', 'Write', { file_path: 'file.txt', content: 'changed' }],
    ['edit_file', 'Edit', { file_path: 'file.txt', old_string: 'two', new_string: 'changed' }],
    ['glob', 'Glob', { pattern: '*' }],
    ['grep', 'Grep', { pattern: 'two' }],
    ['todo_write', 'TodoWrite', { todos: [{ content: 'changed' }] }],
  ];
  for (const [tool, name, input] of calls) {
    it(`that end with exit code 2 keep ${tool} from running, with their words for the model`, async () => {
      const namesTool = `sed -n 's/.*"tool_name":"\\([A-Za-z]*\\)".*/no \\1 today/p' >&2; exit 2`;
      await use({ PreToolUse: [hook(namesTool)] });
      host.model.push(call('c1', tool, input), say('All right.'));
      await start();
      assert.deepEqual(lastTexts(), [`no ${name} today`]);
      assert.equal(await read('file.txt'), original);
      assert.deepEqual(host.api.todos.items, []);
      assert.ok(!host.events.some(({ kind }) => kind === 'approvalAsked'));
    });
  }

  it('that allow spare the question', async () => {
    await use({ PreToolUse: [hook(answer('PreToolUse', { permissionDecision: 'allow' }), 'Write')] });
    host.model.push(call('c1', 'write_file', { file_path: 'made.txt', content: 'x' }), say('Written.'));
    await start();
    assert.equal(await read('made.txt'), 'x');
    assert.ok(!host.events.some(({ kind }) => kind === 'approvalAsked'));
  });

  it('change a command before it runs; later hooks see the changed one', async () => {
    const changed = { permissionDecision: 'allow', updatedInput: { command: 'echo changed' } };
    await use({
      PreToolUse: [hook(answer('PreToolUse', changed), 'Bash')],
      PostToolUse: [hook(`cat > ${quoted('after')}`, 'Bash')],
    });
    host.model.push(call('c1', 'bash', { command: 'echo asked > made.txt' }), say('Done.'));
    await start();
    assert.deepEqual(lastTexts(), ['changed']);
    await assert.rejects(read('made.txt'));
    const seen = JSON.parse(await traced('after')) as { tool_input: object; tool_response: object };
    assert.deepEqual(seen.tool_input, { command: 'echo changed' });
    assert.deepEqual(seen.tool_response, { stdout: 'changed\n', stderr: '', interrupted: false, isImage: false });
  });

  it('add context behind a result, in the next request', async () => {
    await use({ PostToolUse: [hook(answer('PostToolUse', { additionalContext: 'Mind the second line.' }), 'Read')] });
    host.model.push(call('c1', 'read_file', { file_path: 'file.txt' }), say('Done.'));
    await start();
    assert.equal(lastTexts().at(-1), 'Mind the second line.');
  });

  it('refuse a prompt: no request is made and the person reads why', async () => {
    await use({ UserPromptSubmit: [hook('echo "not on Fridays" >&2; exit 2')] });
    const before = host.model.bodies.length;
    const { kind, reason } = await start();
    assert.deepEqual([kind, reason], ['blocked', 'not on Fridays']);
    assert.equal(host.model.bodies.length, before);
  });

  it('of Stop make the agent go on once, and read its last words in the transcript', async () => {
    const script = `input=$(cat)
      case "$input" in *'"stop_hook_active":true'*) exit 0;; esac
      transcript=$(printf '%s' "$input" | sed -n 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/p')
      tail -n 1 "$transcript" > ${quoted('last')}
      echo "Run the tests first." >&2; exit 2`;
    await use({ Stop: [hook(script)] });
    host.model.push(say('I am done.'), say('Now I am.'));
    const { kind } = await start();
    assert.equal(kind, 'completed');
    assert.deepEqual(lastTexts(), ['Run the tests first.']);
    const last = JSON.parse(await traced('last')) as { type: string; message: { content: object[]; usage: object } };
    assert.deepEqual([last.type, last.message.content], ['assistant', [{ type: 'text', text: 'I am done.' }]]);
    assert.ok(last.message.usage);
  });

  it('H-44: that format a file after a write do not make the next edit fail', async () => {
    const format = `file=$(sed -n 's/.*"file_path":"\\([^"]*\\)".*/\\1/p'); printf 'formatted\\n' >> "$file"`;
    await use({
      PreToolUse: [hook(answer('PreToolUse', { permissionDecision: 'allow' }), 'Edit|Write')],
      PostToolUse: [hook(format, 'Edit|Write')],
    });
    host.model.push(
      call('c1', 'write_file', { file_path: 'made.txt', content: 'one\n' }),
      call('c2', 'edit_file', { file_path: 'made.txt', old_string: 'one', new_string: 'two' }),
      say('Done.'),
    );
    await start();
    assert.equal(await read('made.txt'), 'two\nformatted\nformatted\n');
  });

  it('answer a question in the place of the person, who is not asked', async () => {
    await use({
      PermissionRequest: [hook(answer('PermissionRequest', { decision: { behavior: 'allow' } }), 'Bash')],
    });
    host.model.push(call('c1', 'bash', { command: 'touch made.txt' }), say('Done.'));
    await start();
    assert.equal(await read('made.txt'), '');
    const answered = host.events.find((event) => event.kind === 'approvalAnswered');
    assert.match(answered?.answer.by ?? '', /~\/\.claude\/settings\.json/);
  });

  it('refuse in the place of the person, and end the run when they say so', async () => {
    const decision = { behavior: 'deny', message: 'Ask me on Monday.', interrupt: true };
    await use({ PermissionRequest: [hook(answer('PermissionRequest', { decision }))] });
    host.model.push(call('c1', 'bash', { command: 'touch made.txt' }));
    const { kind, reason } = await start();
    assert.deepEqual([kind, reason], ['blocked', 'Ask me on Monday.']);
    await assert.rejects(read('made.txt'));
  });

  it('run only for calls that their "if" matches', async () => {
    const guard = { type: 'command', command: 'echo "no git" >&2; exit 2', if: 'Bash(git *)' };
    await use({ PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] });
    host.model.push(
      call('c1', 'bash', { command: 'echo fine' }),
      call('c2', 'bash', { command: 'git status' }),
      say('Done.'),
    );
    await start();
    assert.deepEqual(lastTexts(), ['no git']);
    const outputs = host.events.flatMap((event) => (event.kind === 'toolFinished' ? [event.output] : []));
    assert.deepEqual(outputs, ['fine', 'no git']);
  });

  it('begin a session with context and with variables for its commands, once', async () => {
    const script = `echo "export PROJECT_TYPE=nodejs" >> "$CLAUDE_ENV_FILE"; echo x >> ${quoted('starts')}; echo "Use tabs."`;
    await use({
      SessionStart: [hook(script, 'startup')],
      PreToolUse: [hook(answer('PreToolUse', { permissionDecision: 'allow' }), 'Bash')],
    });
    host.model.push(call('c1', 'bash', { command: 'echo "$PROJECT_TYPE"' }), say('Done.'));
    await start('begin');
    assert.deepEqual(lastTexts(), ['nodejs']);
    assert.deepEqual(textsOf(lastMessages()[0]), ['begin', 'Use tabs.']);
    host.model.push(say('Hello again.'));
    await vscode.commands.executeCommand('agent.sendMessage', { text: 'more' });
    assert.equal(await traced('starts'), 'x\n');
  });

  it('hear of the end of a session', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      // A listening TCP server has an address of this kind.
      const { port } = server.address() as AddressInfo;
      await use({ SessionEnd: [{ hooks: [{ type: 'http', url: `http://127.0.0.1:${port}/end`, timeout: 10 }] }] });
      host.model.push(say('Done.'));
      const { sessionId } = await start();
      const requested = once(server, 'request') as Promise<[IncomingMessage]>;
      await vscode.commands.executeCommand('agent.newSession');
      const [request] = await requested;
      const input = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
      assert.deepEqual(
        [input['hook_event_name'], input['reason'], input['session_id']],
        ['SessionEnd', 'clear', sessionId],
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('that fail are told of, and the call goes on', async () => {
    await use({ PreToolUse: [hook('echo "bad setup" >&2; exit 1')] });
    host.model.push(call('c1', 'read_file', { file_path: 'file.txt' }), say('Done.'));
    await start();
    assert.match(lastTexts()[0] ?? '', /two/);
    assert.match(notices().join('\n'), /ended with exit code 1: bad setup.*only exit code 2/);
  });

  it('count from the next event when their file is edited during a run', async () => {
    await use({});
    host.add(
      host.api.hooks.on('PreToolUse', async ({ id }) => {
        if (id === 'c1') await use({ PreToolUse: [hook('echo "no more" >&2; exit 2')] });
      }),
    );
    host.model.push(
      call('c1', 'read_file', { file_path: 'file.txt' }),
      call('c2', 'read_file', { file_path: 'file.txt' }),
      say('Done.'),
    );
    await start();
    assert.deepEqual(lastTexts(), ['no more']);
  });

  it('that appear in a workspace file do not run before the person allowed them, and that is said', async () => {
    const guard = hook(`echo x >> ${quoted('ran')}; echo "no" >&2; exit 2`);
    host.add(
      host.api.hooks.on('PreToolUse', async ({ id }) => {
        if (id === 'c1') await write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [guard] } }));
      }),
    );
    host.model.push(
      call('c1', 'read_file', { file_path: 'file.txt' }),
      call('c2', 'read_file', { file_path: 'file.txt' }),
      say('Done.'),
    );
    await start();
    assert.match(lastTexts()[0] ?? '', /two/);
    assert.equal(await traced('ran'), '');
    assert.match(notices().join('\n'), /\.claude\/settings\.json have changed and do not run until you allow them/);
  });

  it('in the user settings count too, and the same handler in two places runs once', async () => {
    const counted = { PreToolUse: [hook(`echo x >> ${quoted('count')}`)] };
    const configuration = vscode.workspace.getConfiguration('agent');
    await use(counted);
    await configuration.update('hooks', counted, vscode.ConfigurationTarget.Global);
    try {
      host.model.push(call('c1', 'read_file', { file_path: 'file.txt' }), say('Done.'));
      await start();
      assert.equal(await traced('count'), 'x\n');
      await use({});
      host.model.push(call('c2', 'read_file', { file_path: 'file.txt' }), say('Done.'));
      await start();
      assert.equal(await traced('count'), 'x\nx\n');
    } finally {
      await configuration.update('hooks', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('that are malformed are marked at their line; events of a larger product are no mistake', async () => {
    await write(
      '.claude/settings.json',
      `{
  "hooks": {
    "PreToolUse": [{ "hooks": [{ "type": "command" }] }],
    "FooEvent": [],
    "SubagentStop": [{ "hooks": [{ "type": "command", "command": "true" }] }]
  }
}`,
    );
    const found = await diagnosticsOf('.claude/settings.json', (diagnostics) => diagnostics.length === 3);
    assert.deepEqual(
      found.map(({ range, severity, message }) => [range.start.line, severity, message.split(':')[0]]).sort(),
      [
        [2, vscode.DiagnosticSeverity.Error, 'hooks.PreToolUse[0].hooks[0].command'],
        [3, vscode.DiagnosticSeverity.Error, 'hooks.FooEvent'],
        [4, vscode.DiagnosticSeverity.Information, 'hooks.SubagentStop[0].hooks[0]'],
      ],
    );
  });

  it('write each run with its number into the channel "Agent Hooks", secrets masked', async () => {
    await use({ PreToolUse: [hook('echo "token=abcdef123456" >&2; exit 2', 'Read')] });
    host.model.push(call('c1', 'read_file', { file_path: 'file.txt' }), say('Done.'));
    await start();
    await vscode.commands.executeCommand('agent.showHookLog');
    const log = await shownLog(/PreToolUse Read: .*\(~\/\.claude\/settings\.json\), \d+ ms, exit 2, deny/);
    assert.match(log, /^#\d+ PreToolUse Read/m);
    assert.doesNotMatch(log, /abcdef123456/);
  });
});

/** Resolves with the text of the shown output channel once it holds `pattern`. */
function shownLog(pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const look = (): void => {
      const texts = vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === 'output')
        .map((document) => document.getText());
      const found = texts.find((text) => pattern.test(text));
      if (found === undefined) return;
      for (const listener of listeners) listener.dispose();
      resolve(found);
    };
    const listeners = [vscode.workspace.onDidChangeTextDocument(look), vscode.workspace.onDidOpenTextDocument(look)];
    look();
  });
}
