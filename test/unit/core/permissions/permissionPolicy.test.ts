import assert from 'node:assert/strict';
import type { PreToolUseResult } from '../../../../src/core/hooks/hookTypes.ts';
import { builtinPermissionSource } from '../../../../src/core/permissions/builtinHooks.ts';
import type { PermissionCall } from '../../../../src/core/permissions/permissionDecider.ts';
import { PermissionPolicy } from '../../../../src/core/permissions/permissionPolicy.ts';
import { resolveFrom } from '../../../../src/core/permissions/posixPath.ts';
import type { PermissionMode } from '../../../../src/core/permissions/rules/evaluation.ts';
import type { PermissionRule } from '../../../../src/core/permissions/rules/rule.ts';
import { project, type RuleRow } from './ruleRows.ts';
import { bashParser, environmentOf, rulesOf } from './support.ts';

interface Setup extends Pick<
  RuleRow,
  'allow' | 'ask' | 'deny' | 'scope' | 'links' | 'isTrusted' | 'additionalDirectories'
> {
  readonly mode?: PermissionMode;
}

function policyOf(setup: Setup = {}): PermissionPolicy {
  return new PermissionPolicy({
    rules: () => rulesOf(setup).rules,
    mode: () => setup.mode ?? 'default',
    environment: () => environmentOf(setup),
    bash: bashParser,
  });
}

function bash(command: string, hook?: PreToolUseResult): PermissionCall {
  return {
    name: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title: command, command, paths: [] },
    input: { command },
    ...(hook === undefined ? {} : { hook }),
  };
}

function file(claudeName: 'Read' | 'Edit' | 'Write', given: string, hook?: PreToolUseResult): PermissionCall {
  const path = resolveFrom(project, given);
  const isInside = path.startsWith(`${project}/`);
  return {
    name: claudeName.toLowerCase(),
    claudeName,
    access: claudeName === 'Read' ? 'read' : 'write',
    subject: { title: given, paths: [{ given, path, realPath: path, isInside }] },
    input: { file_path: path },
    ...(hook === undefined ? {} : { hook }),
  };
}

const builtinAsk = (reason: string): PreToolUseResult => ({ decision: 'ask', reason, source: builtinPermissionSource });

describe('PermissionPolicy', () => {
  it('asks for commands and edits by default, and lets plain reads run', async () => {
    const policy = policyOf();
    assert.deepEqual(await policy.decide(bash('node --test')), {
      kind: 'ask',
      reason: { kind: 'default', access: 'execute' },
      canRemember: true,
    });
    assert.deepEqual(await policy.decide(file('Edit', 'a.ts')), {
      kind: 'ask',
      reason: { kind: 'default', access: 'write' },
      canRemember: true,
    });
    assert.deepEqual(await policy.decide(file('Read', 'a.ts')), { kind: 'allow' });
    assert.deepEqual(await policy.decide(bash('git status && ls src')), { kind: 'allow' });
  });

  it('lets the plan be written', async () => {
    const call = { ...file('Read', 'x'), name: 'todo_write', claudeName: 'TodoWrite', access: 'plan' } as const;
    assert.deepEqual(await policyOf().decide({ ...call, subject: { title: '', paths: [] } }), { kind: 'allow' });
  });

  it('asks with the path for what lies outside, and never remembers it', async () => {
    for (const setup of [{}, { allow: ['Read', 'Edit'] }]) {
      for (const name of ['Read', 'Edit'] as const) {
        assert.deepEqual(await policyOf(setup).decide(file(name, '/opt/a')), {
          kind: 'ask',
          reason: { kind: 'outside', path: '/opt/a' },
          canRemember: false,
        });
      }
    }
    const command = await policyOf().decide(bash('echo x > /tmp/y'));
    assert.deepEqual(command, { kind: 'ask', reason: { kind: 'outside', path: '/tmp/y' }, canRemember: false });
  });

  it('lets a rule that names an outside folder, or an added folder, speak for it', async () => {
    assert.deepEqual(await policyOf({ allow: ['Edit(//opt/**)'] }).decide(file('Edit', '/opt/a')), { kind: 'allow' });
    const added = policyOf({ additionalDirectories: ['/opt'] });
    assert.deepEqual(await added.decide(file('Read', '/opt/a', builtinAsk('outside'))), { kind: 'allow' });
  });

  it('asks for secrets and protected files whatever the rules allow', async () => {
    const policy = policyOf({ allow: ['Read', 'Edit', 'Bash'] });
    const kinds = async (call: PermissionCall): Promise<string> => {
      const decision = await policy.decide(call);
      assert.ok(decision.kind === 'ask' && !decision.canRemember);
      return decision.reason.kind;
    };
    for (const path of ['.env', 'a/.env.local', 'id_rsa', 'certs/server.pem', '.agent/settings.json']) {
      assert.equal(await kinds(file('Read', path)), 'secret', path);
    }
    for (const path of [
      '.env',
      '.git/config',
      '.vscode/tasks.json',
      '.agent/x',
      '.claude/settings.json',
      '.husky/pre-commit',
    ]) {
      assert.equal(await kinds(file('Write', path)), 'protected', path);
    }
    assert.equal(await kinds(bash('cat .env')), 'secret');
    assert.equal(await kinds(bash('echo x >> .git/hooks/pre-push')), 'protected');
    assert.deepEqual(await policy.decide(file('Read', '.env.example')), { kind: 'allow' });
  });

  it('does not read through folders with secrets unasked', async () => {
    const decision = await policyOf().decide(bash('grep -r KEY .'));
    assert.equal(decision.kind, 'ask');
  });

  it('tells the model which rule forbids the call', async () => {
    const decision = await policyOf({ deny: ['Bash(rm *)'], allow: ['Bash'] }).decide(bash('ls && rm x'));
    assert.ok(decision.kind === 'deny');
    assert.match(decision.reason, /Bash\(rm \*\) \(project settings\)/);
    const silent = await policyOf({ mode: 'dontAsk' }).decide(bash('make'));
    assert.ok(silent.kind === 'deny');
    assert.match(silent.reason, /dontAsk/);
  });

  it('tells the person which rule or hook asks', async () => {
    assert.deepEqual(await policyOf({ ask: ['Bash(git push *)'], allow: ['Bash'] }).decide(bash('git push')), {
      kind: 'ask',
      reason: { kind: 'rule', rule: 'Bash(git push *)', source: 'project settings' },
      canRemember: false,
    });
    const hook: PreToolUseResult = { decision: 'ask', reason: 'why', source: 'guard.sh' };
    assert.deepEqual(await policyOf({ allow: ['Bash'] }).decide(bash('make', hook)), {
      kind: 'ask',
      reason: { kind: 'hook', source: 'guard.sh', text: 'why' },
      canRemember: false,
    });
  });

  it('runs what a hook allows unless a rule or a protected file is in the way', async () => {
    const hook: PreToolUseResult = { decision: 'allow' };
    assert.deepEqual(await policyOf().decide(bash('make', hook)), { kind: 'allow' });
    assert.equal((await policyOf({ ask: ['Bash'] }).decide(bash('make', hook))).kind, 'ask');
    assert.equal((await policyOf({ deny: ['Bash'] }).decide(bash('make', hook))).kind, 'deny');
    assert.equal((await policyOf().decide(file('Edit', '.git/config', hook))).kind, 'ask');
  });

  it('shows what its own check found, and lets the rules and the mode of the person overrule it', async () => {
    const call = bash('rm a.log', builtinAsk('rm a.log'));
    assert.deepEqual(await policyOf().decide(call), {
      kind: 'ask',
      reason: { kind: 'destructive', what: 'rm a.log' },
      canRemember: false,
    });
    assert.deepEqual(await policyOf({ allow: ['Bash(rm *)'] }).decide(call), { kind: 'allow' });
    assert.deepEqual(await policyOf({ mode: 'acceptEdits' }).decide(call), { kind: 'allow' });
    assert.deepEqual(await policyOf({ mode: 'bypassPermissions' }).decide(bash('rm -rf /', builtinAsk('rm'))), {
      kind: 'ask',
      reason: { kind: 'destructive', what: 'removes / (rm -rf /)' },
      canRemember: false,
    });
  });

  it('remembers exactly one command line', async () => {
    const policy = policyOf();
    policy.remember(bash('npm test'));
    assert.deepEqual(await policy.decide(bash('npm test')), { kind: 'allow' });
    assert.equal((await policy.decide(bash('npm test '))).kind, 'ask');
    assert.equal((await policy.decide(bash('npm test; rm x'))).kind, 'ask');
    assert.equal((await policy.decide(bash('npm test', builtinAsk('listed')))).kind, 'ask');
  });

  it('remembers edits of the workspace, but none of protected, secret or outside files', async () => {
    const policy = policyOf();
    policy.remember(file('Edit', 'a.ts'));
    assert.deepEqual(await policy.decide(file('Write', 'sub/b.ts')), { kind: 'allow' });
    for (const path of ['.git/config', '.env', '/opt/a'])
      assert.equal((await policy.decide(file('Edit', path))).kind, 'ask', path);
    assert.equal((await policy.decide(bash('touch a'))).kind, 'ask');
  });

  it('remembers nothing against a rule that asks', async () => {
    const policy = policyOf({ ask: ['Bash(npm *)'] });
    policy.remember(bash('npm test'));
    assert.equal((await policy.decide(bash('npm test'))).kind, 'ask');
  });

  it('never offers to remember what a person may misread', async () => {
    for (const command of ['make \u202ex', `make ${'x'.repeat(10_000)}`, 'make "x']) {
      const decision = await policyOf().decide(bash(command));
      assert.ok(decision.kind === 'ask' && !decision.canRemember, command);
      assert.deepEqual(await policyOf().rulesFor(bash(command)), []);
    }
  });

  it('asks for every command when the grammar is missing', async () => {
    const errors: unknown[] = [];
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (text: string) => errors.push(text),
    };
    const policy = new PermissionPolicy({
      rules: () => rulesOf({ allow: ['Bash'], deny: ['Bash(rm *)'] }).rules,
      mode: () => 'default',
      environment: () => environmentOf(),
      bash: { ready: () => Promise.reject(new Error('no wasm')) },
      logger,
    });
    assert.equal((await policy.decide(bash('ls'))).kind, 'ask');
    assert.equal((await policy.decide(bash('ls; rm x'))).kind, 'deny');
    assert.equal(errors.length, 2);
  });

  describe('rules that "Always allow" writes', () => {
    it('P-121: names each command that needed approval, once', async () => {
      const rulesFor = (command: string): Promise<readonly string[]> => policyOf().rulesFor(bash(command));
      assert.deepEqual(await rulesFor('git status && npm test'), ['Bash(npm test)']);
      assert.deepEqual(await rulesFor('make; make; NODE_ENV=a timeout 5 make all'), ['Bash(make)', 'Bash(make all)']);
      assert.deepEqual(await rulesFor('FOO=1 make'), ['Bash(FOO=1 make)']);
      assert.deepEqual(await rulesFor('sudo make'), ['Bash(sudo make)']);
      assert.deepEqual(await rulesFor('make > out.txt 2>&1'), ['Bash(make > out.txt 2>&1)']);
      assert.deepEqual(await rulesFor('echo $(date)'), ['Bash(echo $(date))', 'Bash(date)']);
      assert.deepEqual(await rulesFor('node -e "f(1)"'), ['Bash(node -e "f(1)")']);
    });

    it('offers none where a rule would say more, or would not help', async () => {
      for (const command of [
        'rm *.log',
        'a; b; c; d; e; f',
        'rm -rf /',
        'cat .env',
        'make > ~/x',
        'echo x > .git/config',
        'ls',
        'make "x',
      ]) {
        assert.deepEqual(await policyOf().rulesFor(bash(command)), [], command);
      }
      assert.deepEqual(await policyOf().rulesFor(file('Edit', 'a.ts')), []);
      assert.deepEqual(await policyOf({ ask: ['Bash(make *)'] }).rulesFor(bash('make')), []);
      assert.deepEqual(await policyOf({ deny: ['Bash(make *)'] }).rulesFor(bash('make')), []);
    });

    it('escapes paths', async () => {
      assert.deepEqual(await policyOf().rulesFor(file('Read', '/opt/a[1]*/b')), ['Read(//opt/a\\[1\\]\\*/b)']);
    });

    it('match the call that they were made for', async function () {
      this.timeout(60_000);
      let count = 0;
      for (const command of commandsFrom(20_261)) {
        const call = bash(command);
        const texts = await policyOf().rulesFor(call);
        assert.ok(texts.length <= 5);
        if (texts.length === 0) continue;
        count += 1;
        const decision = await policyOf({ allow: texts, scope: 'local' }).decide(call);
        assert.deepEqual(decision, { kind: 'allow' }, `${command} by ${texts.join(', ')}`);
        assert.equal(await policyOf().covers(texts, call), true);
      }
      assert.ok(count > 50, `only ${count} commands had rules`);
    });

    it('count the earlier calls that they would have covered', async () => {
      const policy = policyOf();
      assert.equal(await policy.covers(['Bash(npm test *)'], bash('npm test -w a')), true);
      assert.equal(await policy.covers(['Bash(npm test *)'], bash('npm run x')), false);
      assert.equal(await policy.covers(['Bash(npm test *)'], bash('ls')), false);
    });
  });

  it('sees a changed rule at the next call', async () => {
    let rules: readonly PermissionRule[] = [];
    const policy = new PermissionPolicy({
      rules: () => rules,
      mode: () => 'default',
      environment: () => environmentOf(),
      bash: bashParser,
    });
    assert.equal((await policy.decide(bash('make'))).kind, 'ask');
    rules = rulesOf({ allow: ['Bash(make *)'] }).rules;
    assert.equal((await policy.decide(bash('make'))).kind, 'allow');
  });
});

/** Command lines put together at random, the same ones each time. */
function* commandsFrom(seed: number): Generator<string> {
  const programs = [
    'npm test',
    'make',
    'node x.js',
    'git push',
    'ls',
    'cat a',
    'timeout 5 make',
    'sudo make',
    'xargs make',
    'A=1 make',
    'CI=1 make',
    '(make)',
    'echo $(make)',
  ];
  const args = [
    '',
    '-v',
    '"a b"',
    "'c;d'",
    '$X',
    '"$Y"',
    '\\;x',
    'a=b',
    '(x',
    '> out',
    '2>&1',
    '>/dev/null',
    '--',
    '*.ts',
    '"x)"',
    '#1',
    '{a,b}',
    '~/x',
    "$'q'",
  ];
  const separators = [' && ', '; ', ' | ', ' || ', '\n', ' & ', '  &&  '];
  let state = seed;
  const pick = (from: readonly string[]): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from[Math.floor((state / 2_147_483_648) * from.length)] ?? '';
  };
  for (let count = 0; count < 250; count += 1) {
    let command = `${pick(programs)} ${pick(args)} ${pick(args)}`;
    while (pick(['more', 'end', 'end']) === 'more') command += `${pick(separators)}${pick(programs)} ${pick(args)}`;
    yield command;
  }
}
