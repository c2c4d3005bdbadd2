import assert from 'node:assert/strict';
import type { SharedGrant } from '../../../../src/core/permissions/rules/mergeRules.ts';
import type { PermissionSource } from '../../../../src/core/permissions/rules/ruleSettings.ts';
import { permissionQuestion, ruleRow } from '../../../../src/vscode/permissions/permissionTexts.ts';

const t = (message: string, ...values: (string | number)[]): string =>
  message.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
const source: PermissionSource = { name: '.agent/settings.json', scope: 'project', folder: '/p', isShared: true };

describe('the question about a workspace', () => {
  it('names every wish under its file, hidden characters written out', () => {
    const other = { ...source, name: '.claude/settings.json' };
    const all: readonly SharedGrant[] = [
      { kind: 'allow', text: 'Bash(a\u202E)', source },
      { kind: 'allow', text: 'Edit', source: other },
      { kind: 'directory', text: '/opt', source },
    ];
    const { message, detail } = permissionQuestion(all, t);
    assert.equal(message, 'This workspace asks for 3 permissions. Grant them?');
    assert.deepEqual(detail.split('\n').slice(1, 7), [
      '',
      '.agent/settings.json',
      '  Bash(a<U+202E>)',
      '  access to the folder /opt',
      '',
      '.claude/settings.json',
    ]);
  });

  it('says how much a dialog can not show', () => {
    const all = Array.from({ length: 40 }, (_, at): SharedGrant => ({ kind: 'allow', text: `Bash(${at})`, source }));
    const { detail } = permissionQuestion(all, t);
    assert.match(detail, /and 27 more lines: open the file/);
    assert.ok(detail.split('\n').length < 25);
  });
});

describe('the row of a rule', () => {
  const rule = { effect: 'allow', text: 'Bash(ls)', tool: 'Bash', source } as const;
  const shown = { t, timeOf: () => '12:00' };

  it('names the place and the last use', () => {
    assert.deepEqual(ruleRow({ rule, source, line: 4 }, { count: 2, at: 0 }, shown), {
      label: '$(check) allow: Bash(ls)',
      description: '.agent/settings.json:4',
      detail: 'uses in this session: 2, the last at 12:00',
    });
  });

  it('says why a rule does not count', () => {
    const { label, detail } = ruleRow({ rule, source, inactive: 'notAllowed' }, undefined, shown);
    assert.match(label, /warning/);
    assert.match(detail, /Does not count: it comes with the workspace/);
  });
});
