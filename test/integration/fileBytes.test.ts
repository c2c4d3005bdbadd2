import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import { LocalFileBytes } from '../../src/node/localFileBytes.ts';
import { VscodeFileBytes } from '../../src/vscode/workspace/vscodeFileBytes.ts';
import { pathOf } from '../../src/vscode/workspace/workspaceUris.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { ScratchFolder } from '../support/scratchFolder.ts';

describe('files as bytes', () => {
  let scratch: ScratchFolder;
  const files = new VscodeFileBytes(new LocalFileBytes());
  beforeEach(async () => void (scratch = await ScratchFolder.create()));
  afterEach(() => scratch.dispose());

  const read = async (name: string): Promise<readonly [string, boolean] | undefined> => {
    const file = await files.read(scratch.at(name));
    return file && [Buffer.from(file.bytes).toString('latin1'), file.isDirty];
  };

  it('come and go as they are, permission bits included', async () => {
    await scratch.write('run.sh', Buffer.from('\xff\r\n', 'latin1'));
    await chmod(scratch.at('run.sh'), 0o755);
    const file = await files.read(scratch.at('run.sh'));
    assert.ok(file);
    await files.remove(scratch.at('run.sh'));
    assert.equal(await files.read(scratch.at('run.sh')), undefined);
    await files.write(scratch.at('run.sh'), file);
    assert.deepEqual(await files.read(scratch.at('run.sh')), file);
  });

  it('of unsaved text are those that saving would write: byte order mark and line ends included', async () => {
    await scratch.write('a.txt', Buffer.from('\ufeffone\r\n'));
    const editor = await vscode.window.showTextDocument(scratch.uri('a.txt'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'ü'));
    assert.deepEqual(await read('a.txt'), ['\xef\xbb\xbf\xc3\xbcone\r\n', true]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.deepEqual(await read('a.txt'), ['\xef\xbb\xbfone\r\n', false]);
  });

  it('that are written show in an open editor', async () => {
    await scratch.write('a.txt', 'old\n');
    const document = await vscode.workspace.openTextDocument(scratch.uri('a.txt'));
    await vscode.window.showTextDocument(document);
    const changed = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document !== document || document.getText() !== 'new\n') return;
        listener.dispose();
        resolve();
      });
    });
    await files.write(scratch.at('a.txt'), { bytes: Buffer.from('new\n') });
    await changed;
    assert.equal(document.isDirty, false);
  });

  it('are read and written on other file systems too', async () => {
    const memory = new MemoryFileSystem();
    const registration = vscode.workspace.registerFileSystemProvider('bytes-test', memory);
    try {
      const path = pathOf(vscode.Uri.parse('bytes-test:///w/a'));
      assert.equal(await files.read(path), undefined);
      await files.write(path, { bytes: Buffer.from('a') });
      assert.equal(Buffer.from((await files.read(path))?.bytes ?? []).toString(), 'a');
      await files.remove(path);
      await files.remove(path);
      assert.equal(await files.read(path), undefined);
      await files.write(path, { bytes: Buffer.from('a') });
      memory.isBroken = true;
      await assert.rejects(files.write(path, { bytes: Buffer.from('b') }), /could not be written/);
    } finally {
      registration.dispose();
    }
  });
});
