import assert from 'node:assert/strict';
import type { ConfiguredHook, HookDefinition } from '../../../../src/core/hooks/configuration/hookSchema.ts';
import { hookScripts } from '../../../../src/vscode/permissions/hookScripts.ts';

function hook(definition: HookDefinition): ConfiguredHook {
  return { event: 'PreToolUse', definition, source: { kind: 'user', label: 'user' } };
}

describe('hookScripts', () => {
  const rows: readonly (readonly [command: string, files: readonly string[]])[] = [
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh', ['/p/.claude/hooks/guard.sh']],
    ['python3 "${CLAUDE_PROJECT_DIR}/tools/check it.py" --strict', ['/p/tools/check it.py']],
    ['cd x && ./run.sh; node /opt/hooks/a.mjs', ['/p/run.sh', '/opt/hooks/a.mjs']],
    ['npm test', []],
    ['curl https://example.com/x', []],
    ['$HOOKS/x.sh', []],
  ];
  for (const [command, files] of rows) {
    it(`finds ${files.join(' and ') || 'none'} in ${command}`, () =>
      assert.deepEqual(hookScripts([hook({ type: 'command', command })], '/p'), files));
  }

  it('looks into the arguments too, and at nothing but commands', () => {
    const command = hook({ type: 'command', command: 'node', args: ['${CLAUDE_PROJECT_DIR}/tools/frozen.mjs'] });
    assert.deepEqual(hookScripts([command, hook({ type: 'http', url: 'http://x/y' })], '/p'), ['/p/tools/frozen.mjs']);
  });
});
