import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { findShell, type Machine } from '../../../../src/node/processes/findShell.ts';
import { ProcessShell } from '../../../../src/node/processes/processShell.ts';

const TIMEOUT_MS = 20_000;

describe('ProcessShell', () => {
  const shell = new ProcessShell(findShell(), {
    ...process.env,
    ANTHROPIC_API_KEY: 'secret',
    VSCODE_PID: '1',
    SEEN: 'yes',
  });
  let folder = '';
  before(async () => (folder = await realpath(await mkdtemp(path.join(tmpdir(), 'process-shell-')))));
  after(() => rm(folder, { recursive: true }));

  const run = (
    command: string,
    { timeoutMs = TIMEOUT_MS, onOutput = (_: string): void => undefined, signal = new AbortController().signal } = {},
  ) => shell.run(command, { cwd: folder, timeoutMs, onOutput }, signal);
  const stdoutOf = async (command: string): Promise<string> => (await run(command)).stdout;

  it('runs a chain of commands in the folder', async () => {
    const { durationMs, ...rest } = await run('pwd && printf a && printf b >&2');
    assert.deepEqual(rest, { stdout: `${folder}\na`, stderr: 'b', exitCode: 0, isTimedOut: false });
    assert.ok(durationMs >= 0);
  });

  it('ends with a silent command', async () => {
    const { stdout, stderr, exitCode } = await run('true');
    assert.deepEqual([stdout, stderr, exitCode], ['', '', 0]);
  });

  it('runs several lines', async () =>
    assert.equal(await stdoutOf('echo a\nfor i in 1 2; do\n  echo $i\ndone'), 'a\n1\n2\n'));

  it('reports the exit code of a command that fails, and the signal that ended one', async () => {
    assert.equal((await run('exit 7')).exitCode, 7);
    const { exitCode, signal } = await run('kill -KILL $$');
    assert.deepEqual([exitCode, signal], [undefined, 'SIGKILL']);
  });

  it('keeps a character whole that comes in two chunks', async () => {
    const seen: string[] = [];
    // The first half leaves the shell for sure: the second waits until it was read.
    const gate = path.join(folder, 'gate');
    const command = `printf 'a\\346\\226'; while [ ! -e '${gate}' ]; do sleep 0.01; done; printf '\\207\\n'`;
    const onOutput = (text: string): void => {
      seen.push(text);
      if (seen.length === 1) void writeFile(gate, '');
    };
    assert.equal((await run(command, { onOutput })).stdout, 'a文\n');
    assert.equal(seen.join(''), 'a文\n');
  });

  it('replaces bytes that are no UTF-8', async () => assert.equal(await stdoutOf("printf 'a\\377b'"), 'a\uFFFDb'));

  it('gives all of a large output', async () => {
    const text = await stdoutOf('i=0; while [ $i -lt 2000 ]; do printf "%0100d\\n" $i; i=$((i+1)); done');
    assert.equal(text.length, 2000 * 101);
  });

  it('has no stdin, no terminal and no pager', async () => {
    assert.equal(await stdoutOf('read line; echo "[$line]"'), '[]\n');
    assert.equal(await stdoutOf('test -t 0 || test -t 1 || echo none'), 'none\n');
    assert.equal(await stdoutOf('(: < /dev/tty) 2>/dev/null || echo none'), 'none\n');
    assert.equal(await stdoutOf('echo $PAGER $GIT_PAGER $TERM'), 'cat cat dumb\n');
  });

  it("passes on the environment without the key and without what is the editor's own", async () => {
    assert.equal(await stdoutOf('echo "$SEEN[$ANTHROPIC_API_KEY$VSCODE_PID]"'), 'yes[]\n');
  });

  it('does not wait for a background process that holds the output', async () => {
    const { stdout, exitCode } = await run('sleep 600 & echo $!');
    assert.equal(exitCode, 0);
    process.kill(Number(stdout), 'SIGKILL');
  });

  it('ends a command and what it started when time is up, and keeps what came before', async () => {
    const { stdout, exitCode, isTimedOut } = await run('sleep 600 & echo $!; wait', { timeoutMs: 500 });
    assert.deepEqual([exitCode, isTimedOut], [undefined, true]);
    await untilDead(Number(stdout));
  });

  it('ends a command that ignores SIGTERM', async () => {
    const { stdout, isTimedOut } = await run(`trap '' TERM; echo $$; while :; do sleep 0.1; done`, { timeoutMs: 500 });
    assert.equal(isTimedOut, true);
    await untilDead(Number(stdout));
  });

  it('ends a child that ignores SIGTERM when its parent does not', async () => {
    const child = `sh -c 'trap "" TERM; echo $$; while :; do sleep 0.1; done'`;
    const { stdout } = await run(`${child} & wait`, { timeoutMs: 500 });
    await untilDead(Number(stdout));
  });

  it('ends grandchildren on a stop, and rejects with its reason', async () => {
    const stop = new AbortController();
    let output = '';
    const onOutput = (text: string): void => {
      output += text;
      if (output.includes('\n')) stop.abort(new Error('stopped by test'));
    };
    const running = run(`sh -c "sh -c 'sleep 600 & echo \\$!; wait'"; true`, { onOutput, signal: stop.signal });
    await assert.rejects(running, { message: 'stopped by test' });
    await untilDead(Number(output));
  });

  it('starts nothing after a stop', async () => {
    const marker = path.join(folder, 'started');
    await assert.rejects(run(`touch '${marker}'`, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(await stdoutOf(`ls '${marker}' 2>/dev/null; true`), '');
  });

  it('keeps beginning and end of an output without measure', async () => {
    const { stdout } = await run(`echo begin; head -c 12000000 /dev/zero | tr '\\0' x; echo; echo end`);
    assert.match(stdout, /^begin\nx/);
    assert.match(stdout, /\n\[\d+ characters dropped\]\n/);
    assert.match(stdout, /x\nend\n$/);
    assert.ok(stdout.length < 10_200_000);
  });

  it('shows a part of it live', async () => {
    let shown = 0;
    await run(`head -c 3000000 /dev/zero | tr '\\0' x`, { onOutput: (text) => (shown += text.length) });
    assert.ok(shown > 900_000 && shown < 1_100_000, String(shown));
  });

  it('says when the shell cannot be started', async () => {
    const running = shell.run(
      'true',
      { cwd: path.join(folder, 'absent'), timeoutMs: TIMEOUT_MS, onOutput: () => undefined },
      new AbortController().signal,
    );
    await assert.rejects(running, /could not be started in .*absent/);
  });
});

describe('findShell', () => {
  const posix = (shell: string | undefined, ...files: string[]): Machine => ({
    platform: 'linux',
    env: { SHELL: shell },
    exists: (file) => files.includes(file),
  });
  const windows = (...files: string[]): Machine => ({
    platform: 'win32',
    env: { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' },
    exists: (file) => files.includes(file),
  });

  it("takes the person's own shell", () => {
    const { file, name } = findShell(posix('/usr/bin/zsh', '/usr/bin/zsh'));
    assert.deepEqual([file, name], ['/usr/bin/zsh', 'zsh']);
  });

  it('takes sh when there is none, it is gone, or it has a language of its own', () => {
    for (const machine of [posix(undefined), posix('/bin/zsh'), posix('/usr/bin/fish', '/usr/bin/fish')]) {
      assert.equal(findShell(machine).file, '/bin/sh');
    }
  });

  it('takes Git Bash on Windows, wherever it was installed', () => {
    for (const bash of [
      'C:\\Program Files\\Git\\bin\\bash.exe',
      'C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe',
    ]) {
      const { file, name, language } = findShell(windows(bash));
      assert.deepEqual([file, name, language], [bash, 'Git Bash', 'posix']);
    }
  });

  it('takes PowerShell on a Windows without Git', () => {
    const shell = findShell(windows());
    assert.deepEqual([shell.name, shell.language], ['PowerShell', 'powershell']);
    assert.match(shell.argumentsFor('npm test').at(-1) ?? '', /\nnpm test\n/);
  });
});

/** Waits, as long as the test may take, until the system has really ended a process that was told to. */
async function untilDead(pid: number): Promise<void> {
  assert.ok(pid > 1);
  while (isAlive(pid)) await setImmediate();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Where no init collects the dead, they stay as zombies.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
