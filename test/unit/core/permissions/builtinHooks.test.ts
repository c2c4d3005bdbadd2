import assert from 'node:assert/strict';
import { HookRegistry } from '../../../../src/core/hooks/hookRegistry.ts';
import type { HookCall } from '../../../../src/core/hooks/hookTypes.ts';
import { builtinPermissionSource, registerBuiltinHooks } from '../../../../src/core/permissions/builtinHooks.ts';
import type { Disposable } from '../../../../src/core/util/disposable.ts';
import { bashParser } from './support.ts';

const { signal } = new AbortController();

function setUp(): { readonly hooks: HookRegistry; readonly lines: string[]; readonly registration: Disposable } {
  const lines: string[] = [];
  const log = (text: string): void => void lines.push(text);
  const logger = { debug: log, info: log, warn: log, error: log };
  const hooks = new HookRegistry(logger);
  const registration = registerBuiltinHooks(hooks, {
    logger,
    bash: bashParser,
    workingFolder: () => '/w',
    lists: () => ({ denyCommands: ['terraform'], askCommands: ['docker'] }),
  });
  return { hooks, lines, registration };
}

function bash(command: string): HookCall {
  return {
    id: '1',
    name: 'bash',
    claudeName: 'Bash',
    input: { command, timeout: 5, description: 'x' },
    command,
    paths: [],
  };
}

function file(path: string, isInside: boolean): HookCall {
  return { id: '1', name: 'read_file', input: { file_path: path }, paths: [{ path, realPath: path, isInside }] };
}

describe('built-in hooks', () => {
  it('refuse what is on the deny list, before the call is logged', async () => {
    const { hooks, lines } = setUp();
    for (const command of ['sudo ls', 'rm -rf /', 'shutdown', 'reboot', 'mkfs x', 'dd if=a', 'terraform apply']) {
      const { decision, reason } = await hooks.run('PreToolUse', bash(command), signal);
      assert.deepEqual({ decision, reason }, { decision: 'deny', reason: 'Permission denied by deny list' }, command);
    }
    assert.deepEqual(lines, []);
  });

  it('ask for destructive commands and for paths outside', async () => {
    const { hooks } = setUp();
    assert.deepEqual(await hooks.run('PreToolUse', bash('make && rm x'), signal), {
      decision: 'ask',
      reason: 'rm x',
      source: builtinPermissionSource,
    });
    assert.equal((await hooks.run('PreToolUse', bash('docker ps'), signal)).decision, 'ask');
    assert.deepEqual(await hooks.run('PreToolUse', file('/etc/passwd', false), signal), {
      decision: 'ask',
      reason: '/etc/passwd is outside the workspace',
      source: builtinPermissionSource,
    });
  });

  it('have no opinion on anything else', async () => {
    const { hooks } = setUp();
    assert.deepEqual(await hooks.run('PreToolUse', bash('npm test'), signal), {});
    assert.deepEqual(await hooks.run('PreToolUse', file('/w/a', true), signal), {});
    assert.deepEqual(await hooks.run('PreToolUse', { id: '1', name: 'nope', input: null }, signal), {});
  });

  it('log each call with two arguments, short and without secrets', async () => {
    const { hooks, lines } = setUp();
    await hooks.run('PreToolUse', bash(`echo ${'x'.repeat(100)}`), signal);
    await hooks.run('PreToolUse', bash('curl -H "Authorization: Bearer sk-ant-1234567890"'), signal);
    await hooks.run('PreToolUse', bash('ls\nls'), signal);
    assert.equal(lines[0], `Call: bash(echo ${'x'.repeat(55)}…)`);
    assert.doesNotMatch(lines[1] ?? '', /sk-ant|1234567890/);
    assert.equal(lines[2], 'Call: bash(ls ls, 5)');
  });

  it('warn of a large output', async () => {
    const { hooks, lines } = setUp();
    const call = { ...bash('x'), isError: false, durationMs: 1 };
    await hooks.run('PostToolUse', { ...call, output: 'x'.repeat(100_000) }, signal);
    assert.deepEqual(lines, []);
    await hooks.run('PostToolUse', { ...call, output: 'x'.repeat(100_001) }, signal);
    assert.deepEqual(lines, ['Large output: bash gave 100001 characters']);
  });

  it('log the working folder and the number of results', async () => {
    const { hooks, lines } = setUp();
    assert.deepEqual(await hooks.run('UserPromptSubmit', { prompt: 'x', sessionId: 's' }, signal), {});
    const result = { type: 'tool_result' as const, tool_use_id: '1', content: 'x' };
    const messages = [
      { role: 'user' as const, content: 'hi' },
      { role: 'user' as const, content: [result, result, { type: 'text' as const, text: 'x' }] },
    ];
    assert.deepEqual(await hooks.run('Stop', { messages, stopHookActive: false, lastText: '' }, signal), {});
    assert.deepEqual(lines, ['Working folder: /w', 'The conversation has 2 tool results']);
  });

  it('are gone once disposed', async () => {
    const { hooks, registration } = setUp();
    registration.dispose();
    assert.deepEqual(await hooks.run('PreToolUse', bash('sudo ls'), signal), {});
  });
});
