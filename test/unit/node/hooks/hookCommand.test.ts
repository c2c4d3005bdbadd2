import assert from 'node:assert/strict';
import type { HookJob } from '../../../../src/core/hooks/engine/hookRun.ts';
import type { CommandHook } from '../../../../src/core/hooks/configuration/hookSchema.ts';
import { hookCommandLine, hookEnvironment, type HookShells } from '../../../../src/node/hooks/hookCommand.ts';

const session = {
  sessionId: 's',
  transcriptPath: 't',
  cwd: 'c',
  projectDir: 'C:\\my project',
  permissionMode: 'default',
  envFile: 'e',
};
const gitBash = 'C:\\Git\\bin\\bash.exe';

describe('hookCommandLine', () => {
  const command = '"${CLAUDE_PROJECT_DIR}/a.sh"';
  const rows: readonly (readonly [string, Partial<CommandHook>, HookShells, object])[] = [
    ['sh on POSIX', {}, { platform: 'linux' }, { file: '/bin/sh', args: ['-c', command], slashes: false }],
    [
      'the configured shell on POSIX',
      {},
      { platform: 'darwin', shellPath: '/bin/zsh' },
      { file: '/bin/zsh', args: ['-c', command], slashes: false },
    ],
    [
      'bash where asked for',
      { shell: 'bash' },
      { platform: 'linux', shellPath: '/bin/zsh' },
      { file: 'bash', args: ['-c', command], slashes: false },
    ],
    [
      'Git Bash on Windows',
      {},
      { platform: 'win32', gitBash },
      { file: gitBash, args: ['-c', command], slashes: true },
    ],
    [
      'PowerShell on Windows without Git Bash, with its own way to name variables',
      {},
      { platform: 'win32' },
      {
        file: 'powershell.exe',
        args: ['-NoProfile', '-NonInteractive', '-Command', '"${env:CLAUDE_PROJECT_DIR}/a.sh"'],
        slashes: false,
      },
    ],
    [
      'no shell in exec form',
      { command: '${CLAUDE_PROJECT_DIR}\\a.exe', args: ['$HOME', '${CLAUDE_PROJECT_DIR}'] },
      { platform: 'win32', gitBash },
      { file: 'C:\\my project\\a.exe', args: ['$HOME', 'C:\\my project'], slashes: false },
    ],
  ];
  for (const [what, hook, shells, line] of rows) {
    it(`uses ${what}`, () => {
      assert.deepEqual(hookCommandLine({ type: 'command', command, ...hook }, session, shells), line);
    });
  }
});

describe('hookEnvironment', () => {
  const environment = (event: HookJob['event'], settings = {}, slashes = false): NodeJS.ProcessEnv => {
    const definition: CommandHook = { type: 'command', command: 'x' };
    const hook = { event, definition, source: { kind: 'user', label: 'user' } } as const;
    return hookEnvironment(
      { A: 'inherited' },
      settings,
      { hook, event, input: {}, timeoutSeconds: 1, session },
      slashes,
    );
  };

  it('lets the settings add and change, but not name another project or hand out the key', () => {
    const env = environment('Stop', { A: 'own', CLAUDE_PROJECT_DIR: '/x', ANTHROPIC_API_KEY: 'k' });
    assert.equal(env['A'], 'own');
    assert.equal(env['CLAUDE_PROJECT_DIR'], 'C:\\my project');
    assert.equal(env['ANTHROPIC_API_KEY'], undefined);
  });

  it('writes the project with slashes for Git Bash', () => {
    assert.equal(environment('Stop', {}, true)['CLAUDE_PROJECT_DIR'], 'C:/my project');
  });

  it('offers the file for variables at the start of a session only', () => {
    assert.equal(environment('SessionStart')['CLAUDE_ENV_FILE'], 'e');
    assert.equal(environment('PreToolUse')['CLAUDE_ENV_FILE'], undefined);
  });
});
