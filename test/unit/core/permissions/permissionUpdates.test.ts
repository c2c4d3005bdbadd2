import assert from 'node:assert/strict';
import type { PermissionUpdate } from '../../../../src/core/hooks/protocol/hookOutputSchema.ts';
import { parsePlacedJson } from '../../../../src/core/util/placedJson.ts';
import { applyUpdate, grantsOf, objectionTo } from '../../../../src/core/permissions/rules/permissionUpdates.ts';

type Behavior = 'allow' | 'ask' | 'deny';
type Destination = PermissionUpdate['destination'];

const rules = (
  type: 'addRules' | 'replaceRules' | 'removeRules',
  behavior: Behavior,
  contents: readonly string[],
  destination: Destination = 'localSettings',
): PermissionUpdate => ({
  type,
  behavior,
  rules: contents.map((ruleContent) => ({ toolName: 'bash', ruleContent })),
  destination,
});
const mode = (name: string, destination: Destination = 'session'): PermissionUpdate => ({
  type: 'setMode',
  mode: name,
  destination,
});
const folders = (type: 'addDirectories' | 'removeDirectories', ...directories: string[]): PermissionUpdate => ({
  type,
  directories,
  destination: 'session',
});

describe('a change of permissions that a hook asks for', () => {
  const before =
    '{\n  // why\n  "permissions": {\n    "allow": ["Bash(a)", "Bash(b)"],\n    "deny": ["Bash(c)"]\n  }\n}\n';
  const after = (update: PermissionUpdate, text: string | null = before): string => {
    const edit = applyUpdate({ text: text ?? undefined, strict: false }, update);
    return edit.kind === 'edited' ? edit.text : edit.kind;
  };

  const edits: readonly (readonly [string, PermissionUpdate, object])[] = [
    ['adds rules', rules('addRules', 'allow', ['x']), { allow: ['Bash(x)', 'Bash(a)', 'Bash(b)'] }],
    ['removes rules', rules('removeRules', 'allow', ['a', 'z']), { allow: ['Bash(b)'] }],
    [
      'puts rules in the place of others',
      rules('replaceRules', 'allow', ['b', 'x']),
      { allow: ['Bash(x)', 'Bash(b)'] },
    ],
    ['keeps what denies beside them', rules('replaceRules', 'deny', ['x']), { deny: ['Bash(x)', 'Bash(c)'] }],
    ['sets the mode', mode('plan'), { defaultMode: 'plan' }],
    ['adds folders', folders('addDirectories', '/a'), { additionalDirectories: ['/a'] }],
  ];
  for (const [name, update, change] of edits) {
    it(`${name} and leaves all else`, () => {
      const text = after(update);
      const permissions = { allow: ['Bash(a)', 'Bash(b)'], deny: ['Bash(c)'], ...change };
      const { value } = parsePlacedJson(text, { strict: false });
      // Plain objects, to compare with.
      assert.deepEqual(JSON.parse(JSON.stringify(value)), { permissions });
      assert.ok(text.includes('// why'));
    });
  }

  it('writes nothing twice', () => assert.equal(after(rules('addRules', 'deny', ['c'])), 'unchanged'));

  it('makes the file where there is none', () => {
    assert.deepEqual(JSON.parse(after(folders('addDirectories', '/opt'), null)), {
      permissions: { additionalDirectories: ['/opt'] },
    });
  });

  it('takes folders away', () => {
    const text = '{"permissions":{"additionalDirectories":["/a","/b"]}}';
    assert.equal(after(folders('removeDirectories', '/a'), text), '{"permissions":{"additionalDirectories":["/b"]}}');
  });

  const objections: readonly (readonly [string, PermissionUpdate, boolean, RegExp | undefined])[] = [
    ['may allow', rules('addRules', 'allow', ['x']), true, undefined],
    ['may deny', rules('addRules', 'deny', ['x']), true, undefined],
    ['may take an allow back', rules('removeRules', 'allow', ['x']), true, undefined],
    ['can’t take a denial back', rules('removeRules', 'deny', ['x']), false, /take back/],
    ['can’t take a question back', rules('removeRules', 'ask', ['x'], 'session'), false, /take back/],
    [
      'may change the person’s settings when it is theirs',
      rules('addRules', 'allow', ['x'], 'userSettings'),
      false,
      undefined,
    ],
    ['of a workspace can’t', rules('addRules', 'deny', ['x'], 'userSettings'), true, /your own settings/],
    ['may loosen the mode when it is the person’s', mode('acceptEdits'), false, undefined],
    ['of a workspace can’t', mode('acceptEdits'), true, /loosen your mode/],
    ['of a workspace may tighten it', mode('plan'), true, undefined],
    ['can’t choose that nothing is asked', mode('bypassPermissions'), false, /only you/],
    ['can’t choose a mode that does not exist', mode('fast'), false, /no such mode/],
    ['can’t write what can’t be seen', rules('addRules', 'allow', ['x\u202E']), false, /can’t be seen/],
    [
      'can’t allow whatever tool',
      { ...rules('addRules', 'allow', []), rules: [{ toolName: '*' }] } as PermissionUpdate,
      false,
      /\*/,
    ],
  ];
  for (const [name, update, isShared, objection] of objections) {
    it(`${name}: ${update.type}`, () => {
      const found = objectionTo(update, { isShared, mode: 'default' });
      if (objection === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', objection);
    });
  }

  it('needs a yes for what it allows only', () => {
    assert.deepEqual(grantsOf(rules('addRules', 'allow', ['x'])), [{ kind: 'allow', text: 'Bash(x)' }]);
    assert.deepEqual(grantsOf(rules('addRules', 'deny', ['x'])), []);
    assert.deepEqual(grantsOf(folders('addDirectories', '/a')), [{ kind: 'directory', text: '/a' }]);
  });
});
