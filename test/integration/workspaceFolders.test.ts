import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import { createEditFileTool } from '../../src/core/tools/editFile.ts';
import { FileStamps } from '../../src/core/tools/fileStamps.ts';
import { createGlobTool } from '../../src/core/tools/glob.ts';
import { createGrepTool } from '../../src/core/tools/grep.ts';
import { createReadFileTool } from '../../src/core/tools/readFile.ts';
import { createWriteFileTool } from '../../src/core/tools/writeFile.ts';
import { Ripgrep } from '../../src/node/processes/ripgrep.ts';
import { findRipgrep } from '../../src/vscode/workspace/ripgrepPath.ts';
import { VscodeWorkspace } from '../../src/vscode/workspace/vscodeWorkspace.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { diskFiles, ScratchFolder, withSettings } from '../support/scratchFolder.ts';
import { runTool } from '../support/toolRun.ts';

function fileSearch(): Ripgrep {
  const file = findRipgrep(vscode.env.appRoot);
  assert.ok(file, 'VS Code ships ripgrep');
  return new Ripgrep(file);
}

const toolsOf = (workspace: VscodeWorkspace) => {
  const ports = { workspace, stamps: new FileStamps(workspace) };
  const textOf = (tool: Parameters<typeof runTool>[0]) => async (input: object) => (await runTool(tool, input)).text;
  return {
    workspace,
    read: textOf(createReadFileTool(ports)),
    write: textOf(createWriteFileTool(ports)),
    edit: textOf(createEditFileTool(ports)),
    glob: textOf(createGlobTool(ports)),
    grep: textOf(createGrepTool(ports)),
  };
};

describe('searching a folder', () => {
  let scratch: ScratchFolder;
  before(async () => {
    scratch = await ScratchFolder.create();
    const files = {
      '.gitignore': 'ignored.ts\nmodules/\n*.log\n',
      'a.ts': 'const first = 1;\n// TODO\nconst second = 2;\r\n',
      '.hidden/b.ts': 'const hidden = 1;\n',
      'src/c.ts': 'const first = 3;\n',
      'src/sub/d.tsx': 'x\n',
      'ignored.ts': 'const first = 9;\n',
      'a.log': 'const first = 9;\n',
      'modules/m.ts': 'const first = 9;\n',
      'out/o.ts': 'const first = 9;\n',
      '.git/config': 'const first = 9;\n',
      'with space and 文.ts': '',
    };
    for (const [file, text] of Object.entries(files)) await scratch.write(file, text);
  });
  after(() => scratch.dispose());

  const tools = () =>
    toolsOf(
      new VscodeWorkspace({ files: diskFiles, folders: () => [scratch.asWorkspaceFolder()], fileSearch: fileSearch() }),
    );

  it('lists files as a glob says, without ignored and excluded ones', () =>
    withSettings({ 'files.exclude': { out: true } }, async () => {
      const { glob } = tools();
      assert.equal(await glob({ pattern: '**/*.ts' }), '.hidden/b.ts\na.ts\nsrc/c.ts\nwith space and 文.ts');
      assert.equal(await glob({ pattern: '*.ts' }), 'a.ts\nwith space and 文.ts');
      assert.equal(await glob({ pattern: '*.{ts,tsx}', path: 'src/sub' }), 'src/sub/d.tsx');
      assert.equal(await glob({ pattern: '**/config' }), '(no matches)');
      assert.equal(await glob({ pattern: '../*' }), '(no matches)');
      await assert.rejects(glob({ pattern: '*.{ts' }), /has a \{ without \}/);
    }));

  it('lists what is in an ignored folder when asked for that folder', async () => {
    assert.equal(await tools().glob({ pattern: '*', path: 'modules' }), 'modules/m.ts');
  });

  it('finds text without ignored and excluded files', () =>
    withSettings({ 'files.exclude': { '**/out': true } }, async () => {
      const { grep } = tools();
      assert.equal(await grep({ pattern: 'const first' }), 'a.ts\nsrc/c.ts');
      assert.equal(await grep({ pattern: 'FIRST' }), '(no matches)');
      assert.equal(await grep({ pattern: '(?i)FIRST', path: 'src' }), 'src/c.ts');
      assert.equal(await grep({ pattern: 'const', path: 'a.ts', output_mode: 'count' }), 'a.ts:2');
      assert.equal(await grep({ pattern: 'const first', glob: '*.log' }), '(no matches)');
      assert.equal(await grep({ pattern: 'const', glob: 'src/**' }), 'src/c.ts');
      assert.equal(await grep({ pattern: '-second', path: 'a.ts' }), '(no matches)');
    }));

  it('shows lines and their context', async () => {
    const content = await tools().grep({ pattern: 'TODO', output_mode: 'content', context: 1 });
    assert.equal(content, 'a.ts-1-const first = 1;\na.ts:2:// TODO\na.ts-3-const second = 2;');
  });

  it('ends at its limit', async () => {
    await scratch.write('many.txt', 'hit\n'.repeat(20_000));
    const { workspace } = tools();
    const result = await workspace.search({ pattern: 'hit', context: 0, limit: 50 }, new AbortController().signal);
    assert.deepEqual([result.lines.length, result.isCut], [50, true]);
  });

  it('says what is wrong with a pattern', async () => {
    await assert.rejects(tools().grep({ pattern: 'a(' }), /The pattern can't be used: [^]*unclosed group/);
  });

  it('does not wait for what a pipe might bring', async () => {
    execFileSync('mkfifo', [scratch.at('pipe')]);
    await assert.rejects(tools().grep({ pattern: 'x', path: 'pipe' }), /^WorkspaceError: .*pipe is neither a file/);
    assert.match(await tools().grep({ pattern: 'TODO' }), /a\.ts/);
  });

  it('ends on a stop', async () => {
    const { workspace } = tools();
    const signal = AbortSignal.abort();
    await assert.rejects(workspace.search({ pattern: 'x', context: 0, limit: 1 }, signal), { name: 'AbortError' });
    await assert.rejects(workspace.findFiles({ pattern: '*' }, signal), { name: 'AbortError' });
  });

  it('lists files without ripgrep too', async () => {
    const { glob } = toolsOf(new VscodeWorkspace({ files: diskFiles, folders: () => [scratch.asWorkspaceFolder()] }));
    assert.equal(await glob({ pattern: 'src/**' }), 'src/c.ts\nsrc/sub/d.tsx');
  });
});

describe('two folders', () => {
  let scratch: ScratchFolder;
  beforeEach(async () => {
    scratch = await ScratchFolder.create();
    await scratch.write('one/a.ts', 'const one = 1;\n');
    await scratch.write('two/a.ts', 'const two = 2;\n');
  });
  afterEach(() => scratch.dispose());

  const tools = () => {
    const folders = [scratch.asWorkspaceFolder('app', 'one'), scratch.asWorkspaceFolder('api', 'two')];
    return toolsOf(new VscodeWorkspace({ files: diskFiles, folders: () => folders, fileSearch: fileSearch() }));
  };

  it('are told apart by their names', async () => {
    const { read, write, edit, workspace } = tools();
    assert.equal(await read({ file_path: 'api/a.ts' }), '1\tconst two = 2;');
    assert.equal(await read({ file_path: 'a.ts' }), '1\tconst one = 1;');
    await edit({ file_path: 'api/a.ts', old_string: '2', new_string: '3' });
    assert.equal(await write({ file_path: 'api/new.ts', content: 'x' }), 'Wrote 1 bytes to api/new.ts');
    assert.deepEqual([await scratch.bytes('two/a.ts'), await scratch.bytes('two/new.ts')], ['const two = 3;\n', 'x']);
    assert.equal((await workspace.resolve('api/../../one/x')).path, scratch.at('../one/x'));
  });

  it('are both searched', async () => {
    const { glob, grep } = tools();
    assert.equal(await glob({ pattern: '*.ts' }), 'api/a.ts\napp/a.ts');
    assert.equal(await glob({ pattern: 'api/*.ts' }), 'api/a.ts');
    assert.equal(
      await grep({ pattern: 'const', output_mode: 'content' }),
      'app/a.ts:1:const one = 1;\napi/a.ts:1:const two = 2;',
    );
    assert.equal(await grep({ pattern: 'const', path: 'api' }), 'api/a.ts');
  });
});

describe('a virtual folder', () => {
  const fileSystem = new MemoryFileSystem();
  let registration: vscode.Disposable;
  before(() => (registration = vscode.workspace.registerFileSystemProvider('agentmemory', fileSystem)));
  after(() => registration.dispose());
  beforeEach(() => {
    fileSystem.isBroken = false;
    fileSystem.files.clear();
    fileSystem.files.set('/project/a b.ts', Buffer.from('one\r\n'));
    fileSystem.files.set('/project/src/100%20#.ts', Buffer.from('two\n'));
    fileSystem.files.set('/outside.ts', Buffer.from('x\n'));
  });

  const folder = {
    uri: vscode.Uri.from({ scheme: 'agentmemory', authority: 'host', path: '/project' }),
    name: 'project',
    index: 0,
  };
  const tools = () => toolsOf(new VscodeWorkspace({ files: diskFiles, folders: () => [folder] }));

  it('is read and written by relative path, absolute path and URI', async () => {
    const { read, write, edit } = tools();
    for (const path of ['a b.ts', '/project/a b.ts', 'agentmemory://host/project/a b.ts']) {
      assert.equal(await read({ file_path: path }), '1\tone');
    }
    assert.equal(await edit({ file_path: 'a b.ts', old_string: 'one', new_string: 'two\nthree' }), 'Edited a b.ts');
    assert.equal(String(fileSystem.files.get('/project/a b.ts')), 'two\r\nthree\r\n');
    assert.equal(await write({ file_path: 'new/c.ts', content: 'c' }), 'Wrote 1 bytes to new/c.ts');
    assert.equal(String(fileSystem.files.get('/project/new/c.ts')), 'c');
  });

  it('is listed, whatever characters names have', async () => {
    const { glob, read } = tools();
    assert.equal(await glob({ pattern: '**/*.ts' }), 'a b.ts\nsrc/100%20#.ts');
    assert.equal(await read({ file_path: 'src/100%20#.ts' }), '1\ttwo');
  });

  it('has an outside', async () => {
    const { workspace } = tools();
    const inside = await Promise.all(
      ['src/x', '../outside.ts', '/etc/passwd', 'file:///etc/passwd', 'agentmemory://other/project/x'].map(
        async (given) => (await workspace.resolve(given)).isInside,
      ),
    );
    assert.deepEqual(inside, [true, false, false, false, false]);
  });

  it('has no disk for commands, and no text search', async () => {
    const { workspace, grep } = tools();
    assert.equal(workspace.hasLocalDisk, false);
    await assert.rejects(grep({ pattern: 'x' }), /not available/);
  });

  for (const [what, old, now] of [
    ['lost', '\uFEFFone\r\n', 'one\r\n'],
    ['got', 'one\r\n', '\uFEFFone\r\n'],
  ] as const) {
    it(`keeps a file that ${what} its byte order mark as it is now, whatever the editor last saw`, async () => {
      fileSystem.files.set(`/project/${what}.ts`, Buffer.from(old));
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, `${what}.ts`));
      const { encoding } = document;
      // Nobody tells the editor.
      fileSystem.files.set(`/project/${what}.ts`, Buffer.from(now));
      await tools().edit({ file_path: `${what}.ts`, old_string: 'one', new_string: 'two' });
      assert.equal(String(fileSystem.files.get(`/project/${what}.ts`)), now.replace('one', 'two'));
      assert.equal(encoding, old.startsWith('\uFEFF') ? 'utf8bom' : 'utf8');
    });
  }

  it('says that a file could not be saved, and leaves it and its editor with the old text', async () => {
    const { read, edit, write } = tools();
    await read({ file_path: 'a b.ts' });
    fileSystem.isBroken = true;
    await assert.rejects(
      edit({ file_path: 'a b.ts', old_string: 'one', new_string: 'two' }),
      /a b\.ts could not be saved/,
    );
    await assert.rejects(write({ file_path: 'new.ts', content: '' }), /new\.ts could not be saved/);
    assert.equal(String(fileSystem.files.get('/project/a b.ts')), 'one\r\n');
    fileSystem.isBroken = false;
    assert.equal(await read({ file_path: 'a b.ts' }), '1\tone');
    assert.equal(await edit({ file_path: 'a b.ts', old_string: 'one', new_string: 'two' }), 'Edited a b.ts');
  });
});
