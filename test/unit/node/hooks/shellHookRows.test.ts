import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { HookBench, asRecord, never, say, script, shell } from './hookBench.ts';

const decide = (decision: string, rest: object = {}): string =>
  say({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, ...rest } });

/** A PreToolUse hook for the call `make x` and what becomes of the call: numbers are those of the contract's table. */
interface Row {
  readonly row: string;
  readonly behaviour: string;
  readonly groups: readonly object[];
  /** Compared as a whole, but for `source`. */
  readonly answer: object;
  readonly notice?: RegExp;
}

const rows: readonly Row[] = [
  { row: 'H-01', behaviour: 'silence at exit 0 is no opinion', groups: [shell('exit 0', {}, 'Bash')], answer: {} },
  {
    row: 'H-02',
    behaviour: 'exit 2 refuses the call with stderr as the reason',
    groups: [shell('echo no >&2; exit 2', {}, 'Bash')],
    answer: { decision: 'deny', reason: 'no' },
  },
  {
    row: 'H-04',
    behaviour: 'a deny in JSON refuses the call',
    groups: [shell(decide('deny', { permissionDecisionReason: 'not here' }))],
    answer: { decision: 'deny', reason: 'not here' },
  },
  {
    row: 'H-05',
    behaviour: 'exit 1 blocks nothing and says so loudly',
    groups: [shell('echo bad >&2; exit 1', {}, 'Bash')],
    answer: {},
    notice: /exit code 1: bad\. Nothing was blocked: only exit code 2/,
  },
  {
    row: 'H-07',
    behaviour: 'exit 2 beats an allow in JSON',
    groups: [shell(`${decide('allow')}; echo stop >&2; exit 2`)],
    answer: { decision: 'deny', reason: 'stop' },
  },
  {
    row: 'H-08',
    behaviour: 'exit 2 blocks with stderr when the JSON has a badly typed field',
    groups: [shell(`${say({ continue: 'no' })}; echo s >&2; exit 2`)],
    answer: { decision: 'deny', reason: 's' },
  },
  {
    row: 'bad value',
    behaviour: 'a badly typed field at exit 0 decides nothing and is reported',
    groups: [shell(decide('perhaps'))],
    answer: {},
    notice: /wrong shape: hookSpecificOutput\.permissionDecision: .*"allow"\|"deny"/,
  },
  { row: 'H-10', behaviour: 'allow', groups: [shell(decide('allow'))], answer: { decision: 'allow' } },
  {
    row: 'H-14',
    behaviour: 'ask brings its reason',
    groups: [shell(decide('ask', { permissionDecisionReason: 'why' }))],
    answer: { decision: 'ask', reason: 'why' },
  },
  {
    row: 'defer',
    behaviour: 'defer is ignored with a warning, and its change of the input with it',
    groups: [shell(decide('defer', { updatedInput: { command: 'x' } }))],
    answer: {},
    notice: /"defer"/,
  },
  {
    row: 'H-17',
    behaviour: 'a changed input replaces the whole one',
    groups: [shell(decide('allow', { updatedInput: { command: 'echo hi' } }))],
    answer: { decision: 'allow', updatedInput: { command: 'echo hi' } },
  },
  {
    row: 'H-19',
    behaviour: 'an input may be changed without a decision',
    groups: [script('strip-comments.mjs')],
    answer: { updatedInput: { command: 'make x' } },
  },
  {
    row: 'H-20',
    behaviour: 'the old form of a block',
    groups: [shell(say({ decision: 'block', reason: 'r' }))],
    answer: { decision: 'deny', reason: 'r' },
  },
  {
    row: 'approve',
    behaviour: 'the old form of an allow',
    groups: [shell(say({ decision: 'approve' }))],
    answer: { decision: 'allow' },
  },
  {
    row: 'H-22',
    behaviour: 'continue:false ends the run',
    groups: [shell(say({ continue: false, stopReason: 'halt' }))],
    answer: { stop: 'halt' },
  },
  {
    row: 'H-23',
    behaviour: 'context for the model',
    groups: [shell(say({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c' } }))],
    answer: { additionalContext: 'c' },
  },
  {
    row: 'other event',
    behaviour: 'an output for another event is ignored and reported',
    groups: [shell(say({ hookSpecificOutput: { hookEventName: 'Stop', permissionDecision: 'deny' } }))],
    answer: {},
    notice: /names Stop/,
  },
  {
    row: 'H-70',
    behaviour: 'JSON behind other text is text',
    groups: [shell(`echo 'Shell ready'; ${decide('deny')}`)],
    answer: {},
  },
  {
    row: 'invalid JSON',
    behaviour: 'what only begins like JSON is an error, not context',
    groups: [shell('echo "{ nearly }"')],
    answer: {},
    notice: /not valid JSON/,
  },
  {
    row: 'invalid JSON, exit 2',
    behaviour: 'still blocks',
    groups: [shell('echo "{ nearly"; echo err >&2; exit 2')],
    answer: { decision: 'deny', reason: 'err' },
  },
  {
    row: 'ask on stderr, exit 2',
    behaviour: 'is a block with the raw text',
    groups: [shell(`echo '{"permissionDecision":"ask"}' >&2; exit 2`)],
    answer: { decision: 'deny', reason: '{"permissionDecision":"ask"}' },
  },
  {
    row: 'exit 1 with JSON',
    behaviour: 'the JSON alone decides',
    groups: [shell(`${decide('deny', { permissionDecisionReason: 'j' })}; exit 1`)],
    answer: { decision: 'deny', reason: 'j' },
  },
  {
    row: 'not found',
    behaviour: 'a missing program blocks nothing and is reported',
    groups: [shell('/no/such/program')],
    answer: {},
    notice: /exit code 127/,
  },
  {
    row: 'not found, exec form',
    behaviour: 'a missing program blocks nothing and is reported',
    groups: [shell('/no/such/program', { args: [] })],
    answer: {},
    notice: /could not be started: .*ENOENT/,
  },
  {
    row: 'onFailure',
    behaviour: 'a crash blocks where the hook is configured so',
    groups: [shell('echo broken >&2; exit 7', { onFailure: 'block' })],
    answer: {
      decision: 'deny',
      reason: 'Hook echo broken >&2; exit 7 (.claude/settings.json) ended with exit code 7: broken',
    },
    notice: /exit code 7/,
  },
  { row: 'echo', behaviour: 'its own input means nothing', groups: [script('echo.sh')], answer: {} },
  { row: '{}', behaviour: 'an empty object is no opinion', groups: [script('deny-json.mjs')], answer: {} },
  {
    row: 'unknown keys',
    behaviour: 'are ignored without a word',
    groups: [shell(say({ metrics: { ms: 3 }, reason: 'r', additionalContext: 'top' }))],
    answer: {},
  },
  { row: 'stderr at exit 0', behaviour: 'is for the log only', groups: [shell('echo w >&2')], answer: {} },
  {
    row: 'two decisions',
    behaviour: 'deny beats ask beats allow; context of all, once',
    groups: [
      shell(decide('allow', { permissionDecisionReason: 'a', additionalContext: 'same' })),
      shell(`true; ${decide('deny', { permissionDecisionReason: 'd', additionalContext: 'same' })}`),
      shell(decide('ask', { permissionDecisionReason: 'q', additionalContext: 'other' })),
    ],
    answer: { decision: 'deny', reason: 'd', additionalContext: 'same\nother' },
  },
  {
    row: 'rewrite of a loser',
    behaviour: 'an input changed by one hook holds when another one decides',
    groups: [shell(decide('allow', { updatedInput: { command: 'b' } })), shell(decide('ask'))],
    answer: { decision: 'ask', updatedInput: { command: 'b' } },
  },
  {
    row: 'two rewrites',
    behaviour: 'the last in configuration order wins, with a warning',
    groups: [
      shell(decide('allow', { updatedInput: { command: 'first' } })),
      shell(decide('allow', { updatedInput: { command: 'second' } })),
    ],
    answer: { decision: 'allow', updatedInput: { command: 'second' } },
    notice: /2 hooks changed the input/,
  },
];

describe('a command hook before a call', function () {
  // Scripts are started: on a busy machine that takes its time.
  this.timeout(30_000);

  let bench: HookBench;
  beforeEach(async () => (bench = await HookBench.open()));
  afterEach(() => bench.close());

  for (const { row, behaviour, groups, answer, notice } of rows) {
    it(`${row}: ${behaviour}`, async () => {
      bench.use({ PreToolUse: groups });
      const { source, ...said } = await bench.bash('make x');
      assert.deepEqual(said, answer);
      assert.equal(source !== undefined, 'decision' in answer);
      if (notice === undefined) assert.deepEqual(bench.noticeTexts, []);
      else assert.match(bench.noticeTexts.join('\n'), notice);
    });
  }

  it('H-14: names the command and its file as the one who asks', async () => {
    bench.use({ PreToolUse: [shell('echo q >&2; exit 2')] });
    assert.equal((await bench.bash('make x')).source, 'echo q >&2; exit 2 (.claude/settings.json)');
  });

  it('names each hook when several refuse', async () => {
    bench.use({ PreToolUse: [shell('echo one >&2; exit 2'), shell('echo two >&2; exit 2')] });
    const { reason } = await bench.bash('make x');
    assert.match(reason ?? '', /^echo one .*: one\necho two .*: two$/);
  });

  it('refuses in general words that name the hook when a deny has no reason', async () => {
    const deny = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };
    bench.use({ PreToolUse: [shell(say({ systemMessage: 'careful', ...deny }))] });
    const { decision, reason } = await bench.bash('make x');
    assert.equal(decision, 'deny');
    assert.match(reason ?? '', /^The hook cat .* blocked this without giving a reason\.$/);
    assert.deepEqual(bench.noticeTexts, ['careful']);
  });

  it('H-70: explains in the record why JSON behind other text was not read', async () => {
    bench.use({ PreToolUse: [shell(`echo 'Shell ready'; ${decide('deny')}`)] });
    await bench.bash('make x');
    assert.match(bench.records[0]?.debug ?? '', /JSON further down was not read/);
  });

  it('H-28: gets Claude names, an absolute path, and one line that ends', async () => {
    bench.use({ PreToolUse: [shell('read -r line && printf %s "$line" >got.json && [ -z "$(cat)" ] || exit 2')] });
    const said = await bench.before('read_file', { file_path: '/a/b.txt' });
    assert.deepEqual(said, {});
    const { transcript_path, cwd, ...input } = await bench.readJson('got.json');
    assert.equal(cwd, bench.project);
    assert.equal(transcript_path, bench.session.transcriptPath);
    assert.deepEqual(input, {
      session_id: 'session-1',
      prompt_id: 'prompt-1',
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: '/a/b.txt' },
      tool_use_id: 'call-1',
      ext: { client: 'todo-agent', tool: 'read_file' },
    });
  });

  it('H-29: fires for the tools that the matcher names', async () => {
    bench.use({ PreToolUse: [shell('exit 2', {}, 'Edit|Write')] });
    const names = ['edit_file', 'write_file', 'read_file'];
    const answers = await Promise.all(names.map((name) => bench.before(name, {})));
    assert.deepEqual(
      answers.map((answer) => answer.decision),
      ['deny', 'deny', undefined],
    );
  });

  it('H-31: a negative expression does not match through our own names', async () => {
    bench.use({ PreToolUse: [shell('exit 2', {}, '^(?!Bash$)')] });
    assert.deepEqual(await bench.bash('ls'), {});
  });

  it('runs for no call of a tool that does not exist', async () => {
    bench.use({ PreToolUse: [shell('exit 2')] });
    assert.deepEqual(await bench.registry.run('PreToolUse', { id: '1', name: 'sing', input: {} }, never), {});
    assert.equal(bench.records.length, 0);
  });

  it('H-35: runs once when two files hold the same handler', async () => {
    const once = { hooks: { PreToolUse: [shell('echo x >>count', {}, 'Bash')] } };
    const other = await HookBench.open({
      sources: [
        { source: { kind: 'user', label: '~/.claude/settings.json' }, settings: once },
        { source: { kind: 'project', label: '.claude/settings.json' }, settings: once },
      ],
    });
    await other.bash('ls');
    assert.equal(await other.read('count'), 'x\n');
    await other.close();
  });

  it('H-76: runs when the project lifts what the user switched off', async () => {
    const hooks = { PreToolUse: [shell('exit 2')] };
    const other = await HookBench.open({
      sources: [
        { source: { kind: 'user', label: 'user' }, settings: { disableAllHooks: true } },
        { source: { kind: 'project', label: 'project' }, settings: { disableAllHooks: false, hooks } },
      ],
    });
    assert.equal((await other.bash('ls')).decision, 'deny');
    await other.close();
  });

  it('H-77: does not run in a workspace that is not trusted', async () => {
    const other = await HookBench.open({ isTrusted: false, hooks: { PreToolUse: [shell('exit 2')] } });
    assert.deepEqual(await other.bash('ls'), {});
    assert.equal(other.set.hooks[0]?.inactive, 'the workspace is not trusted');
    await other.close();
  });

  it('H-79: runs where the session is now and knows where it started', async () => {
    bench.use({ PreToolUse: [shell('mkdir sub'), shell('pwd >"$CLAUDE_PROJECT_DIR/pwd"', {}, 'Read')] });
    await bench.bash('cd sub');
    bench.session = { ...bench.session, cwd: `${bench.project}/sub` };
    bench.use({ PreToolUse: [shell('pwd >"$CLAUDE_PROJECT_DIR/pwd"')] });
    await bench.bash('ls');
    assert.equal(await bench.read('pwd'), `${bench.project}/sub\n`);
  });

  it('H-68: keeps a long text in a file and gives the model its beginning', async () => {
    const context = 'x'.repeat(20_000);
    await bench.write(
      'answer',
      JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: context } }),
    );
    bench.use({ PreToolUse: [shell('cat answer')] });
    const { additionalContext = '' } = await bench.bash('ls');
    const [, file = ''] = /^x{2000}\n… \(20000 characters in all, kept in (.*)\)$/.exec(additionalContext) ?? [];
    assert.equal(await readFile(file, 'utf8'), context);
  });

  it('records every run with its number, what it matched, its end and effect, keys masked', async () => {
    bench.use({ PreToolUse: [shell('echo no >&2; exit 2', {}, 'Bash'), shell('exit 0', {}, 'Read')] });
    await bench.bash('curl -H "Authorization: Bearer abcdef123456"');
    assert.deepEqual(
      bench.records.map(({ number, event, match, ending, effect, stderr }) => ({
        number,
        event,
        match,
        ending,
        effect,
        stderr,
      })),
      [{ number: 1, event: 'PreToolUse', match: 'Bash', ending: 'exit 2', effect: 'deny', stderr: 'no\n' }],
    );
    assert.match(bench.records[0]?.input ?? '', /Authorization: Bearer \*\*\*/);
    assert.equal(asRecord(bench.engine.statistics(bench.set.hooks[0] ?? assert.fail()))['count'], 1);
  });
});
