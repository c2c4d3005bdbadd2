import assert from 'node:assert/strict';
import { createGlobTool } from '../../../../src/core/tools/glob.ts';
import { createGrepTool } from '../../../../src/core/tools/grep.ts';
import { MemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { runTool } from '../../../support/toolRun.ts';

const files = {
  '/w/b.ts': 'let b = 1;\n',
  '/w/a.ts': 'let a = 1;\nlet c = a;\n',
  '/w/src/d.ts': '// none\n',
  '/w/.env': 'let KEY=1\n',
};
const two = [
  { name: 'w', path: '/w' },
  { name: 'v', path: '/v' },
];

describe('glob', () => {
  const glob = (input: object, workspace = new MemoryWorkspace(files)) => runTool(createGlobTool({ workspace }), input);

  it('lists matches sorted', async () => {
    const { text, response, evidence } = await glob({ pattern: '**/*.ts' });
    assert.equal(text, 'a.ts\nb.ts\nsrc/d.ts');
    assert.deepEqual(evidence, { kind: 'search', count: 3 });
    const { durationMs: _, ...rest } = response as { durationMs: number }; // the shape is this tool's own
    assert.deepEqual(rest, { numFiles: 3, filenames: ['a.ts', 'b.ts', 'src/d.ts'], truncated: false });
  });

  it('searches in a folder only', async () =>
    assert.equal((await glob({ pattern: '*.ts', path: 'src' })).text, 'src/d.ts'));

  it('says that nothing matches', async () => assert.equal((await glob({ pattern: '*.md' })).text, '(no matches)'));

  it('finds nothing outside', async () => {
    const workspace = new MemoryWorkspace({ ...files, '/x.ts': '' });
    assert.equal((await glob({ pattern: '../*' }, workspace)).text, '(no matches)');
    await assert.rejects(glob({ pattern: '*', path: '..' }, workspace), /\.\. is outside the workspace/);
  });

  it('says that the folder does not exist', async () => {
    await assert.rejects(glob({ pattern: '*', path: 'lib' }), /lib does not exist\. Leave path out/);
  });

  it('shows 200 and says how many it left out', async () => {
    const many = Array.from({ length: 203 }, (_, at) => [`/w/${1000 + at}.md`, '']);
    const { text, response } = await glob({ pattern: '*.md' }, new MemoryWorkspace(Object.fromEntries(many)));
    assert.equal(text.split('\n').length, 201);
    assert.match(text, /\n1199\.md\n\.\.\. \(3 more matches omitted; narrow the pattern\)$/);
    assert.equal((response as { truncated: boolean }).truncated, true); // the shape is this tool's own
  });

  it('searches all folders and names each', async () => {
    const workspace = new MemoryWorkspace({ '/w/a.ts': '', '/v/a.ts': '' }, { roots: two });
    assert.equal((await glob({ pattern: '*.ts' }, workspace)).text, 'v/a.ts\nw/a.ts');
  });

  it('shows a file once when one folder lies in another', async () => {
    const roots = [...two, { name: 'src', path: '/w/src' }];
    assert.equal((await glob({ pattern: '**/d.ts' }, new MemoryWorkspace(files, { roots }))).text, 'src/d.ts');
  });
});

describe('grep', () => {
  const line = (path: string, number: number, text: string, isMatch = true) => ({ path, line: number, text, isMatch });
  const grep = (input: object, workspace = new MemoryWorkspace(files)) =>
    runTool(createGrepTool({ workspace, isSecret: (path) => path.endsWith('.env') }), input);

  it('lists the files with matches', async () => {
    const { text, response, evidence } = await grep({ pattern: 'let [a-c]' });
    assert.equal(text, 'b.ts\na.ts');
    assert.deepEqual(response, { mode: 'files_with_matches', numFiles: 2, filenames: ['b.ts', 'a.ts'] });
    assert.deepEqual(evidence, { kind: 'search', count: 3 });
  });

  it('shows matching lines', async () => {
    const { text, response } = await grep({ pattern: 'a = |= a', output_mode: 'content' });
    assert.equal(text, 'a.ts:1:let a = 1;\na.ts:2:let c = a;');
    assert.deepEqual(response, { mode: 'content', numFiles: 1, filenames: ['a.ts'], content: text, numLines: 2 });
  });

  it('counts matching lines', async () => {
    assert.equal((await grep({ pattern: 'let [a-c]', output_mode: 'count' })).text, 'b.ts:1\na.ts:2');
  });

  it('shows context as grep does', async () => {
    const lines = [
      line('/w/a', 1, 'x', false),
      line('/w/a', 2, 'hit'),
      line('/w/a', 9, 'hit'),
      line('/w/b', 10, 'hit'),
    ];
    const workspace = new MemoryWorkspace({}, { searchResult: { lines, isCut: false } });
    const { text, evidence } = await grep({ pattern: 'hit', output_mode: 'content', context: 1 }, workspace);
    assert.equal(text, 'a-1-x\na:2:hit\n--\na:9:hit\n--\nb:10:hit');
    assert.deepEqual(evidence, { kind: 'search', count: 3 });
  });

  it('says what it cut', async () => {
    const lines = Array.from({ length: 5 }, (_, at) => line('/w/a', at + 1, 'y'.repeat(600)));
    const workspace = new MemoryWorkspace({}, { searchResult: { lines, isCut: true } });
    const { text } = await grep({ pattern: 'y', output_mode: 'content', head_limit: 1 }, workspace);
    const shown = `a:1:${'y'.repeat(500)}... (100 more characters)`;
    assert.equal(text, `${shown}\n... (4 more lines; narrow the search)\n... (search ended after 10000 matches)`);
  });

  it('says that nothing matches', async () => assert.equal((await grep({ pattern: 'zzz' })).text, '(no matches)'));

  it('keeps secrets to itself unless the file was asked for by name', async () => {
    const hidden = await grep({ pattern: 'KEY' });
    assert.equal(hidden.text, '(no matches)\n... (matches in files with secrets are not shown)');
    assert.equal((await grep({ pattern: 'KEY', path: '.env' })).text, '.env');
  });

  it('passes on where to search and what', async () => {
    const workspace = new MemoryWorkspace(files);
    await grep({ pattern: 'x', path: 'src', glob: '*.ts', context: 3 }, workspace);
    await grep({ pattern: 'x', output_mode: 'content', context: 3 }, workspace);
    assert.deepEqual(workspace.searches, [
      { pattern: 'x', path: '/w/src', glob: '*.ts', context: 0, limit: 10_000 },
      { pattern: 'x', context: 3, limit: 10_000 },
    ]);
  });

  it('does not search outside', async () => {
    await assert.rejects(grep({ pattern: 'x', path: '/etc' }), /\/etc is outside the workspace/);
  });

  it('has what and where as its subject', async () => {
    const tool = createGrepTool({ workspace: new MemoryWorkspace(files) });
    assert.deepEqual(await tool.subject({ pattern: 'x' }), { title: 'x', paths: [] });
    assert.equal((await tool.subject({ pattern: 'x', path: '/w/src' })).title, 'x in src');
  });
});
