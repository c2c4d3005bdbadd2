import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { watch } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../../../support/isRunning.ts';
import { HookBench, fixture, never, say, script, shell } from './hookBench.ts';

const context = (text: string): string =>
  say({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: text } });

describe('ShellHook', function () {
  // Scripts are started: on a busy machine that takes its time.
  this.timeout(30_000);

  let bench: HookBench;
  beforeEach(async () => (bench = await HookBench.open()));
  afterEach(async () => {
    const pid = Number(await bench.read('child.pid').catch(() => ''));
    if (pid > 0 && (await isRunning(pid))) process.kill(pid, 'SIGKILL');
    await bench.close();
  });

  const childPid = async (): Promise<number> => Number(await bench.read('child.pid'));

  it('H-25: ends a hook that takes too long with all its children, and goes on without a decision', async () => {
    bench.use({ PreToolUse: [script('hang.sh', { timeout: 1 })] });
    assert.deepEqual(await bench.bash('make x'), {});
    assert.equal(await isRunning(await childPid()), false);
    assert.match(bench.noticeTexts[0] ?? '', /hang\.sh.* did not answer within 1 s and was ended/);
    assert.equal(bench.records[0]?.ending, 'timed out after 1 s');
    assert.equal(bench.records[0].stderr, 'waiting for nobody\n');
  });

  it('blocks on a timeout where the hook is configured so', async () => {
    bench.use({ PreToolUse: [script('hang.sh', { timeout: 1, onFailure: 'block' })] });
    assert.equal((await bench.bash('make x')).decision, 'deny');
  });

  it('ends a hook that ignores the polite signal', async () => {
    const stubborn = `trap '' TERM; echo $$ >child.pid; while :; do sleep 0.05; done`;
    bench.use({ PreToolUse: [shell(stubborn, { timeout: 1 })] });
    assert.deepEqual(await bench.bash('make x'), {});
    assert.equal(await isRunning(await childPid()), false);
  });

  it('H-26: takes the answer when the script has ended, whatever its children do with the pipes', async () => {
    bench.use({ PreToolUse: [script('leave-children.sh')] });
    assert.deepEqual(await bench.bash('make x'), {});
    assert.deepEqual(bench.noticeTexts, ['done already']);
    assert.equal(await isRunning(await childPid()), true);
  });

  it('ends the hook with its children when the run is stopped, and does not let the call pass', async () => {
    const stop = new AbortController();
    bench.use({ PreToolUse: [script('hang.sh')] });
    const answer = bench.bash('make x', stop.signal);
    await fileAppears(bench, 'child.pid');
    stop.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    assert.equal(await isRunning(await childPid()), false);
    assert.equal(bench.records[0]?.ending, 'stopped');
  });

  it('does not start a hook for a run that has been stopped', async () => {
    bench.use({ PreToolUse: [shell('touch started')] });
    await assert.rejects(bench.bash('make x', AbortSignal.abort()), { name: 'AbortError' });
    await assert.rejects(bench.read('started'));
  });

  it('reads a megabyte of output', async () => {
    const text = 'é'.repeat(512 * 1024);
    await bench.write('answer', JSON.stringify({ continue: false, stopReason: 'end', padding: text }));
    bench.use({ PreToolUse: [shell('cat answer; cat answer >&2')] });
    assert.deepEqual(await bench.bash('make x'), { stop: 'end' });
  });

  it('does not mind a script that never reads a large input', async () => {
    bench.use({ PreToolUse: [shell('exec 0<&-; echo no >&2; exit 2')] });
    const said = await bench.before('write_file', { file_path: '/a', content: 'x'.repeat(2_000_000) });
    assert.equal(said.reason, 'no');
  });

  it('hands over what is not ASCII, and gets it back', async () => {
    bench.use({
      PreToolUse: [
        shell(
          `python3 -c 'import json,sys; print(json.load(sys.stdin)["tool_input"]["command"], file=sys.stderr); sys.exit(2)'`,
        ),
      ],
    });
    assert.equal((await bench.bash('echo "naïve – 日本 🎉"')).reason, 'echo "naïve – 日本 🎉"');
  });

  it('leaves quoting to the script: a path with spaces and quotes works where it is quoted', async () => {
    const own = path.join(bench.project, '.claude', 'my "own" hook.sh');
    await mkdir(path.dirname(own));
    await copyFile(fixture('guard.py'), own);
    await chmod(own, 0o755);
    bench.use({ PreToolUse: [shell(`"$CLAUDE_PROJECT_DIR"/'.claude/my "own" hook.sh'`)] });
    assert.equal((await bench.bash('rm -rf build')).reason, '• recursive delete refused: rm -rf build');
    bench.use({ PreToolUse: [shell(`$CLAUDE_PROJECT_DIR/.claude/hook.sh`)] });
    assert.deepEqual(await bench.bash('rm -rf build'), {});
    assert.match(bench.noticeTexts[0] ?? '', /exit code 127/);
  });

  it('exec form: fills in placeholders and passes arguments as they are, without a shell', async () => {
    const args = ['-c', 'printf "%s|" "$@" >args', 'sh', '${CLAUDE_PROJECT_DIR}/x', '$HOME', 'a  b', `'"`];
    bench.use({ PreToolUse: [shell('sh', { args })] });
    await bench.bash('ls');
    assert.equal(await bench.read('args'), `${bench.project}/x|$HOME|a  b|'"|`);
  });

  it('runs shell form by sh, or by bash where the hook says so', async () => {
    const isBash = '[ -n "$BASH_VERSION" ] && case $SHELLOPTS in *posix*) ;; *) echo bash >shell;; esac; true';
    bench.use({ PreToolUse: [shell(isBash, { shell: 'bash' })] });
    await bench.bash('ls');
    assert.equal(await bench.read('shell'), 'bash\n');
  });

  it('H-80: treats an inline script as the shell itself does, escapes included', async () => {
    const inline = 'INPUT=$(cat); echo "$INPUT" >"$OUT"';
    const outside = path.join(bench.home, 'outside');
    bench.use({ PreToolUse: [shell('cat >input'), shell(inline.replace('$OUT', 'inside'))] });
    await bench.bash(String.raw`printf 'a\\nb'`);
    const input = await bench.read('input');
    execFileSync('/bin/sh', ['-c', inline], { input, env: { ...process.env, OUT: outside } });
    assert.equal(await bench.read('inside'), await readFile(outside, 'utf8'));
  });

  it('sets the variables that scripts rely on, and passes on no telemetry settings', async () => {
    const other = await HookBench.open({
      environment: { OTEL_EXPORTER: 'x', CLAUDE_ENV_FILE: '/other', OWN: 'kept', ELECTRON_RUN_AS_NODE: '1' },
      hooks: { PreToolUse: [shell('env >env')] },
    });
    await other.bash('ls');
    const env = new Map((await other.read('env')).split('\n').map((line) => [line.split('=', 1)[0], line]));
    assert.equal(env.get('CLAUDE_PROJECT_DIR'), `CLAUDE_PROJECT_DIR=${other.project}`);
    assert.equal(env.get('CLAUDE_CODE_SESSION_ID'), 'CLAUDE_CODE_SESSION_ID=session-1');
    assert.equal(env.get('CLAUDECODE'), 'CLAUDECODE=1');
    assert.equal(env.get('OWN'), 'OWN=kept');
    for (const name of [
      'OTEL_EXPORTER',
      'CLAUDE_ENV_FILE',
      'ELECTRON_RUN_AS_NODE',
      'CLAUDE_TOOL_INPUT',
      'CLAUDE_CODE_REMOTE',
    ])
      assert.equal(env.get(name), undefined, name);
    await other.close();
  });

  it('falls back to the project when the working directory is gone', async () => {
    const sub = path.join(bench.project, 'sub');
    await mkdir(sub);
    bench.session = { ...bench.session, cwd: sub };
    await rm(sub, { recursive: true });
    bench.use({ PreToolUse: [shell('pwd >"$CLAUDE_PROJECT_DIR/pwd"')] });
    await bench.bash('ls');
    assert.equal(await bench.read('pwd'), `${bench.project}\n`);
  });

  it('H-16: lets every hook finish, though one has refused already', async () => {
    const slow = 'while [ ! -e refused ]; do sleep 0.02; done; touch finished';
    bench.use({ PreToolUse: [shell('touch refused; exit 2'), shell(slow)] });
    assert.equal((await bench.bash('make x')).decision, 'deny');
    await bench.read('finished');
  });

  it('keeps texts in configuration order, however the hooks finish', async () => {
    const first = `while [ ! -e second ]; do sleep 0.02; done; ${context('one')}`;
    bench.use({ PreToolUse: [shell(first), shell(`${context('two')}; touch second`)] });
    assert.equal((await bench.bash('make x')).additionalContext, 'one\ntwo');
  });

  it('runs the hooks of three calls side by side and gives each call its own answer', async () => {
    // Each waits until all three have started; the numbered ones answer in reverse.
    const hook = `n=$(sed -n 's/.*"command":"\\([0-9]\\)".*/\\1/p'); touch "started$n"
      while [ ! -e started1 ] || [ ! -e started2 ] || [ ! -e started3 ]; do sleep 0.02; done
      while [ "$n" -lt 3 ] && [ ! -e "done$((n + 1))" ]; do sleep 0.02; done
      touch "done$n"; echo "no $n" >&2; exit 2`;
    bench.use({ PreToolUse: [shell(hook)] });
    const answers = await Promise.all(['1', '2', '3'].map((command) => bench.bash(command)));
    assert.deepEqual(
      answers.map((answer) => answer.reason),
      ['no 1', 'no 2', 'no 3'],
    );
  });

  it('uses the hooks as they were when the event fired, though the settings change meanwhile', async () => {
    bench.use({ PreToolUse: [shell('echo x >started; while [ ! -e go ]; do sleep 0.02; done; exit 2')] });
    const answer = bench.bash('make x');
    await fileAppears(bench, 'started');
    bench.use({});
    await bench.write('go', '');
    assert.equal((await answer).decision, 'deny');
    assert.deepEqual(await bench.bash('make x'), {});
  });

  describe('in the background', () => {
    const late = context('found late').replace('PreToolUse', 'PostToolUse');

    it('H-71: is not waited for, decides nothing, and reaches the model with the next event', async () => {
      bench.use({ PostToolUse: [shell(`while [ ! -e go ]; do sleep 0.02; done; ${late}`, { async: true })] });
      assert.deepEqual(await bench.after('bash', { command: 'true' }, 'ok'), {});
      const ended = nextEnd(bench);
      await bench.write('go', '');
      await ended;
      assert.deepEqual(await bench.prompt('go on'), { additionalContext: 'found late' });
      assert.deepEqual(await bench.prompt('go on'), {});
      assert.deepEqual(
        bench.records.map((record) => record.ending),
        ['running in the background', 'exit 0'],
      );
      assert.equal(bench.engine.statistics(bench.set.hooks[0] ?? assert.fail())?.count, 1);
    });

    it('is where a script goes that says so in its first line', async () => {
      const self = `cat >/dev/null; echo '{"async":true}'; while [ ! -e go ]; do sleep 0.02; done; ${late}`;
      bench.use({ PostToolUse: [shell(self)] });
      assert.deepEqual(await bench.after('bash', { command: 'true' }, 'ok'), {});
      const ended = nextEnd(bench);
      await bench.write('go', '');
      await ended;
      assert.equal(bench.engine.takeLateContext(), 'found late');
    });

    it('decides nothing even by exit 2', async () => {
      bench.use({ PreToolUse: [shell('exit 2', { async: true })] });
      assert.deepEqual(await bench.bash('make x'), {});
    });

    it('wakes the agent by exit 2 where it is configured so', async () => {
      const woken = new Promise((resolve) => bench.engine.onDidWake(resolve));
      bench.use({ PostToolUse: [shell('echo "the build broke" >&2; exit 2', { asyncRewake: true })] });
      await bench.after('bash', { command: 'true' }, 'ok');
      assert.equal(await woken, 'the build broke');
    });

    it('outlives the run but not the session', async () => {
      const stop = new AbortController();
      bench.use({ PreToolUse: [script('hang.sh', { async: true })] });
      await bench.bash('make x', stop.signal);
      await fileAppears(bench, 'child.pid');
      stop.abort();
      const pid = await childPid();
      assert.equal(await isRunning(pid), true);
      const ended = nextEnd(bench);
      bench.endSession();
      await ended;
      assert.equal(await isRunning(pid), false);
    });
  });

  it('tries a hook on the last call it matches, without any effect', async () => {
    bench.use({ PreToolUse: [script('guard.py', {}, 'Bash')] });
    await bench.bash('rm -rf build');
    await bench.before('read_file', { file_path: '/a' });
    const [hook = assert.fail()] = bench.set.hooks;
    const record = await bench.engine.tryOnLast(hook, never);
    assert.deepEqual([record?.isTrial, record?.effect, record?.match], [true, 'deny', 'Bash']);
    assert.deepEqual(
      bench.records.map(({ number, isTrial }) => ({ number, isTrial })),
      [
        { number: 1, isTrial: false },
        { number: 2, isTrial: true },
      ],
    );
    bench.use({ PreToolUse: [script('guard.py', {}, 'Write')] });
    assert.equal(await bench.engine.tryOnLast(bench.set.hooks[0] ?? assert.fail(), never), undefined);
  });
});

/** Waits for the event, not for a time: the next run that ends for good. */
function nextEnd(bench: HookBench): Promise<unknown> {
  return new Promise((resolve) => {
    bench.engine.onDidRun((record) => {
      if (record.effect !== 'background') resolve(record);
    });
  });
}

/** Resolves when the project holds the file, with something in it. */
function fileAppears(bench: HookBench, name: string): Promise<void> {
  return new Promise((resolve) => {
    const check = async (): Promise<void> => {
      if ((await bench.read(name).catch(() => '')) === '') return;
      watcher.close();
      resolve();
    };
    const watcher = watch(bench.project, () => void check());
    void check();
  });
}
