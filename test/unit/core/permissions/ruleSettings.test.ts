import assert from 'node:assert/strict';
import { chooseMode, mergeRuleSettings, type SharedGrant } from '../../../../src/core/permissions/rules/mergeRules.ts';
import {
  parseRuleSettings,
  readRuleSettings,
  type PermissionSource,
  type RuleSettings,
} from '../../../../src/core/permissions/rules/ruleSettings.ts';

type Scope = PermissionSource['scope'];

function sourceOf(scope: Scope): PermissionSource {
  const isShared = scope === 'project' || scope === 'local';
  return {
    name: `${scope} file`,
    scope,
    folder: isShared ? '/p' : '/home/u/.claude',
    file: `/${scope}.json`,
    isShared,
  };
}

function settings(scope: Scope, permissions: unknown): RuleSettings {
  return readRuleSettings(permissions, sourceOf(scope));
}

interface MergeOptions {
  readonly isTrusted?: boolean;
  readonly isAllowed?: (grant: SharedGrant) => boolean;
}

function merge(all: readonly RuleSettings[], { isTrusted = true, isAllowed = () => false }: MergeOptions = {}) {
  return mergeRuleSettings(all, { isTrusted, isAllowed, home: '/home/u' });
}

function inForce(all: readonly RuleSettings[], options?: MergeOptions): readonly string[] {
  return merge(all, options).rules.map(({ effect, text }) => `${effect} ${text}`);
}

describe('parseRuleSettings', () => {
  it('gives each rule its line', () => {
    const text =
      '{\n  "permissions": {\n    "allow": ["Bash(a)",\n      "Bash(b)"],\n    "deny": ["Read(.env)"]\n  }\n}';
    const { rules, problems } = parseRuleSettings(text, sourceOf('user'), { strict: true });
    assert.deepEqual(
      rules.map(({ rule, line }) => [rule.effect, rule.text, line]),
      [
        ['allow', 'Bash(a)', 3],
        ['allow', 'Bash(b)', 4],
        ['deny', 'Read(.env)', 5],
      ],
    );
    assert.deepEqual(problems, []);
  });

  it('reports a rule at its place, with the tool that may be meant', () => {
    const text = '{ "permissions": {\n    "allow": ["Bash(a)", "Bsh(foo)"],\r\n  "deny": [\n"Reed"] } }';
    const { problems } = parseRuleSettings(text, sourceOf('user'), { strict: true });
    assert.deepEqual(
      problems.map(({ message, line, column, endColumn }) => [message, line, column, endColumn]),
      [
        ['Bsh(foo): no tool has this name (did you mean Bash?); the rule is ignored', 2, 26, 36],
        ['Reed: no tool has this name (did you mean Read?)', 4, 1, 7],
      ],
    );
  });

  it('reports what is wrong at its line, and drops that entry only', () => {
    const text = `{ "permissions": {
      "allow": ["Bash(a", 7, "Bash(b)"],
      "deny": "Bash",
      "defaultMode": "yolo",
      "denyInsteadOfPrompting": true
    } }`;
    const { rules, problems } = parseRuleSettings(text, sourceOf('user'), { strict: true });
    assert.deepEqual(
      rules.map(({ rule }) => rule.text),
      ['Bash(b)'],
    );
    assert.deepEqual(
      problems.map(({ key, line }) => [key, line]),
      [
        ['permissions.denyInsteadOfPrompting', 5],
        ['permissions.defaultMode', 4],
        ['permissions.allow[1]', 2],
        ['permissions.allow[0]', 2],
        ['permissions.deny', 3],
      ],
    );
    assert.match(problems[3]?.message ?? '', /^Bash\(a: the closing parenthesis is missing/);
  });

  it('of a file that is not valid JSON keeps what forbids, and nothing that loosens', () => {
    const text =
      '{ // comment\n "permissions": { "allow": ["Bash"], "deny": ["Bash(rm *)"], "ask": ["Edit"],\n "defaultMode": "bypassPermissions", "additionalDirectories": ["/"] } }';
    const read = parseRuleSettings(text, sourceOf('user'), { strict: true });
    assert.deepEqual(
      read.rules.map(({ rule }) => rule.text),
      ['Edit', 'Bash(rm *)'],
    );
    assert.equal(read.defaultMode, undefined);
    assert.deepEqual(read.additionalDirectories, []);
    assert.deepEqual(
      read.problems.map(({ severity, line }) => [severity, line]),
      [['error', 1]],
    );
    assert.deepEqual(parseRuleSettings(text, sourceOf('user'), { strict: false }).problems, []);
  });

  it('is not thrown off by names of the language', () => {
    const text =
      '{ "permissions": { "allow": ["toString", "constructor(x)", "__proto__"], "__proto__": { "deny": ["Bash"] } } }';
    const { rules } = parseRuleSettings(text, sourceOf('user'), { strict: true });
    assert.deepEqual(
      rules.filter(({ rule }) => rule.effect === 'deny'),
      [],
    );
  });
});

describe('mergeRuleSettings', () => {
  const project = settings('project', {
    allow: ['Bash(make *)'],
    ask: ['Bash(git push *)'],
    deny: ['Read(.env)'],
    additionalDirectories: ['../lib', '~/notes', '/opt'],
  });

  it('counts what forbids and asks whoever says it, and what allows only after the yes', () => {
    assert.deepEqual(inForce([project]), ['ask Bash(git push *)', 'deny Read(.env)']);
    assert.deepEqual(inForce([project], { isAllowed: () => true }), [
      'allow Bash(make *)',
      'ask Bash(git push *)',
      'deny Read(.env)',
    ]);
    assert.deepEqual(inForce([project], { isAllowed: () => true, isTrusted: false }), [
      'ask Bash(git push *)',
      'deny Read(.env)',
    ]);
  });

  it('asks about exactly what a workspace wants to be allowed', () => {
    const wanted = merge([project, settings('user', { allow: ['Bash'] })]).undecided;
    assert.deepEqual(
      wanted.map(({ kind, text }) => `${kind} ${text}`),
      ['allow Bash(make *)', 'directory ../lib', 'directory ~/notes', 'directory /opt'],
    );
    assert.deepEqual(merge([project], { isTrusted: false }).undecided, []);
  });

  it('asks only about what is new when a file changes', () => {
    const changed = settings('project', { allow: ['Bash(make *)', 'Bash(rm *)'] });
    const { undecided } = merge([changed], { isAllowed: ({ text }) => text === 'Bash(make *)' });
    assert.deepEqual(
      undecided.map(({ text }) => text),
      ['Bash(rm *)'],
    );
  });

  it('resolves further folders from where they are written', () => {
    const { additionalDirectories } = merge([project], { isAllowed: () => true });
    assert.deepEqual(additionalDirectories, ['/lib', '/home/u/notes', '/opt']);
    assert.deepEqual(merge([project]).additionalDirectories, []);
  });

  it('lists every rule with the reason why it does not count', () => {
    const { listed } = merge([project, settings('managed', { allow: ['Bash(ls)'] })]);
    assert.deepEqual(
      listed.map(({ rule, source, inactive }) => [rule.text, source.name, inactive]),
      [
        ['Bash(make *)', 'project file', 'notAllowed'],
        ['Bash(git push *)', 'project file', undefined],
        ['Read(.env)', 'project file', undefined],
        ['Bash(ls)', 'managed file', undefined],
      ],
    );
  });

  it('lets managed settings shut out the allow rules of others, not what others forbid', () => {
    const managed = settings('managed', { allowManagedPermissionRulesOnly: true, allow: ['Bash(ls)'] });
    const user = settings('user', { allow: ['Bash'], deny: ['WebFetch'], allowManagedPermissionRulesOnly: true });
    assert.deepEqual(inForce([managed, user]), ['allow Bash(ls)', 'deny WebFetch']);
    assert.deepEqual(inForce([user]), ['allow Bash', 'deny WebFetch']);
  });

  const modes: readonly (readonly [what: string, all: readonly RuleSettings[], mode: string | undefined])[] = [
    ['nobody says a word', [settings('user', {})], undefined],
    ['the user does', [settings('user', { defaultMode: 'acceptEdits' })], 'acceptEdits'],
    ['a project wants more than the default', [settings('project', { defaultMode: 'acceptEdits' })], undefined],
    ['a local file wants all', [settings('local', { defaultMode: 'bypassPermissions' })], undefined],
    ['a project wants less', [settings('project', { defaultMode: 'plan' })], 'plan'],
    [
      'a project wants less than the user',
      [settings('user', { defaultMode: 'bypassPermissions' }), settings('project', { defaultMode: 'acceptEdits' })],
      'acceptEdits',
    ],
    [
      'local and project disagree',
      [settings('project', { defaultMode: 'plan' }), settings('local', { defaultMode: 'default' })],
      'default',
    ],
    [
      'managed settings say so',
      [settings('managed', { defaultMode: 'default' }), settings('user', { defaultMode: 'acceptEdits' })],
      'default',
    ],
  ];
  for (const [what, all, mode] of modes) {
    it(`has the mode ${String(mode)} when ${what}`, () => assert.equal(merge(all).mode, mode));
  }

  it('takes no mode from a workspace that is not trusted', () => {
    assert.equal(merge([settings('project', { defaultMode: 'plan' })], { isTrusted: false }).mode, undefined);
  });
});

describe('chooseMode', () => {
  const files = merge([settings('user', { defaultMode: 'acceptEdits' })]);
  it('goes by the session, then the editor setting, then the files', () => {
    assert.equal(chooseMode({ session: 'plan', editor: 'bypassPermissions', files }), 'plan');
    assert.equal(chooseMode({ session: undefined, editor: 'default', files }), 'default');
    assert.equal(chooseMode({ session: undefined, editor: undefined, files }), 'acceptEdits');
  });

  it('has no bypass where a source disables it', () => {
    const disabled = merge([settings('project', { disableBypassPermissionsMode: 'disable' })]);
    assert.equal(chooseMode({ session: 'bypassPermissions', editor: undefined, files: disabled }), 'default');
    assert.equal(chooseMode({ session: 'acceptEdits', editor: undefined, files: disabled }), 'acceptEdits');
  });
});
