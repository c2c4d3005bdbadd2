import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createBashTool } from '../../src/core/tools/bash.ts';
import { OutputFiles } from '../../src/node/processes/outputFiles.ts';
import { ProcessShell } from '../../src/node/processes/processShell.ts';
import { VscodeWorkspace } from '../../src/vscode/workspace/vscodeWorkspace.ts';
import { diskFiles, ScratchFolder } from '../support/scratchFolder.ts';
import { runTool } from '../support/toolRun.ts';

describe('bash in the extension host', () => {
  let scratch: ScratchFolder;
  before(async () => (scratch = await ScratchFolder.create()));
  after(() => scratch.dispose());

  const bash = (input: object, report: (text: string) => void = () => undefined) => {
    const workspace = new VscodeWorkspace({ files: diskFiles, folders: () => [scratch.asWorkspaceFolder()] });
    const outputs = new OutputFiles(scratch.at('outputs'));
    return runTool(
      createBashTool({ shell: new ProcessShell(), workspace, outputs, defaultTimeoutMs: () => 120_000 }),
      input,
      { report },
    );
  };

  it('runs in the first folder and shows its output as it comes', async () => {
    let live = '';
    const { text, isError } = await bash({ command: 'pwd && echo 文 >&2' }, (chunk) => (live += chunk));
    assert.deepEqual([text, isError], [`${scratch.path}\n文`, false]);
    assert.match(live, /文/);
  });

  it('shows commands nothing of the editor itself', async () => {
    assert.equal((await bash({ command: 'env | grep -E "^(VSCODE|ELECTRON)_" || echo none' })).text, 'none');
  });

  it('tells of failures and timeouts', async () => {
    assert.equal((await bash({ command: 'echo no >&2; exit 4' })).text, 'Exit code 4\nno');
    assert.equal((await bash({ command: 'sleep 600', timeout: 100 })).text, 'Error: Timeout (0.1s)');
  });

  it('keeps a long output whole in the file that it names', async () => {
    const { text } = await bash({ command: 'head -c 90000 /dev/zero | tr "\\0" x' });
    const [, file = ''] = /all of it is in (.*)\]/.exec(text) ?? [];
    assert.equal(await readFile(file, 'utf8'), 'x'.repeat(90_000));
    assert.ok(text.length < 50_300);
  });
});
