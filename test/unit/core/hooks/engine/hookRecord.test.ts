import assert from 'node:assert/strict';
import { hookRecordText, type HookRecord } from '../../../../../src/core/hooks/engine/hookRecord.ts';
import { maskSecrets } from '../../../../../src/core/hooks/protocol/maskSecrets.ts';

describe('maskSecrets', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"apiKey":"abcdef123"}', '{"apiKey":"***"}'],
    [String.raw`{"content":"{\"api_key\": \"abcdef123\"}"}`, String.raw`{"content":"{\"api_key\": \"***\"}"}`],
    ['GITHUB_TOKEN=abcdef123 make', 'GITHUB_TOKEN=*** make'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer ***'],
    ['login --password hunter22 now', 'login --password *** now'],
    ['see sk-ant-abcdef0123 there', 'see *** there'],
    ['ghp_abcdefghijklmnop1234', '***'],
    ['max_tokens: 8000', 'max_tokens: 8000'],
    ['the token required here', 'the token required here'],
  ];
  for (const [text, masked] of cases) it(text, () => assert.equal(maskSecrets(text), masked));
});

describe('hookRecordText', () => {
  const source = { kind: 'user', label: '~/.claude/settings.json' } as const;
  const record: HookRecord = {
    number: 7,
    event: 'PreToolUse',
    hook: { event: 'PreToolUse', definition: { type: 'command', command: 'guard.sh' }, source },
    match: 'Bash',
    durationMs: 12,
    ending: 'exit 1',
    effect: 'failed',
    input: '{"a":1}',
    stdout: '',
    stderr: 'one\ntwo\n',
    notices: [{ level: 'error', text: 'It failed.' }],
    isTrial: false,
  };

  it('is one line of facts, and what was asked and answered below it', () => {
    assert.deepEqual(hookRecordText(record).split('\n'), [
      '#7 PreToolUse Bash: guard.sh (~/.claude/settings.json), 12 ms, exit 1, failed',
      '  input: {"a":1}',
      '  stderr: one',
      '    two',
      '  error: It failed.',
    ]);
  });
});
