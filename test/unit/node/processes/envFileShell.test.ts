import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EnvFileShell } from '../../../../src/node/processes/envFileShell.ts';
import { ProcessShell } from '../../../../src/node/processes/processShell.ts';

describe('EnvFileShell', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "it's "));
    file = path.join(folder, 'env.sh');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function output(command: string): Promise<string> {
    const shell = new EnvFileShell(new ProcessShell(), () => file);
    const options = { cwd: folder, timeoutMs: 10_000, onOutput: () => undefined };
    const { stdout, stderr, exitCode } = await shell.run(command, options, new AbortController().signal);
    return `${exitCode} ${stdout}${stderr}`;
  }

  it('runs a command as it is while there is no file', async () => {
    assert.equal(await output('echo "[$PROJECT_TYPE]"'), '0 []\n');
  });

  it('runs it with the variables of the file, whose path may need quotes', async () => {
    await writeFile(file, 'export PROJECT_TYPE="node js"\n');
    assert.equal(await output('echo "[$PROJECT_TYPE]"; exit 3'), '3 [node js]\n');
  });
});
