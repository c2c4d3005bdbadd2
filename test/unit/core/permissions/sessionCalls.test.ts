import assert from 'node:assert/strict';
import type { PermissionCall } from '../../../../src/core/permissions/permissionDecider.ts';
import { PermissionPolicy } from '../../../../src/core/permissions/permissionPolicy.ts';
import { SessionCalls } from '../../../../src/core/permissions/sessionCalls.ts';
import { bashParser, environmentOf, rulesOf } from './support.ts';

let lastId = 0;

function bash(command: string): PermissionCall {
  return {
    callId: `c${++lastId}`,
    name: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title: command, command, paths: [] },
    input: { command },
  };
}

function sessionWith(setup: Parameters<typeof rulesOf>[0] = {}) {
  const { rules } = rulesOf(setup);
  const policy = new PermissionPolicy({
    rules: () => rules,
    mode: () => 'default',
    environment: () => environmentOf(),
    bash: bashParser,
  });
  const calls = new SessionCalls({
    onDidDecide: policy.onDidDecide,
    covers: (texts, call) => policy.covers(texts, call),
    now: () => 1000 + lastId,
  });
  return { rules, policy, calls };
}

describe('SessionCalls', () => {
  const made = ['npm test', 'npm test -- --ci', 'npm test && git push', 'ls', 'echo "npm test"', 'NODE_ENV=x npm test'];
  const counts: readonly (readonly [rules: readonly string[], count: number])[] = [
    [['Bash(npm test)'], 2],
    [['Bash(npm test *)'], 3],
    [['Bash(npm test)', 'Bash(git push)'], 3],
    [['Bash(git push)'], 0],
    [['Bash'], 4],
    // They needed no rule.
    [['Bash(ls)', 'Bash(echo *)'], 0],
    [['Bash(npm'], 0],
    [[], 0],
  ];
  for (const [rules, count] of counts) {
    it(`counts ${count} earlier calls that ${rules.join(' and ') || 'no rule'} would have covered`, async () => {
      const { policy, calls } = sessionWith();
      for (const command of made) await policy.decide(bash(command));
      const waiting = bash('npm test');
      await policy.decide(waiting);
      assert.equal(await calls.countCovered(rules, waiting.callId ?? ''), count);
    });
  }

  it('counts no call that a rule forbids or lets run already', async () => {
    const { policy, calls } = sessionWith({ deny: ['Bash(git push *)'], allow: ['Bash(make)'] });
    for (const command of ['git push', 'make', 'make && git push']) await policy.decide(bash(command));
    assert.equal(await calls.countCovered(['Bash(git push *)', 'Bash(make)'], ''), 0);
  });

  it('knows the last use of each rule, of every one that let a line run', async () => {
    const { rules, policy, calls } = sessionWith({ allow: ['Bash(a)', 'Bash(b)', 'Bash(c)'], deny: ['Bash(rm *)'] });
    await policy.decide(bash('a && b'));
    const before = lastId;
    await policy.decide(bash('a'));
    await policy.decide(bash('rm -r x'));
    assert.deepEqual(
      rules.map((rule) => calls.lastUse(rule)),
      [
        { count: 2, at: 1000 + before + 1 },
        { count: 1, at: 1000 + before },
        undefined,
        { count: 1, at: 1000 + before + 2 },
      ],
    );
    calls.clear();
    assert.equal(calls.lastUse(rules[0] ?? assert.fail()), undefined);
  });

  it('is not moved by questions about what a rule would do', async () => {
    const { policy, calls } = sessionWith();
    await policy.rulesFor(bash('make'));
    assert.equal(await calls.countCovered(['Bash(make)'], ''), 0);
  });
});
