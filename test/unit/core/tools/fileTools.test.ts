import assert from 'node:assert/strict';
import { createEditFileTool } from '../../../../src/core/tools/editFile.ts';
import { FileStamps } from '../../../../src/core/tools/fileStamps.ts';
import { createReadFileTool } from '../../../../src/core/tools/readFile.ts';
import { createWriteFileTool } from '../../../../src/core/tools/writeFile.ts';
import { MemoryWorkspace, type MemoryWorkspaceOptions } from '../../../support/memoryWorkspace.ts';
import { runTool } from '../../../support/toolRun.ts';

const setUp = (files: Record<string, string> = {}, options: MemoryWorkspaceOptions = {}) => {
  const workspace = new MemoryWorkspace(files, options);
  const stamps = new FileStamps(workspace);
  const ports = { workspace, stamps };
  return {
    workspace,
    stamps,
    read: createReadFileTool(ports),
    write: createWriteFileTool(ports),
    edit: createEditFileTool(ports),
  };
};
const numberedLines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

describe('read_file', () => {
  const textOf = async (content: string, input: object = {}): Promise<string> =>
    (await runTool(setUp({ '/w/a.txt': content }).read, { file_path: 'a.txt', ...input })).text;

  it('numbers the lines, and a last line end begins no line', async () => {
    assert.equal(await textOf('one\r\ntwo\n'), '1\tone\n2\ttwo');
  });

  it('shows the first lines when there is a limit', async () => {
    assert.equal(
      await textOf(numberedLines(5), { limit: 2 }),
      '1\tline 1\n2\tline 2\n... (3 more lines)\nGo on with offset 3.',
    );
  });

  it('starts at the offset', async () => {
    assert.equal(await textOf(numberedLines(3), { offset: 3 }), '3\tline 3');
  });

  it('takes limit 0, null and no limit as all', async () => {
    for (const limit of [0, null, undefined]) assert.equal(await textOf('a\nb', { limit }), '1\ta\n2\tb');
  });

  it('refuses a negative limit, offset 0 and a missing path, naming the argument', async () => {
    await assert.rejects(textOf('a', { limit: -1 }), /^ToolError: limit: /);
    await assert.rejects(textOf('a', { offset: 0 }), /^ToolError: offset: /);
    await assert.rejects(textOf('a', { file_path: undefined }), /^ToolError: file_path is missing$/);
    await assert.rejects(textOf('a', { file_path: 7 }), /^ToolError: file_path: .*expected string/);
  });

  it('says how long the file is when the offset is behind it', async () => {
    await assert.rejects(textOf('a\nb\n', { offset: 9 }), /a\.txt has only 2 lines/);
  });

  it('ends after 2000 lines or 50,000 characters and names the next offset', async () => {
    assert.match(
      await textOf(numberedLines(2500)),
      /\n2000\tline 2000\n\.\.\. \(500 more lines\)\nGo on with offset 2001\.$/,
    );
    const wide = await textOf(`${'x'.repeat(999)}\n`.repeat(100));
    assert.match(wide, /\n\.\.\. \(50 more lines\)\nGo on with offset 51\.$/);
  });

  it('shortens a very long line without cutting a character in two', async () => {
    assert.equal(await textOf(`${'x'.repeat(1999)}😀y`), `1\t${'x'.repeat(1999)}... (3 more characters)`);
  });

  it('says that a file is empty', async () => assert.equal(await textOf(''), '(empty file)'));

  it('says what to do about a binary file, a folder and a missing file', async () => {
    const { read } = setUp({ '/w/a.bin': 'a\0', '/w/src/a.ts': '' });
    await assert.rejects(runTool(read, { file_path: 'a.bin' }), /a\.bin is a binary file \(2 bytes\)\./);
    await assert.rejects(runTool(read, { file_path: 'src' }), /src is a folder\. List its files with glob\./);
    await assert.rejects(runTool(read, { file_path: 'b.ts' }), /b\.ts does not exist\. Look for it with glob\./);
  });

  it('refuses a huge file', async () => {
    const { read } = setUp({ '/w/a.txt': 'x'.repeat(21 * 1024 * 1024) });
    await assert.rejects(runTool(read, { file_path: 'a.txt' }), /bytes\. Look for the part you need with grep/);
  });

  it('reports what it read to hooks and as evidence', async () => {
    const { read } = setUp({ '/w/a.txt': 'a\nb\nc\n' });
    const { response, evidence } = await runTool(read, { file_path: '/w/a.txt', offset: 2, limit: 1 });
    assert.deepEqual(response, {
      type: 'text',
      file: { filePath: '/w/a.txt', content: 'b', numLines: 1, startLine: 2, totalLines: 3 },
    });
    assert.deepEqual(evidence, { kind: 'read', path: '/w/a.txt' });
  });

  it('names its subject relative to the workspace and sees through links', async () => {
    const { read } = setUp({}, { links: { '/w/out': '/etc' } });
    const subject = await read.subject({ file_path: './out/passwd' });
    assert.deepEqual(subject, {
      title: 'out/passwd',
      paths: [{ given: './out/passwd', path: '/w/out/passwd', realPath: '/etc/passwd', isInside: false }],
    });
  });
});

describe('write_file', () => {
  it('makes a file and counts real bytes', async () => {
    const { workspace, write } = setUp();
    const { text, response, evidence } = await runTool(write, { file_path: 'docs/件.md', content: '文a\n' });
    assert.equal(text, 'Wrote 5 bytes to docs/件.md');
    assert.equal(workspace.files.get('/w/docs/件.md'), '文a\n');
    assert.deepEqual(evidence, {
      kind: 'files',
      changes: [{ path: '/w/docs/件.md', before: undefined, after: '文a\n' }],
    });
    assert.deepEqual(response, {
      type: 'create',
      filePath: '/w/docs/件.md',
      content: '文a\n',
      structuredPatch: [],
      originalFile: null,
      success: true,
    });
  });

  it('keeps the line ends of an existing file', async () => {
    const { workspace, write } = setUp({ '/w/a.txt': 'a\r\nb\r\n', '/w/b.txt': 'a\nb\n' });
    await runTool(write, { file_path: 'a.txt', content: 'x\ny\n' });
    await runTool(write, { file_path: 'b.txt', content: 'x\r\ny\r\n' });
    assert.deepEqual([...workspace.files.values()], ['x\r\ny\r\n', 'x\ny\n']);
  });

  it('reports an update with its hunks', async () => {
    const { write } = setUp({ '/w/a.txt': 'a\nb\n' });
    const { response } = await runTool(write, { file_path: 'a.txt', content: 'a\nc\n' });
    assert.deepEqual(response, {
      type: 'update',
      filePath: '/w/a.txt',
      content: 'a\nc\n',
      structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' a', '-b', '+c'] }],
      originalFile: 'a\nb\n',
      success: true,
    });
  });

  it('accepts empty content but not a missing one', async () => {
    const { write } = setUp();
    assert.equal((await runTool(write, { file_path: 'a', content: '' })).text, 'Wrote 0 bytes to a');
    await assert.rejects(runTool(write, { file_path: 'a' }), /content is missing/);
  });

  it('previews the whole file before and after, and writes nothing', async () => {
    const { workspace, write } = setUp({ '/w/a.txt': 'a\r\n' });
    const signal = new AbortController().signal;
    const old = await write.preview?.({ file_path: 'a.txt', content: 'b\n' }, signal);
    const fresh = await write.preview?.({ file_path: 'b.txt', content: 'b\n' }, signal);
    assert.deepEqual(old, { path: '/w/a.txt', before: 'a\r\n', after: 'b\r\n' });
    assert.deepEqual(fresh, { path: '/w/b.txt', before: undefined, after: 'b\n' });
    assert.deepEqual([...workspace.files], [['/w/a.txt', 'a\r\n']]);
  });

  it('writes into the second folder when its name comes first', async () => {
    const roots = [
      { name: 'app', path: '/w/app' },
      { name: 'api', path: '/w/api' },
    ];
    const { workspace, write } = setUp({}, { roots });
    assert.equal((await runTool(write, { file_path: 'api/a.txt', content: 'a' })).text, 'Wrote 1 bytes to api/a.txt');
    assert.deepEqual([...workspace.files.keys()], ['/w/api/a.txt']);
  });

  it('does not write after a stop', async () => {
    const { workspace, write } = setUp();
    const signal = AbortSignal.abort();
    await assert.rejects(runTool(write, { file_path: 'a', content: 'a' }, { signal }), { name: 'AbortError' });
    assert.equal(workspace.files.size, 0);
  });
});

describe('edit_file', () => {
  const oneToTwo = { file_path: 'a.txt', old_string: 'one', new_string: 'two' };

  it('changes the one place, of a file it never read too', async () => {
    const { workspace, edit } = setUp({ '/w/a.txt': 'one\r\nlast\r\n' });
    const { text, response, evidence } = await runTool(edit, oneToTwo);
    assert.equal(text, 'Edited a.txt');
    assert.equal(workspace.files.get('/w/a.txt'), 'two\r\nlast\r\n');
    assert.deepEqual(evidence, {
      kind: 'files',
      changes: [{ path: '/w/a.txt', before: 'one\r\nlast\r\n', after: 'two\r\nlast\r\n' }],
    });
    assert.deepEqual(response, {
      filePath: '/w/a.txt',
      oldString: 'one',
      newString: 'two',
      originalFile: 'one\r\nlast\r\n',
      structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: ['-one\r', '+two\r', ' last\r'] }],
      userModified: false,
      replaceAll: false,
      success: true,
    });
  });

  it('says how many places it changed', async () => {
    const { edit } = setUp({ '/w/a.txt': 'one one' });
    assert.equal((await runTool(edit, { ...oneToTwo, replace_all: true })).text, 'Edited a.txt in 2 places');
  });

  it('leaves the file alone when nothing matches, and says so before anybody is asked', async () => {
    const { workspace, edit } = setUp({ '/w/a.txt': 'three\n' });
    await assert.rejects(runTool(edit, oneToTwo), /text not found in a\.txt/);
    const preview = edit.preview?.(oneToTwo, new AbortController().signal);
    await assert.rejects(Promise.resolve(preview), /text not found in a\.txt/);
    assert.equal(workspace.files.get('/w/a.txt'), 'three\n');
  });

  it('says what to do about a missing file', async () => {
    await assert.rejects(runTool(setUp().edit, oneToTwo), /a\.txt does not exist\. Look for it with glob\./);
  });
});

describe('a file that changes between read and write', () => {
  const oneToTwo = { file_path: 'a.txt', old_string: 'one', new_string: 'two' };
  const rewrite = { file_path: 'a.txt', content: 'new' };
  const readFirst = async (options: MemoryWorkspaceOptions = {}) => {
    const setup = setUp({ '/w/a.txt': 'one\n' }, options);
    await runTool(setup.read, { file_path: 'a.txt' });
    return setup;
  };

  it('is not edited or overwritten when somebody else changed it, and the reason is given', async () => {
    const { workspace, edit, write } = await readFirst();
    workspace.files.set('/w/a.txt', 'one, by the user\n');
    const reason = /a\.txt has changed since you read it .*Nothing was written\. Read it again/;
    await assert.rejects(runTool(edit, oneToTwo), reason);
    await assert.rejects(runTool(write, rewrite), reason);
    await assert.rejects(Promise.resolve(edit.preview?.(oneToTwo, new AbortController().signal)), reason);
    assert.equal(workspace.files.get('/w/a.txt'), 'one, by the user\n');
  });

  it('is edited once it was read again', async () => {
    const { workspace, edit, read } = await readFirst();
    workspace.files.set('/w/a.txt', 'one!\n');
    await runTool(read, { file_path: 'a.txt' });
    assert.equal((await runTool(edit, oneToTwo)).text, 'Edited a.txt');
  });

  it('is not made anew when somebody deleted it', async () => {
    const { workspace, write } = await readFirst();
    workspace.files.delete('/w/a.txt');
    await assert.rejects(runTool(write, rewrite), /has changed since you read it/);
  });

  it('may be touched without a change of content', async () => {
    const { workspace, edit } = await readFirst();
    workspace.files.set('/w/a.txt', 'one\n');
    assert.equal((await runTool(edit, oneToTwo)).text, 'Edited a.txt');
  });

  it('may be changed by our own writes', async () => {
    const { edit } = await readFirst();
    await runTool(edit, oneToTwo);
    assert.equal((await runTool(edit, { ...oneToTwo, old_string: 'two', new_string: 'x' })).text, 'Edited a.txt');
  });

  it('may be formatted on save, which the model is told', async () => {
    const { edit, workspace } = await readFirst({ onSave: (_, text) => text.toUpperCase() });
    const first = await runTool(edit, oneToTwo);
    assert.match(first.text, /^Edited a\.txt\nThe editor changed it on save \(formatter\)\. Read it/);
    assert.deepEqual(first.evidence, {
      kind: 'files',
      changes: [{ path: '/w/a.txt', before: 'one\n', after: 'TWO\n' }],
    });
    await runTool(edit, { ...oneToTwo, old_string: 'TWO', new_string: 'x' });
    assert.equal(workspace.files.get('/w/a.txt'), 'X\n');
  });

  it('may be rewritten by a hook after our write', async () => {
    const { edit, workspace, stamps } = await readFirst();
    await runTool(edit, oneToTwo);
    workspace.files.set('/w/a.txt', 'two;\n');
    await stamps.noteOwnChange('/w/a.txt');
    assert.equal((await runTool(edit, { ...oneToTwo, old_string: 'two;', new_string: 'x' })).text, 'Edited a.txt');
  });

  it('is forgotten when a hook deletes it', async () => {
    const { write, workspace, stamps } = await readFirst();
    workspace.files.delete('/w/a.txt');
    await stamps.noteOwnChange('/w/a.txt');
    assert.equal((await runTool(write, rewrite)).text, 'Wrote 3 bytes to a.txt');
  });

  it('is not written when it changed while the prompt was open', async () => {
    const { workspace, write } = setUp({ '/w/a.txt': 'one\n' });
    const context = { callId: 'c', signal: new AbortController().signal, report: () => undefined };
    await write.preview?.(rewrite, context.signal);
    workspace.files.set('/w/a.txt', 'by the user\n');
    await assert.rejects(write.run(rewrite, context), /has changed since/);
    assert.equal(workspace.files.get('/w/a.txt'), 'by the user\n');
  });
});

describe('a proposal that the person changed', () => {
  const signal = new AbortController().signal;
  const context = { callId: 'c1', signal, report: () => undefined };

  it('is what edit_file writes, whatever old_string says', async () => {
    const { edit, workspace } = setUp({ '/w/a.txt': 'one\ntwo\n' });
    const input = edit.parse({ file_path: 'a.txt', old_string: 'two', new_string: '2' });
    await edit.preview?.(input, signal);
    const output = await edit.run(edit.withText?.(input, 'ONE\n2\n') ?? input, context);
    assert.equal((await workspace.readFile('/w/a.txt')).text, 'ONE\n2\n');
    const { userModified, newString, structuredPatch } = output.response as Record<string, unknown>;
    assert.deepEqual([userModified, newString], [true, 'ONE\n2\n']);
    assert.match(JSON.stringify(structuredPatch), /\+ONE/);
  });

  it('is what write_file writes', async () => {
    const { write, workspace } = setUp();
    const input = write.parse({ file_path: 'a.txt', content: 'a\n' });
    const output = await write.run(write.withText?.(input, 'b\n') ?? input, context);
    assert.equal((await workspace.readFile('/w/a.txt')).text, 'b\n');
    assert.equal((output.response as { userModified: boolean }).userModified, true);
  });

  it('is refused when the file changed after the preview', async () => {
    const { edit, write, workspace } = setUp({ '/w/a.txt': 'one\n' });
    const input = edit.parse({ file_path: 'a.txt', old_string: 'one', new_string: '1' });
    await edit.preview?.(input, signal);
    const whole = write.parse({ file_path: 'a.txt', content: 'x' });
    await write.preview?.(whole, signal);
    await workspace.writeFile('/w/a.txt', 'mine\n');
    await assert.rejects(edit.run(edit.withText?.(input, '1!\n') ?? input, context), /has changed since you read it/);
    await assert.rejects(write.run(write.withText?.(whole, 'y') ?? whole, context), /has changed since you read it/);
    assert.equal((await workspace.readFile('/w/a.txt')).text, 'mine\n');
  });
});
