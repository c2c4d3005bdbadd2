import assert from 'node:assert/strict';
import { createBashTool } from '../../../../src/core/tools/bash.ts';
import type { ShellResult } from '../../../../src/core/workspace/shell.ts';
import { FakeShell } from '../../../support/fakeShell.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { runTool } from '../../../support/toolRun.ts';

const setUp = (answer: Partial<ShellResult> = {}, save?: () => Promise<string>, defaultTimeoutMs = 120_000) => {
  const shell = new FakeShell(() => answer);
  const saved: string[] = [];
  const outputs = {
    save: (callId: string, text: string) => {
      saved.push(text);
      return save?.() ?? Promise.resolve(`/tmp/${callId}.txt`);
    },
  };
  return {
    shell,
    saved,
    tool: createBashTool({
      shell,
      workspace: new MemoryWorkspace(),
      outputs,
      defaultTimeoutMs: () => defaultTimeoutMs,
    }),
  };
};
const textOf = async (answer: Partial<ShellResult>): Promise<string> =>
  (await runTool(setUp(answer).tool, { command: 'x' })).text;

describe('bash', () => {
  it('gives stdout, then stderr, trimmed', async () => {
    assert.equal(await textOf({ stdout: '\n out\n', stderr: 'err\n\n' }), 'out\nerr');
    assert.equal(await textOf({ stdout: 'out', stderr: 'err' }), 'out\nerr');
    assert.equal(await textOf({ stderr: 'err' }), 'err');
  });

  it('says that there was no output', async () => assert.equal(await textOf({ stdout: '\n' }), '(no output)'));

  it('puts the exit code first and marks the result as an error when the command failed', async () => {
    const { tool } = setUp({ stdout: 'out\n', exitCode: 3 });
    const { text, isError, evidence } = await runTool(tool, { command: 'x' });
    assert.deepEqual([text, isError], ['Exit code 3\nout', true]);
    assert.deepEqual(evidence, { kind: 'command', command: 'x', exitCode: 3, durationMs: 0 });
    assert.equal(await textOf({ exitCode: 1 }), 'Exit code 1');
  });

  it('says which signal ended the command', async () => {
    assert.equal(await textOf({ exitCode: undefined, signal: 'SIGKILL', stdout: 'a' }), 'Ended by SIGKILL\na');
  });

  it('says after how long it timed out, and what came until then', async () => {
    const answer = { exitCode: undefined, isTimedOut: true };
    assert.equal(await textOf(answer), 'Error: Timeout (120s)');
    assert.equal(await textOf({ ...answer, stdout: 'half' }), 'Error: Timeout (120s)\nhalf');
    assert.equal((await runTool(setUp(answer).tool, { command: 'x', timeout: 1500 })).text, 'Error: Timeout (1.5s)');
  });

  it('runs in the first folder, with the given timeout up to ten minutes', async () => {
    const { shell, tool } = setUp();
    await runTool(tool, { command: 'a' });
    await runTool(tool, { command: 'b', timeout: 5 });
    await runTool(tool, { command: 'c', timeout: 9e9 });
    const calls = shell.calls.map(({ command, options }) => [command, options.cwd, options.timeoutMs]);
    assert.deepEqual(calls, [
      ['a', '/w', 120_000],
      ['b', '/w', 5],
      ['c', '/w', 600_000],
    ]);
  });

  it("takes the person's default without a timeout, and lets the model ask for as much", async () => {
    const { shell, tool } = setUp({}, undefined, 900_000);
    await runTool(tool, { command: 'a' });
    await runTool(tool, { command: 'b', timeout: 9e9 });
    assert.deepEqual(
      shell.calls.map(({ options }) => options.timeoutMs),
      [900_000, 900_000],
    );
  });

  it('sends the same words whatever the default is', () => {
    const words = (defaultTimeoutMs: number): unknown => setUp({}, undefined, defaultTimeoutMs).tool.definition;
    assert.deepEqual(words(1000), words(900_000));
  });

  it('keeps head and tail of a long output and the whole in a file', async () => {
    const stdout = `${'a'.repeat(40_000)}${'b'.repeat(40_000)}`;
    const { saved, tool } = setUp({ stdout });
    const { text, response } = await runTool(tool, { command: 'x' });
    const note = '[30000 characters left out]\n[all of it is in /tmp/call.txt]';
    assert.equal(text, `${'a'.repeat(25_000)}\n${note}\n${'b'.repeat(25_000)}`);
    assert.deepEqual(saved, [stdout]);
    assert.equal(JSON.stringify(response).length < 51_000, true);
  });

  it('still gives the result when the file cannot be written', async () => {
    const { tool } = setUp({ stdout: 'a'.repeat(60_000) }, () => Promise.reject(new Error('disk full')));
    assert.match((await runTool(tool, { command: 'x' })).text, /could not be kept in a file/);
  });

  it('keeps the exit code outside of what is cut', async () => {
    assert.match(await textOf({ stdout: 'a'.repeat(60_000), exitCode: 2 }), /^Exit code 2\naaa/);
  });

  it('streams to people what comes', async () => {
    const seen: string[] = [];
    await runTool(setUp({ stdout: 'out' }).tool, { command: 'x' }, { report: (text) => seen.push(text) });
    assert.deepEqual(seen, ['out']);
  });

  it('passes a stop on to the command', async () => {
    const { tool } = setUp();
    await assert.rejects(runTool(tool, { command: 'x' }, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('has the command line as its subject, shown as one line', async () => {
    const { tool } = setUp();
    const subject = await tool.subject({ command: 'a &&\n b' });
    assert.deepEqual(subject, { title: 'a && ...', command: 'a &&\n b', paths: [] });
  });

  it('refuses a missing or empty command and a bad timeout, naming the argument', () => {
    const { tool } = setUp();
    assert.throws(() => tool.parse({}), /^ToolError: command is missing$/);
    assert.throws(() => tool.parse({ command: ' ' }), /^ToolError: command: is empty$/);
    assert.throws(() => tool.parse({ command: 'x', timeout: 'soon' }), /^ToolError: timeout: /);
    assert.throws(() => tool.parse('x'), /^ToolError: the input must be an object/);
  });

  it('tells hooks what they expect of Bash', async () => {
    const { tool } = setUp({ stdout: 'out\n', stderr: 'err' });
    const { response } = await runTool(tool, { command: 'x' });
    assert.deepEqual(response, { stdout: 'out\n', stderr: 'err', interrupted: false, isImage: false });
  });

  it('is PowerShell at the hook boundary where it runs PowerShell', () => {
    const shell = new FakeShell(undefined, 'powershell');
    const outputs = { save: () => Promise.reject(new Error('unused')) };
    assert.equal(
      createBashTool({ shell, workspace: new MemoryWorkspace(), outputs, defaultTimeoutMs: () => 1 }).claudeName,
      'PowerShell',
    );
  });

  it('says so when no folder is open', async () => {
    const workspace = new MemoryWorkspace({}, { roots: [] });
    const outputs = { save: () => Promise.reject(new Error('unused')) };
    const tool = createBashTool({ shell: new FakeShell(), workspace, outputs, defaultTimeoutMs: () => 1 });
    await assert.rejects(runTool(tool, { command: 'x' }), /no folder is open/);
  });
});
