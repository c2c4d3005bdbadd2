import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { TranscriptFile } from '../../../../src/node/hooks/transcriptFile.ts';
import { HookBench, never, say, script, shell, type BenchOptions } from './hookBench.ts';

describe('command hooks of the other events', function () {
  // Scripts are started: on a busy machine that takes its time.
  this.timeout(30_000);

  let bench: HookBench;
  const open = async (options: BenchOptions): Promise<void> => {
    bench = await HookBench.open(options);
  };
  afterEach(() => bench.close());

  describe('PostToolUse', () => {
    const bashOutput = { stdout: 's\n', stderr: '', interrupted: false, isImage: false };
    const replace = (updatedToolOutput: unknown): string =>
      say({ hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput } });

    it('gets the structured result', async () => {
      await open({ hooks: { PostToolUse: [shell('cat >got.json', {}, 'Bash')] } });
      await bench.after('bash', { command: 'echo s' }, 's', { response: bashOutput });
      const { tool_name, tool_input, tool_response, tool_use_id, duration_ms } = await bench.readJson('got.json');
      assert.deepEqual(
        { tool_name, tool_input, tool_response, tool_use_id, duration_ms },
        {
          tool_name: 'Bash',
          tool_input: { command: 'echo s' },
          tool_response: bashOutput,
          tool_use_id: 'call-1',
          duration_ms: 3,
        },
      );
    });

    it('H-37: exit 2 tells the model and keeps the result', async () => {
      await open({ hooks: { PostToolUse: [shell('echo look >&2; exit 2', {}, 'Bash')] } });
      assert.deepEqual(await bench.after('bash', { command: 'true' }, 'ok'), { additionalContext: 'look' });
    });

    it('H-38: a block tells the model and keeps the result', async () => {
      await open({ hooks: { PostToolUse: [shell(say({ decision: 'block', reason: 'r' }))] } });
      assert.deepEqual(await bench.after('bash', { command: 'true' }, 'ok'), { additionalContext: 'r' });
    });

    it('H-40: a whole replacement is what the model sees', async () => {
      await open({ hooks: { PostToolUse: [shell(replace({ ...bashOutput, stdout: 'masked' }))] } });
      assert.deepEqual(await bench.after('bash', { command: 'echo s' }, 's'), { updatedOutput: 'masked' });
    });

    it('H-41: a replacement of another shape is dropped with a notice', async () => {
      await open({ hooks: { PostToolUse: [shell(replace('masked'))] } });
      assert.deepEqual(await bench.after('bash', { command: 'echo s' }, 's'), {});
      assert.match(bench.noticeTexts[0] ?? '', /of another shape; the original is kept/);
    });

    it('plain text is for the log', async () => {
      await open({ hooks: { PostToolUse: [script('format-line-ends.sh', {}, 'Edit|Write|MultiEdit')] } });
      const file = path.join(bench.home, 'a.txt');
      await writeFile(file, 'a\r\nb\r\n');
      assert.deepEqual(await bench.after('write_file', { file_path: file, content: 'a' }, 'Wrote'), {});
      assert.equal(await readFile(file, 'utf8'), 'a\nb\n');
      assert.equal(bench.records[0]?.stdout, 'formatted\n');
    });

    it('a decision about permissions has no meaning here, other fields have', async () => {
      const output = { hookEventName: 'PostToolUse', permissionDecision: 'nonsense', additionalContext: 'c' };
      await open({ hooks: { PostToolUse: [shell(say({ hookSpecificOutput: output, systemMessage: 'm' }))] } });
      assert.deepEqual(await bench.after('bash', { command: 'true' }, 'ok'), { additionalContext: 'c' });
      assert.deepEqual(bench.noticeTexts, ['m']);
    });

    it('continue:false ends the run', async () => {
      await open({ hooks: { PostToolUse: [shell(say({ continue: false, stopReason: 'halt' }))] } });
      assert.deepEqual(await bench.after('bash', { command: 'true' }, 'ok'), { stop: 'halt' });
    });
  });

  it('PostToolUseFailure: a failed command comes here, with its exit code in the first line', async () => {
    await open({
      hooks: {
        PostToolUse: [shell('touch wrong')],
        PostToolUseFailure: [shell('cat >got.json; echo hint >&2; exit 2')],
      },
    });
    const said = await bench.after('bash', { command: 'false' }, 'oops\nExit code 3', { isError: true });
    assert.deepEqual(said, { additionalContext: 'hint' });
    assert.equal((await bench.readJson('got.json'))['error'], 'Exit code 3\noops\nExit code 3');
    await assert.rejects(bench.read('wrong'));
  });

  describe('UserPromptSubmit', () => {
    it('H-46: exit 2 drops the prompt and tells the person', async () => {
      await open({ hooks: { UserPromptSubmit: [shell('echo no >&2; exit 2')] } });
      assert.deepEqual(await bench.prompt('hi'), { block: 'no' });
    });

    it('H-47: a block in JSON does the same', async () => {
      await open({ hooks: { UserPromptSubmit: [shell(say({ decision: 'block', reason: 'no' }))] } });
      assert.deepEqual(await bench.prompt('hi'), { block: 'no' });
    });

    it('plain text is context for the model, context at the top level is not', async () => {
      await open({
        hooks: { UserPromptSubmit: [shell('echo today'), shell(say({ additionalContext: 'top' }))] },
      });
      assert.deepEqual(await bench.prompt('hi'), { additionalContext: 'today' });
    });

    it('H-49: a hook that hangs is ended, the prompt goes on, the notice names it', async () => {
      await open({ hooks: { UserPromptSubmit: [script('hang.sh', { timeout: 0.5 })] } });
      assert.deepEqual(await bench.prompt('hi'), {});
      assert.match(bench.noticeTexts[0] ?? '', /UserPromptSubmit: Hook .*hang\.sh.* did not answer within 0\.5 s/);
    });
  });

  describe('SessionStart', () => {
    it('H-50: gives context only for the source its matcher names', async () => {
      await open({ hooks: { SessionStart: [script('session-context.sh', {}, 'startup')] } });
      const contexts = [];
      for (const source of ['startup', 'resume', 'clear'] as const)
        contexts.push((await bench.engine.fire('SessionStart', { source }, never)).additionalContext);
      assert.deepEqual(contexts, ['Branch: main', undefined, undefined]);
    });

    it('offers a file for variables, and tells nothing of a permission mode', async () => {
      await open({ hooks: { SessionStart: [script('session-context.sh'), shell('cat >got.json')] } });
      bench.session = { ...bench.session, envFile: path.join(bench.home, 'env.sh') };
      await bench.engine.fire('SessionStart', { source: 'startup' }, never);
      assert.equal(await readFile(path.join(bench.home, 'env.sh'), 'utf8'), 'export PROJECT_KIND=node\n');
      assert.equal('permission_mode' in (await bench.readJson('got.json')), false);
    });

    it('exit 2 blocks nothing and tells the person', async () => {
      await open({ hooks: { SessionStart: [shell('echo odd >&2; exit 2')] } });
      assert.deepEqual(await bench.engine.fire('SessionStart', { source: 'startup' }, never), {});
      assert.match(bench.noticeTexts[0] ?? '', /odd$/);
    });
  });

  describe('Stop', () => {
    it('H-52: sends the agent on once', async () => {
      await open({ hooks: { Stop: [script('keep-going.sh')] } });
      assert.deepEqual(await bench.stop(false), { feedback: 'Run the tests before you stop.' });
      assert.deepEqual(await bench.stop(true), {});
    });

    it('exit 2 sends it on with stderr', async () => {
      await open({ hooks: { Stop: [shell('echo more >&2; exit 2')] } });
      assert.deepEqual(await bench.stop(), { feedback: 'more' });
    });

    it('H-55: continue:true is not a wish to go on', async () => {
      await open({ hooks: { Stop: [shell(say({ continue: true, suppressOutput: true }))] } });
      assert.deepEqual(await bench.stop(), {});
    });

    it('continue:false ends it even against a block', async () => {
      const stops = shell(say({ continue: false, stopReason: 'enough' }));
      await open({ hooks: { Stop: [shell('echo more >&2; exit 2'), stops] } });
      assert.deepEqual(await bench.stop(), { stop: 'enough' });
    });

    it('a block without a reason is reported and ignored', async () => {
      await open({ hooks: { Stop: [shell(say({ decision: 'block' }))] } });
      assert.deepEqual(await bench.stop(), {});
      assert.match(bench.noticeTexts[0] ?? '', /without a reason/);
    });

    it('H-34: a handler with "if" never runs', async () => {
      await open({ hooks: { Stop: [shell('touch ran', { if: 'Bash(git *)' })] } });
      await bench.stop();
      await assert.rejects(bench.read('ran'));
    });

    it('H-58: finds the last words in the transcript', async () => {
      const transcripts: TranscriptFile[] = [];
      const flushTranscript = async (): Promise<void> => transcripts[0]?.flush();
      await open({ hooks: { Stop: [script('last-words.sh')] }, flushTranscript });
      const file = bench.session.transcriptPath;
      const transcript = new TranscriptFile({ file, sessionId: 's', cwd: () => '/', logger: silentLogger });
      transcripts.push(transcript);
      transcript.append({ role: 'user', content: 'hello' });
      transcript.append({ role: 'assistant', content: [{ type: 'text', text: 'All done.' }] });
      await bench.stop();
      const { message } = await bench.readJson('last-words.json');
      assert.deepEqual(message, { role: 'assistant', content: [{ type: 'text', text: 'All done.' }] });
    });
  });

  describe('PermissionRequest', () => {
    const ask = (name: string, input: object) =>
      bench.engine.fire('PermissionRequest', { tool_name: name, tool_input: input }, never, bench.call(name, input));
    const answer = (decision: object): string =>
      say({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });

    it('H-61: answers the prompt', async () => {
      await open({ hooks: { PermissionRequest: [script('allow-reads.py')] } });
      assert.equal((await ask('Read', { file_path: '/a' })).decision, 'allow');
      assert.deepEqual(await ask('Bash', { command: 'make x' }), {});
    });

    it('H-62: exit 2 leaves the prompt where it is, and spoils an allow', async () => {
      await open({
        hooks: { PermissionRequest: [shell('exit 2'), shell(`${answer({ behavior: 'allow' })}; exit 2`)] },
      });
      assert.deepEqual(await ask('Bash', { command: 'make x' }), {});
    });

    it('deny beats allow; changes of input and rules come with an allow', async () => {
      const rules = [{ type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'session' }];
      const allow = answer({ behavior: 'allow', updatedInput: { command: 'y' }, updatedPermissions: rules });
      await open({ hooks: { PermissionRequest: [shell(allow)] } });
      const { source, permissionUpdates, ...said } = await ask('Bash', { command: 'make x' });
      assert.deepEqual(said, { decision: 'allow', updatedInput: { command: 'y' } });
      assert.deepEqual(
        permissionUpdates?.map(({ update, hook }) => [update, hook.source.label]),
        [[rules[0], '.claude/settings.json']],
      );
      assert.ok(source);
      bench.use({
        PermissionRequest: [shell(allow), shell(answer({ behavior: 'deny', message: 'no', interrupt: true }))],
      });
      const denied = await ask('Bash', { command: 'make x' });
      assert.deepEqual(
        { decision: denied.decision, reason: denied.reason, stop: denied.stop, updates: denied.permissionUpdates },
        { decision: 'deny', reason: 'no', stop: 'no', updates: undefined },
      );
    });

    it('a decision in the words of PreToolUse approves nothing', async () => {
      const output = { hookEventName: 'PermissionRequest', permissionDecision: 'allow' };
      await open({ hooks: { PermissionRequest: [shell(say({ hookSpecificOutput: output }))] } });
      assert.deepEqual(await ask('Bash', { command: 'ls' }), {});
      assert.deepEqual(bench.noticeTexts, []);
    });
  });

  it('PreCompact: exit 2 and a block prevent it', async () => {
    await open({
      hooks: { PreCompact: [shell('exit 2', {}, 'manual'), shell(say({ decision: 'block' }), {}, 'auto')] },
    });
    for (const trigger of ['manual', 'auto'] as const) {
      const outcome = await bench.engine.fire('PreCompact', { trigger, custom_instructions: '' }, never);
      assert.equal(outcome.decision, 'deny', trigger);
    }
  });

  it('H-67: all hooks of SessionEnd share one and a half seconds, or the longest timeout configured', async () => {
    await open({ hooks: { SessionEnd: [script('hang.sh')] } });
    assert.deepEqual(await bench.engine.fire('SessionEnd', { reason: 'other' }, never), {});
    assert.equal(bench.records[0]?.ending, 'timed out after 1.5 s');
  });

  it('Notification: fires for its type and decides nothing', async () => {
    await open({ hooks: { Notification: [shell('cat >got.json; exit 2', {}, 'permission_prompt|idle_prompt')] } });
    const fields = { message: 'waiting', notification_type: 'idle_prompt' };
    assert.deepEqual(await bench.engine.fire('Notification', fields, never), {});
    assert.equal((await bench.readJson('got.json'))['message'], 'waiting');
    assert.deepEqual(bench.noticeTexts, []);
  });

  it('"if" runs the hook for calls that its rule matches, and when the rule can not be judged', async () => {
    await open({
      hooks: { PreToolUse: [shell('exit 2', { if: 'Bash(git *)' }), shell('exit 2', { if: 'Bash(odd *)' })] },
      matchesRule: (rule, call) => {
        if (call.input !== null && JSON.stringify(call.input).includes('"(')) throw new Error('unparsable');
        return rule === 'Bash(git *)' && JSON.stringify(call.input).includes('git push');
      },
    });
    assert.deepEqual(await bench.bash('ls'), {});
    assert.equal((await bench.bash('git push')).decision, 'deny');
    assert.equal(bench.records.length, 1);
    await bench.bash('(');
    assert.equal(bench.records.length, 3);
  });

  it('knows the project by its folder: the guard over the lock file', async () => {
    await open({ hooks: { PreToolUse: [script('lockfile-guard.sh', {}, 'Bash')] } });
    assert.deepEqual(await bench.bash('npm install'), {});
    await bench.write('pnpm-lock.yaml', '');
    assert.equal((await bench.bash('npm install')).reason, 'this project uses pnpm');
    assert.deepEqual(await bench.bash('pnpm install'), {});
  });

  it('keeps all other fields when a script rewrites one', async () => {
    await open({ hooks: { PreToolUse: [script('rewrite-all.py')] } });
    const { decision, updatedInput } = await bench.before('bash', { command: 'ls', timeout: 5000 });
    assert.deepEqual([decision, updatedInput], ['allow', { command: 'quiet ls', timeout: 5000 }]);
  });

  it('lets every event be logged below the working directory', async () => {
    const log = [script('log-event.py')];
    await open({ hooks: { UserPromptSubmit: log, PreToolUse: log, PostToolUse: log, Stop: log } });
    await bench.prompt('hi');
    await bench.bash('ls');
    await bench.after('bash', { command: 'ls' }, 'a');
    await bench.stop();
    const events = (await bench.read('logs/events.jsonl')).trim().split('\n');
    assert.deepEqual(
      events.map((line) => /"hook_event_name": "(\w+)"/.exec(line)?.[1]),
      ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'],
    );
  });

  it('refuses secrets in JSON with characters beyond ASCII', async () => {
    await open({ hooks: { PreToolUse: [script('deny-json.mjs', {}, 'Read')] } });
    const said = await bench.before('read_file', { file_path: '/p/.env' });
    assert.equal(said.reason, '🔒 Geheimnis: das bleibt zu');
  });

  it('reads input by the line', async () => {
    await open({ hooks: { PreToolUse: [script('guard-line.sh')] } });
    assert.equal((await bench.bash('git push')).reason, 'push refused');
    assert.deepEqual(await bench.bash('git status'), {});
  });

  it('says so when a script may not be executed', async () => {
    await open({ hooks: { PreToolUse: [shell('./plain.sh')] } });
    await bench.write('plain.sh', 'exit 2');
    await chmod(path.join(bench.project, 'plain.sh'), 0o644);
    assert.deepEqual(await bench.bash('ls'), {});
    assert.match(bench.noticeTexts[0] ?? '', /exit code 126: .*[Pp]ermission denied/);
  });
});
