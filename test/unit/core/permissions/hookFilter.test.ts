import assert from 'node:assert/strict';
import type { HookCall } from '../../../../src/core/hooks/hookTypes.ts';
import { createHookFilter } from '../../../../src/core/permissions/rules/hookFilter.ts';
import { project } from './ruleRows.ts';
import { bashParser, environmentOf } from './support.ts';

function bash(command: string): HookCall {
  return { id: 'c', name: 'bash', claudeName: 'Bash', input: { command }, command };
}

function edit(file: string, claudeName = 'Edit'): HookCall {
  const path = `${project}/${file}`;
  const name = claudeName === 'Edit' ? 'edit_file' : 'write_file';
  return { id: 'c', name, claudeName, input: { file_path: path }, paths: [{ path, realPath: path, isInside: true }] };
}

const rows: readonly (readonly [rule: string, call: HookCall, runs: boolean])[] = [
  ['Bash(git *)', bash('FOO=bar git push'), true],
  ['Bash(git *)', bash('npm test && git push'), true],
  ['Bash(git *)', bash('npm test'), false],
  ['Bash(rm *)', bash('echo $(rm -rf /)'), true],
  ['Bash(rm *)', bash('echo $(date)'), false],
  ['Bash(git push *)', bash('echo $(date)'), true],
  ['Bash(git push *)', bash('echo "$HOME"'), true],
  ['Bash(git push *)', bash('echo hello'), false],
  ['Bash(git push *)', bash('git status'), false],
  ['Bash(rm *)', bash('echo "unfinished'), true],
  ['Bash', bash('ls'), true],
  ['Bash', edit('a.ts'), false],
  ['Edit(src/**)', edit('src/x.ts'), true],
  ['Edit(src/**)', edit('vendor/a/src/x.ts'), false],
  ['Edit(**/src/**)', edit('vendor/a/src/x.ts'), true],
  ['Edit(*.ts)', edit('a/b.ts'), true],
  ['Edit(*.ts)', edit('a/b.ts', 'Write'), true],
  ['Edit(/generated/**)', edit('generated/x'), true],
  ['Edit(*.ts)', bash('ls'), false],
  ['Edit(', edit('a.ts'), false],
];

describe('the "if" of a hook', () => {
  const filter = createHookFilter({ bash: bashParser, environment: () => environmentOf() });
  for (const [rule, call, runs] of rows) {
    const subject = call.command ?? call.paths?.[0]?.path.slice(project.length + 1) ?? '';
    it(`${rule}: ${runs ? 'runs' : 'does not run'} for ${call.claudeName} ${subject}`, async () => {
      assert.equal(await filter(rule, call), runs);
    });
  }
});
