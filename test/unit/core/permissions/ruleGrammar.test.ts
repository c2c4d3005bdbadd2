import assert from 'node:assert/strict';
import { parseRule } from '../../../../src/core/permissions/rules/ruleGrammar.ts';
import { removesTool } from '../../../../src/core/permissions/rules/ruleMatch.ts';
import { toPosix } from '../../../../src/core/permissions/posixPath.ts';
import { pathMatches } from '../../../../src/core/permissions/rules/pathRules.ts';
import { project } from './ruleRows.ts';
import { environmentOf, rulesOf, sourceOf } from './support.ts';

const source = sourceOf('project');

describe('parseRule', () => {
  it('takes the specifier between the first and the last parenthesis', () => {
    const { rule } = parseRule('allow', 'Bash(node -e "f(1)")', source);
    assert.ok(rule?.spec?.kind === 'command');
    assert.equal(rule.spec.pattern.text, 'node -e "f(1)"');
  });

  it('reads our own and former names as Claude names', () => {
    const tools = ['bash', 'read_file', 'write_file', 'edit_file', 'todo_write', 'Task', 'Bash'];
    assert.deepEqual(
      tools.map((text) => parseRule('ask', text, source).rule?.tool),
      ['Bash', 'Read', 'Write', 'Edit', 'TodoWrite', 'Agent', 'Bash'],
    );
    assert.equal(parseRule('ask', 'BASH', source).rule?.tool, 'BASH');
  });

  it('says what is wrong, with the place of the rule', () => {
    assert.deepEqual(parseRule('deny', 'Bash(rm', source), {
      warning: 'project settings: deny rule Bash(rm: the closing parenthesis is missing; the rule is ignored',
    });
  });

  it('warns of rules that do not say what they seem to', () => {
    const warns = (effect: 'allow' | 'ask' | 'deny', text: string): boolean =>
      parseRule(effect, text, source).warning !== undefined;
    assert.ok(warns('deny', 'Bsh'));
    assert.ok(warns('deny', 'Read(/Users/me/x)'));
    assert.ok(warns('allow', 'Write(docs/**)'));
    assert.ok(warns('allow', 'B*'));
    assert.ok(warns('allow', '*'));
    assert.ok(warns('deny', 'WebFetch(url:x)'));
    assert.ok(warns('allow', 'TodoWrite(x)'));
    for (const text of [
      'my_tool',
      'mcp__a__b',
      'Read(//Users/me/x)',
      'Bash(rm:*)',
      'Agent(a)',
      'Skill(x *)',
      'Cd(/x)',
      '*',
    ]) {
      assert.equal(warns('deny', text), false, text);
    }
  });
});

describe('removesTool', () => {
  it('takes tools out of the list only by bare denials', () => {
    const { rules } = rulesOf({
      deny: ['Write', 'Bash(*)', 'mcp__x', 'Read(a)', 'Glob*', 'Agent(model:x)'],
      ask: ['Edit'],
      allow: ['Grep'],
    });
    const removed = ['Write', 'Bash', 'mcp__x__y', 'Read', 'Glob', 'Edit', 'Grep', 'Agent'].filter((name) =>
      removesTool(rules, name),
    );
    assert.deepEqual(removed, ['Write', 'Bash', 'mcp__x__y', 'Glob']);
  });
});

describe('path rules elsewhere', () => {
  it('read Windows paths and drives', () => {
    assert.equal(toPosix('C:\\a\\.\\b\\..\\c'), '/c/a/c');
    const environment = { ...environmentOf(), cwd: 'C:\\w', home: 'C:\\Users\\u', roots: ['C:\\w'] };
    const matches = (pattern: string, path: string): boolean => {
      const { rule } = parseRule('deny', `Read(${pattern})`, { ...source, folder: 'C:\\w' });
      return rule !== undefined && pathMatches(rule, pattern, { path, realPath: path }, environment);
    };
    assert.ok(matches('//c/secret/**', 'C:\\secret\\a'));
    assert.ok(matches('//C/secret/**', 'c:\\secret\\a'));
    assert.ok(matches('C:\\secret\\**', 'C:\\secret\\a'));
    assert.ok(matches('//**/.env', 'D:\\x\\.env'));
    assert.ok(matches('~/x', 'c:\\Users\\u\\x'));
    assert.ok(matches('/src/**', 'C:\\w\\src\\a'));
    assert.ok(matches('src/**', 'C:\\w\\p\\src\\a'));
    assert.equal(matches('/src/**', 'C:\\w\\p\\src\\a'), false);
  });

  it('keep URIs of virtual workspaces', () => {
    assert.equal(toPosix('vscode-vfs://github/o/r/./a/../b'), 'vscode-vfs://github/o/r/b');
  });

  it('ignore case in denials where files do', () => {
    const { rule } = parseRule('deny', 'Read(/Secret/**)', source);
    assert.ok(rule);
    const pair = { path: `${project}/secret/a`, realPath: `${project}/secret/a` };
    assert.equal(pathMatches(rule, '/Secret/**', pair, environmentOf()), false);
    assert.equal(pathMatches(rule, '/Secret/**', pair, { ...environmentOf(), isCaseInsensitive: true }), true);
  });
});
