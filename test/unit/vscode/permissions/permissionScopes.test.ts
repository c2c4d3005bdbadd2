import assert from 'node:assert/strict';
import type { ApprovalRequest, AskReason } from '../../../../src/core/permissions/approver.ts';
import { PermissionPolicy } from '../../../../src/core/permissions/permissionPolicy.ts';
import { SessionCalls } from '../../../../src/core/permissions/sessionCalls.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { PermissionScopes } from '../../../../src/vscode/permissions/permissionScopes.ts';
import type { RulePlace } from '../../../../src/vscode/permissions/ruleFiles.ts';
import { bashParser, environmentOf } from '../../core/permissions/support.ts';

const place: RulePlace = { kind: 'user', label: 'your user settings' };
const item = { id: '3', content: 'Test it', status: 'in_progress' } as const;

function setUp() {
  const policy = new PermissionPolicy({
    rules: () => [],
    mode: () => 'default',
    environment: () => environmentOf(),
    bash: bashParser,
  });
  const written: (readonly string[])[] = [];
  const scopes = new PermissionScopes({
    policy,
    calls: new SessionCalls({
      onDidDecide: policy.onDidDecide,
      covers: (rules, call) => policy.covers(rules, call),
      now: () => 0,
    }),
    files: {
      places: () => Promise.resolve([place]),
      allow: (_place, rules) => {
        written.push(rules);
        return Promise.resolve(undefined);
      },
    },
    activeItem: () => item,
    log: silentLogger,
  });
  return { policy, scopes, written };
}

function request(command: string, reason: AskReason = { kind: 'default', access: 'execute' }): ApprovalRequest {
  return {
    callId: 'c1',
    toolName: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title: command, command, paths: [] },
    input: { command },
    reason,
    canRemember: reason.kind === 'default',
  };
}

describe('PermissionScopes', () => {
  it('offers the item and the rules for the parts that needed one', async () => {
    const { scopes } = setUp();
    assert.deepEqual(await scopes.offerFor(request('git status && npm test')), {
      item: { id: '3', content: 'Test it' },
      always: { rules: ['Bash(npm test)'], covered: 0, places: [place] },
    });
  });

  const once: readonly (readonly [what: string, request: ApprovalRequest])[] = [
    ['a rule asks', request('npm test', { kind: 'rule', rule: 'Bash(npm *)', source: 'user' })],
    ['a hook asks', request('npm test', { kind: 'hook', source: 'guard.sh', text: '' })],
    ['a file is protected', request('npm test', { kind: 'protected', path: '/p/.git/config' })],
    ['a character can’t be seen', request('npm test\u200B')],
    ['the line is too long', request(`echo ${'x'.repeat(10_001)}`)],
  ];
  for (const [what, asked] of once) {
    it(`never offers "always" where ${what}`, async () =>
      assert.equal((await setUp().scopes.offerFor(asked)).always, undefined));
  }

  it('offers no session-long yes, and so no item, where there must be none', async () => {
    const offer = await setUp().scopes.offerFor(request('rm -r build', { kind: 'destructive', what: 'rm' }));
    assert.equal(offer.item, undefined);
    assert.deepEqual(offer.always?.rules, ['Bash(rm -r build)']);
  });

  it('grants for an item until it ends', async () => {
    const { policy, scopes } = setUp();
    const asked = request('npm test');
    await scopes.grant(asked, { kind: 'item', itemId: item.id });
    const call = { name: 'bash', claudeName: 'Bash', access: 'execute', subject: asked.subject, input: {} } as const;
    assert.equal((await policy.decide(call)).kind, 'allow');
    policy.grants.endItem(item.id);
    assert.equal((await policy.decide(call)).kind, 'ask');
  });

  it('writes what was offered, to a place that was offered', async () => {
    const { scopes, written } = setUp();
    const asked = request('npm test');
    const { always } = await scopes.offerFor(asked);
    const [offered] = always?.places ?? [];
    assert.ok(offered);
    await scopes.grant(asked, { kind: 'always', rules: ['Bash(npm test)'], place: offered });
    assert.deepEqual(written, [['Bash(npm test)']]);
  });
});
