import assert from 'node:assert/strict';
import { chmod, open, readdir, readlink, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createEditFileTool } from '../../src/core/tools/editFile.ts';
import { FileStamps } from '../../src/core/tools/fileStamps.ts';
import { createReadFileTool } from '../../src/core/tools/readFile.ts';
import { createWriteFileTool } from '../../src/core/tools/writeFile.ts';
import { VscodeWorkspace } from '../../src/vscode/workspace/vscodeWorkspace.ts';
import { diskFiles, ScratchFolder, withSettings } from '../support/scratchFolder.ts';
import { runTool } from '../support/toolRun.ts';

describe('text files in the workspace', () => {
  let scratch: ScratchFolder;
  beforeEach(async () => (scratch = await ScratchFolder.create()));
  afterEach(() => scratch.dispose());

  const tools = () => {
    const workspace = new VscodeWorkspace({ files: diskFiles, folders: () => [scratch.asWorkspaceFolder()] });
    const ports = { workspace, stamps: new FileStamps(workspace) };
    const [read, write, edit] = [createReadFileTool(ports), createWriteFileTool(ports), createEditFileTool(ports)];
    return {
      workspace,
      read: async (file: string) => (await runTool(read, { file_path: file })).text,
      write: async (file: string, content: string) => (await runTool(write, { file_path: file, content })).text,
      edit: async (file: string, old: string, fresh: string) =>
        (await runTool(edit, { file_path: file, old_string: old, new_string: fresh })).text,
    };
  };

  describe('edited', () => {
    const kept: readonly [string, string, string][] = [
      ['LF', 'a\none\nb\n', 'a\nONE\n1\nb\n'],
      ['CRLF', 'a\r\none\r\nb\r\n', 'a\r\nONE\r\n1\r\nb\r\n'],
      ['mixed line ends', 'a\none\r\nb\rc\r\n\nd', 'a\nONE\r\n1\r\nb\rc\r\n\nd'],
      ['a byte order mark', '\xef\xbb\xbfa\r\none\r\n', '\xef\xbb\xbfa\r\nONE\r\n1\r\n'],
      ['a byte order mark and mixed line ends', '\xef\xbb\xbfa\none\r\n', '\xef\xbb\xbfa\nONE\r\n1\r\n'],
      ['UTF-16', '\xff\xfeo\0n\0e\0\n\0', '\xff\xfeO\0N\0E\0\n\x001\0\n\0'],
      ['no line end at the end', 'a\r\none', 'a\r\nONE\r\n1'],
      ['UTF-8 beyond ASCII', '\xe6\x96\x87 one \xf0\x9f\x98\x80\n', '\xe6\x96\x87 ONE\n1 \xf0\x9f\x98\x80\n'],
    ];
    for (const [what, before, after] of kept) {
      it(`keep ${what}`, async () => {
        await scratch.write('a.txt', Buffer.from(before, 'latin1'));
        assert.equal(await tools().edit('a.txt', 'one', 'ONE\n1'), 'Edited a.txt');
        assert.equal(await scratch.bytes('a.txt'), after);
      });
    }

    it('match over CRLF by \\n', async () => {
      await scratch.write('a.txt', 'a\r\nb\r\nc\r\n');
      await tools().edit('a.txt', 'a\nb\n', 'x\n');
      assert.equal(await scratch.bytes('a.txt'), 'x\r\nc\r\n');
    });

    it('take $& as plain text', async () => {
      await scratch.write('a.txt', 'one two\n');
      await tools().edit('a.txt', 'one', "$& $1 $'");
      assert.equal(await scratch.bytes('a.txt'), "$& $1 $' two\n");
    });

    const encodings: readonly [string, string, string, string, string][] = [
      ['gbk', '\xc4\xe3\xba\xc3 one \xce\xc4\n', '好', '文', '\xc4\xe3\xce\xc4 one \xce\xc4\n'],
      ['windows1252', 'caf\xe9 one \x80\n', 'one', 'é€', 'caf\xe9 \xe9\x80 \x80\n'],
    ];
    for (const [encoding, before, old, fresh, after] of encodings) {
      it(`keep ${encoding} where files.encoding says so`, () =>
        withSettings({ 'files.encoding': encoding }, async () => {
          await scratch.write('a.txt', Buffer.from(before, 'latin1'));
          await tools().edit('a.txt', old, fresh);
          assert.equal(await scratch.bytes('a.txt'), after);
        }));
    }

    it('are refused, and left alone, when the text has characters that their encoding has not', () =>
      withSettings({ 'files.encoding': 'windows1252' }, async () => {
        await scratch.write('a.txt', 'one\n');
        await assert.rejects(tools().edit('a.txt', 'one', '文'), /encoding of .*a\.txt \(windows1252\) can't hold/);
        await assert.rejects(tools().write('b.txt', '文'), /can't hold/);
        assert.equal(await scratch.bytes('a.txt'), 'one\n');
        assert.equal(await tools().workspace.exists(scratch.at('b.txt')), false);
      }));

    it('are refused, and left alone, when saving them as the editor reads them would destroy text', async () => {
      await scratch.write('a.txt', Buffer.from('caf\xe9 one\n', 'latin1'));
      await assert.rejects(tools().edit('a.txt', 'one', 'two'), /a\.txt is not valid utf8.*Nothing was written/);
      assert.equal(await scratch.bytes('a.txt'), 'caf\xe9 one\n');
    });

    it('can be taken back by undo in the editor', async () => {
      await scratch.write('a.txt', 'a\r\none\r\n');
      await tools().edit('a.txt', 'one', 'two');
      const document = await vscode.workspace.openTextDocument(scratch.uri('a.txt'));
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), 'a\r\none\r\n');
    });

    it('are edited on the unsaved text of the editor, which is saved with it', async () => {
      await scratch.write('a.txt', 'saved\n');
      const document = await typeInto(scratch.uri('a.txt'), 'unsaved ');
      const { read, edit } = tools();
      assert.equal(await read('a.txt'), '1\tunsaved saved');
      await edit('a.txt', 'unsaved saved', 'done');
      assert.equal(await scratch.bytes('a.txt'), 'done\n');
      assert.equal(document.isDirty, false);
    });

    it('are refused when the person typed into them since they were read', async () => {
      await scratch.write('a.txt', 'one\n');
      const { read, edit } = tools();
      await read('a.txt');
      await typeInto(scratch.uri('a.txt'), 'mine: ');
      await assert.rejects(edit('a.txt', 'one', 'two'), /a\.txt has changed since you read it/);
      assert.equal(await scratch.bytes('a.txt'), 'one\n');
    });

    it('leave the active editor, its selection and the open tabs alone', async () => {
      await scratch.write('a.txt', 'one\n');
      await scratch.write('b.txt', 'other\n');
      const editor = await vscode.window.showTextDocument(scratch.uri('b.txt'));
      editor.selection = new vscode.Selection(0, 2, 0, 4);
      await tools().edit('a.txt', 'one', 'two');
      assert.equal(vscode.window.activeTextEditor?.document.fileName, scratch.at('b.txt'));
      assert.deepEqual(vscode.window.activeTextEditor.selection, new vscode.Selection(0, 2, 0, 4));
      assert.equal(vscode.window.tabGroups.all.flatMap((group) => group.tabs).length, 1);
    });

    it('may be formatted on save, and can be edited again', () =>
      withSettings({ 'editor.formatOnSave': true }, async () => {
        const formatter = vscode.languages.registerDocumentFormattingEditProvider(
          { scheme: 'file', pattern: '**/*.upper' },
          { provideDocumentFormattingEdits: upperCase },
        );
        try {
          await scratch.write('a.upper', 'one\nlast\n');
          const { edit } = tools();
          assert.match(await edit('a.upper', 'one', 'two'), /^Edited a\.upper\nThe editor changed it on save/);
          assert.equal(await scratch.bytes('a.upper'), 'TWO\nLAST\n');
          await edit('a.upper', 'TWO', 'three');
          assert.equal(await scratch.bytes('a.upper'), 'THREE\nLAST\n');
        } finally {
          formatter.dispose();
        }
      }));
  });

  describe('written', () => {
    it('are made with their folders, byte by byte as given', async () => {
      assert.equal(await tools().write('new/deep/件.txt', 'a\r\n文\n'), 'Wrote 7 bytes to new/deep/件.txt');
      assert.equal(await scratch.bytes('new/deep/件.txt'), 'a\r\n\xe6\x96\x87\n');
    });

    it('keep the line ends and the byte order mark of what they replace', async () => {
      await scratch.write('a.txt', '\uFEFFold\r\n');
      assert.equal(await tools().write('a.txt', 'x\ny\n'), 'Wrote 9 bytes to a.txt');
      assert.equal(await scratch.bytes('a.txt'), '\xef\xbb\xbfx\r\ny\r\n');
    });

    it('can be emptied', async () => {
      await scratch.write('a.txt', 'old\n');
      assert.equal(await tools().write('a.txt', ''), 'Wrote 0 bytes to a.txt');
      assert.equal(await scratch.bytes('a.txt'), '');
    });

    it('are right right after a command changed them on disk', async () => {
      await scratch.write('a.txt', 'one\n');
      await vscode.workspace.openTextDocument(scratch.uri('a.txt'));
      await scratch.write('a.txt', 'from a command\n');
      const { read, edit } = tools();
      assert.equal(await read('a.txt'), '1\tfrom a command');
      await edit('a.txt', 'command', 'tool');
      assert.equal(await scratch.bytes('a.txt'), 'from a tool\n');
    });
  });

  describe('that no document can hold, of mixed line ends', () => {
    it('are replaced as a whole: who has the old file open reads all of it', async () => {
      await scratch.write('a.txt', 'a\none\r\n');
      await chmod(scratch.at('a.txt'), 0o755);
      const old = await open(scratch.at('a.txt'));
      try {
        await tools().edit('a.txt', 'one', 'two');
        assert.equal(await old.readFile('latin1'), 'a\none\r\n');
      } finally {
        await old.close();
      }
      assert.equal(await scratch.bytes('a.txt'), 'a\ntwo\r\n');
      assert.equal((await stat(scratch.at('a.txt'))).mode & 0o777, 0o755);
      assert.deepEqual(await readdir(scratch.path), ['a.txt']);
    });

    it('are written through a link, which stays one', async () => {
      await scratch.write('real.txt', 'a\none\r\n');
      await symlink('real.txt', scratch.at('link.txt'));
      await tools().edit('link.txt', 'one', 'two');
      assert.equal(await scratch.bytes('real.txt'), 'a\ntwo\r\n');
      assert.equal(await readlink(scratch.at('link.txt')), 'real.txt');
    });

    it('show in the editor that has them open', async () => {
      await scratch.write('a.txt', 'a\none\r\n');
      const { document } = await vscode.window.showTextDocument(scratch.uri('a.txt'));
      const changed = new Promise<void>((resolve) => {
        const listener = vscode.workspace.onDidChangeTextDocument((event) => {
          if (event.document !== document || !document.getText().includes('two')) return;
          listener.dispose();
          resolve();
        });
      });
      await tools().edit('a.txt', 'one', 'two');
      await changed;
      assert.equal(document.isDirty, false);
    });
  });

  it('are as before where they could not be made, and say why', async () => {
    await scratch.write('a.txt', 'one\n');
    await assert.rejects(tools().write('a.txt/b.txt', 'x'), /a\.txt.b\.txt could not be saved/);
    assert.equal(await scratch.bytes('a.txt'), 'one\n');
  });

  it('are binary, folders or absent, and say so', async () => {
    await scratch.write('a.bin', Buffer.from([1, 0, 2, 0, 0, 3]));
    const { read, edit } = tools();
    await assert.rejects(read('a.bin'), /a\.bin is a binary file \(6 bytes\)/);
    await assert.rejects(edit('a.bin', 'a', 'b'), /binary file/);
    await assert.rejects(read('.'), /\. is a folder/);
    await assert.rejects(read('b.txt'), /b\.txt does not exist/);
    await assert.rejects(read('a.bin/x'), /does not exist/);
  });

  it('are deleted', async () => {
    await scratch.write('a.txt', '');
    const { workspace } = tools();
    await workspace.delete(scratch.at('a.txt'));
    assert.equal(await workspace.exists(scratch.at('a.txt')), false);
    await assert.rejects(workspace.delete(scratch.at('a.txt')), /a\.txt does not exist/);
  });

  it('are known to lie outside when a link leads there', async () => {
    await symlink(tmpdir(), scratch.at('out'));
    const { workspace } = tools();
    const [through, inside] = [await workspace.resolve('out/new/x.txt'), await workspace.resolve('in/x.txt')];
    assert.equal(path.basename(through.realPath), 'x.txt');
    assert.deepEqual([through.isInside, inside.isInside], [false, true]);
  });
});

async function typeInto(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(uri);
  await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
  return editor.document;
}

function upperCase(document: vscode.TextDocument): vscode.TextEdit[] {
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  return [vscode.TextEdit.replace(all, document.getText().toUpperCase())];
}
