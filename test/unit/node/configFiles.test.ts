import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isTracked, readConfigFolder } from '../../../src/node/configFiles.ts';

describe('readConfigFolder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'config-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, content: string | Uint8Array): string {
    const file = path.join(folder, '.agent', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  async function settingsContent(): Promise<unknown> {
    return (await readConfigFolder(folder)).settingsJson?.content;
  }

  it('finds nothing where nothing is', async () => {
    assert.deepEqual(await readConfigFolder(folder), {});
    assert.deepEqual(await readConfigFolder(path.join(folder, 'missing')), {});
  });

  it('finds nothing when .agent is a file', async () => {
    writeFileSync(path.join(folder, '.agent'), '');
    assert.deepEqual(await readConfigFolder(folder), {});
  });

  it('reads both files as they are, byte order mark and line ends kept', async () => {
    const settingsJson = write('settings.json', '\uFEFF{}\r\n');
    const configToml = write('config.toml', 'a = "ä"\n');
    assert.deepEqual(await readConfigFolder(folder), {
      settingsJson: { path: settingsJson, content: { kind: 'text', text: '\uFEFF{}\r\n' }, isTracked: false },
      configToml: { path: configToml, content: { kind: 'text', text: 'a = "ä"\n' }, isTracked: false },
    });
  });

  it('names a folder in the place of the file', async () => {
    mkdirSync(path.join(folder, '.agent', 'settings.json'), { recursive: true });
    assert.deepEqual(await settingsContent(), { kind: 'unreadable', reason: 'is a folder' });
  });

  it('does not read a file that is too large', async () => {
    write('settings.json', new Uint8Array(1_000_001));
    assert.deepEqual(await settingsContent(), { kind: 'unreadable', reason: 'is larger than 1 MB' });
  });

  it('names a file that is not UTF-8', async () => {
    write('settings.json', Uint8Array.of(0x7b, 0xff, 0x7d));
    assert.deepEqual(await settingsContent(), { kind: 'unreadable', reason: 'is not UTF-8 text' });
  });

  it('says why the system refuses to read', async () => {
    const file = path.join(folder, '.agent', 'settings.json');
    mkdirSync(path.dirname(file));
    symlinkSync(file, file);
    assert.deepEqual(await settingsContent(), { kind: 'unreadable', reason: "can't be read (ELOOP)" });
  });

  it('knows a file that git tracks, also in a folder below the repository', async () => {
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', args, { cwd: folder, stdio: 'ignore', windowsHide: true });
    git('init');
    const tracked = write('settings.json', '{}');
    const other = write('config.toml', '');
    git('add', '--', tracked);
    assert.deepEqual([await isTracked(tracked), await isTracked(other)], [true, false]);
    assert.equal((await readConfigFolder(folder)).settingsJson?.isTracked, true);
  });

  it('takes every file for untracked where git is not installed', async () => {
    const file = write('settings.json', '{}');
    const before = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      assert.equal(await isTracked(file), false);
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('takes a file outside any repository, or in no folder at all, for untracked', async () => {
    assert.equal(await isTracked(write('settings.json', '{}')), false);
    assert.equal(await isTracked(path.join(folder, 'missing', 'settings.json')), false);
  });
});
