import assert from 'node:assert/strict';
import { readProjectMemory, type MemoryFolder } from '../../../../../src/core/agent/prompt/projectMemory.ts';
import { buildSystemPrompt } from '../../../../../src/core/agent/prompt/systemPrompt.ts';

const home: MemoryFolder = { path: '/home/me', prefix: '~/' };
const root: MemoryFolder = { path: '/w', prefix: '' };

describe('project memory', () => {
  it('holds AGENTS.md, then CLAUDE.md, of each folder in its order, named for the screen', async () => {
    const memory = await read(
      { '/home/me/.claude/CLAUDE.md': 'be brief', '/w/CLAUDE.md': 'no classes', '/w/AGENTS.md': 'use tabs' },
      [home, root],
    );
    assert.deepEqual(memory.names, ['~/.claude/CLAUDE.md', 'AGENTS.md', 'CLAUDE.md']);
    assert.match(memory.text, /be brief[^]*use tabs[^]*no classes/);
    assert.deepEqual(memory.cut, []);
  });

  it('is empty without notes', async () => {
    assert.deepEqual(await read({ '/w/AGENTS.md': ' \n' }, [root]), { text: '', names: [], cut: [], unread: [] });
  });

  it('takes the same text, and a file that only points to its neighbour, once', async () => {
    const twice = await read({ '/w/AGENTS.md': 'use tabs', '/w/CLAUDE.md': 'use tabs\n' }, [root]);
    assert.deepEqual(twice.names, ['AGENTS.md']);
    const pointing = await read({ '/w/AGENTS.md': 'use tabs', '/w/CLAUDE.md': '@AGENTS.md\n' }, [root]);
    assert.deepEqual(pointing.names, ['AGENTS.md']);
  });

  it('is capped per file and in all, and says what is missing', async () => {
    const long = 'a rule\n'.repeat(5000);
    const files = Object.fromEntries(
      ['/a', '/b', '/c', '/d'].map((folder) => [`${folder}/AGENTS.md`, `${folder} ${long}`]),
    );
    const folders = ['/a', '/b', '/c', '/d'].map((path) => ({ path, prefix: `${path.slice(1)}/` }));
    const memory = await read(files, folders);
    assert.ok(memory.text.length < 42_000);
    assert.match(memory.text, /the rest was left out: a\/AGENTS\.md is too long/);
    assert.deepEqual(memory.cut, ['a/AGENTS.md', 'b/AGENTS.md', 'c/AGENTS.md', 'd/AGENTS.md']);
    assert.deepEqual(memory.names, ['a/AGENTS.md', 'b/AGENTS.md', 'c/AGENTS.md']);
  });

  it('stands in the system prompt before what may differ from day to day', async () => {
    const { text } = await read({ '/w/AGENTS.md': 'use tabs' }, [root]);
    const facts = { folders: ['/w'], os: 'Linux', shell: 'bash', date: '2026-11-30', enabledTools: [], memory: text };
    const prompt = buildSystemPrompt(facts);
    assert.ok(prompt.indexOf('use tabs') < prompt.indexOf('2026-11-30'));
    assert.equal(buildSystemPrompt({ ...facts, memory: '' }), buildSystemPrompt({ ...facts, memory: undefined }));
  });
});

function read(files: Readonly<Record<string, string>>, folders: readonly MemoryFolder[]) {
  return readProjectMemory(folders, { read: (folder, name) => Promise.resolve(files[`${folder}/${name}`]) });
}
