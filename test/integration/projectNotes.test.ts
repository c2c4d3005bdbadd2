import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realPathOf } from '../../src/node/realPath.ts';
import { notesText, readNotes } from '../../src/vscode/workspace/projectNotes.ts';
import { folder, remove, write } from './workspaceFiles.ts';

describe('the notes of a project', () => {
  let home: string;
  before(async () => void (home = await mkdtemp(path.join(tmpdir(), 'notes-'))));
  afterEach(async () => {
    for (const name of ['AGENTS.md', 'CLAUDE.md', '.env', 'notes.md']) await remove(name).catch(() => undefined);
    await rm(path.join(home, 'AGENTS.md'), { force: true });
  });
  after(() => rm(home, { recursive: true }));
  const read = () => readNotes({ home, realPath: realPathOf });
  const inWorkspace = (name: string): string => path.join(folder().fsPath, name);

  it('are those of the home folder, then those of the workspace, named as the person knows them', async () => {
    await writeFile(path.join(home, 'AGENTS.md'), 'be brief');
    await write('AGENTS.md', 'use tabs');
    await write('CLAUDE.md', 'no classes');
    const notes = await read();
    assert.match(notes.text, /be brief[^]*use tabs[^]*no classes/);
    assert.equal(notesText(notes), 'Notes for the agent in its instructions: ~/AGENTS.md, AGENTS.md, CLAUDE.md.');
  });

  it('may be a link inside the workspace, but bring in no secret and nothing from outside', async () => {
    const outside = path.join(home, 'credentials');
    await writeFile(outside, 'secret-1');
    await write('.env', 'KEY=secret-2');
    await write('notes.md', 'use spaces');
    await symlink(outside, inWorkspace('AGENTS.md'));
    await symlink(inWorkspace('.env'), inWorkspace('CLAUDE.md'));
    assert.deepEqual(await read(), { text: '', names: [], cut: [], unread: [] });
    await remove('CLAUDE.md');
    await symlink(inWorkspace('notes.md'), inWorkspace('CLAUDE.md'));
    assert.match((await read()).text, /use spaces/);
  });

  it('say what could not be read', async () => {
    await write('AGENTS.md', 'x'.repeat(1_100_000));
    await writeFile(inWorkspace('CLAUDE.md'), Buffer.from('d\xe9j\xe0 vu', 'latin1'));
    const notes = await read();
    assert.deepEqual([notes.text, notes.names], ['', []]);
    assert.equal(notesText(notes), 'Left out, over 1 MB or not in UTF-8: AGENTS.md, CLAUDE.md.');
  });

  it('say what was too long', async () => {
    await write('AGENTS.md', 'x'.repeat(20_000));
    const notes = await read();
    assert.ok(notes.text.length < 17_000);
    assert.match(notesText(notes) ?? '', /only in part or not at all: AGENTS\.md\.$/);
  });
});
