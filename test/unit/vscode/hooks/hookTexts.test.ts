import assert from 'node:assert/strict';
import { readHookSettings } from '../../../../src/core/hooks/configuration/hookConfig.ts';
import type { ConfiguredHook } from '../../../../src/core/hooks/configuration/hookSchema.ts';
import type { HookStatistics } from '../../../../src/core/hooks/engine/hookEngine.ts';
import { hookQuestion, hookRow } from '../../../../src/vscode/hooks/hookTexts.ts';

const source = { kind: 'project', label: '.claude/settings.json', file: '/w/.claude/settings.json' } as const;

/** As VS Code fills in placeholders. */
const t = (message: string, ...values: (string | number)[]): string =>
  message.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));

function detailOf(settings: object): string {
  return hookQuestion([readHookSettings(settings, source)], t).detail;
}

function command(text: string, more: object = {}): object {
  return { hooks: [{ type: 'command', command: text, ...more }] };
}

describe('the question about the hooks of a workspace', () => {
  it('names the file and shows each command with its event, matcher and condition', () => {
    const settings = {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', ...command('./guard.sh "a b"', { if: 'Bash(git *)' }) }],
        Stop: [command('node', { args: ['tools/check.mjs', '--all'] })],
        UserPromptSubmit: [{ hooks: [{ type: 'http', url: 'https://example.test/hook' }] }],
      },
    };
    const { message, detail } = hookQuestion([readHookSettings(settings, source)], t);
    assert.equal(message, 'Let this workspace run its 3 hooks?');
    assert.deepEqual(detail.split('\n').slice(1, -2), [
      '',
      '.claude/settings.json',
      '  PreToolUse (Bash, if Bash(git *)): ./guard.sh "a b"',
      '  Stop: node tools/check.mjs --all',
      '  UserPromptSubmit: POST https://example.test/hook',
    ]);
  });

  it('says when it would switch off the other hooks', () => {
    assert.match(detailOf({ disableAllHooks: true }), /switches off all other hooks/);
  });

  it('writes out characters that do not show, and line ends', () => {
    assert.match(detailOf({ hooks: { Stop: [command('echo a\u202Eb\nrm x')] } }), /Stop: echo a<U\+202E>b ⏎ rm x$/m);
  });

  it('says how much of a long command or of a long list it leaves out', () => {
    assert.match(detailOf({ hooks: { Stop: [command(`echo ${'x'.repeat(500)}`)] } }), /265 characters more: open/);
    const many = Array.from({ length: 20 }, (_, index) => command(`run ${index}`));
    assert.match(detailOf({ hooks: { Stop: many } }), /run 9\n\.\.\. and 10 more lines/);
  });
});

describe('a hook in the list', () => {
  const hook: ConfiguredHook = {
    event: 'PreToolUse',
    matcher: 'Bash',
    definition: { type: 'command', command: './guard.sh' },
    source,
    line: 4,
  };
  const statistics: HookStatistics = {
    count: 3,
    last: {
      number: 12,
      event: 'PreToolUse',
      hook,
      match: 'Bash',
      durationMs: 14,
      ending: 'exit 2',
      effect: 'deny',
      input: '{}',
      stdout: '',
      stderr: 'no',
      notices: [],
      isTrial: false,
    },
  };

  it('that has not run says so', () => {
    assert.deepEqual(hookRow(hook, undefined, t), {
      label: '$(circle-outline) ./guard.sh',
      description: 'Bash · .claude/settings.json:4',
      detail: 'Has not run yet',
    });
  });

  it('tells of its last run: match, time, exit and decision', () => {
    const { label, detail } = hookRow(hook, statistics, t);
    assert.deepEqual([label, detail], ['$(pass) ./guard.sh', 'Runs: 3, last #12: Bash, 14 ms, exit 2, deny']);
  });

  it('that does not run says why', () => {
    const { label, detail } = hookRow({ ...hook, inactive: 'not allowed yet' }, undefined, t);
    assert.deepEqual([label, detail], ['$(circle-slash) ./guard.sh', 'Does not run: not allowed yet']);
  });

  it('that failed stands out', () => {
    const failed = { ...statistics, last: { ...statistics.last, effect: 'failed' as const } };
    assert.match(hookRow(hook, failed, t).label, /^\$\(error\)/);
  });
});
