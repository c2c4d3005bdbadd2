import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { WorkspaceError } from '../../../src/core/workspace/workspace.ts';
import { clearLeftovers } from '../../../src/node/atomicFile.ts';
import { LocalFileBytes } from '../../../src/node/localFileBytes.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const isWindows = process.platform === 'win32';

describe('LocalFileBytes', () => {
  const folder = useTemporaryFolder();
  const files = new LocalFileBytes();
  const write = (name: string, text: string, mode?: number): Promise<void> =>
    files.write(folder.at(name), { bytes: Buffer.from(text), ...(mode === undefined ? {} : { mode }) });
  const text = (name: string): string => readFileSync(folder.at(name), 'utf8');

  it('reads bytes and permission bits, and nothing where nothing is', async () => {
    writeFileSync(folder.at('a'), Buffer.from([0xff, 0xfe, 0, 10]));
    if (!isWindows) chmodSync(folder.at('a'), 0o751);
    const file = await files.read(folder.at('a'));
    assert.deepEqual([...(file?.bytes ?? [])], [0xff, 0xfe, 0, 10]);
    if (!isWindows) assert.equal(file?.mode, 0o751);
    assert.equal(await files.read(folder.at('none')), undefined);
    assert.equal(await files.read(folder.at('a', 'b')), undefined);
  });

  it('refuses folders and what is no file, without waiting', async () => {
    await assert.rejects(files.read(folder.path), (error) => WorkspaceError.is(error, 'isFolder'));
    if (isWindows) return;
    execFileSync('mkfifo', [folder.at('pipe')]);
    await assert.rejects(files.read(folder.at('pipe')), (error) => WorkspaceError.is(error, 'unavailable'));
  });

  it('makes folders, and leaves nothing beside the file', async () => {
    await write('x/y/a', 'one');
    await write('x/y/a', 'two');
    assert.equal(text('x/y/a'), 'two');
    assert.deepEqual(readdirSync(folder.at('x', 'y')), ['a']);
  });

  it('keeps the permission bits of a file, or sets those that it is given', async () => {
    if (isWindows) return;
    const bits = (name: string): number => statSync(folder.at(name)).mode & 0o7777;
    writeFileSync(folder.at('a'), '');
    chmodSync(folder.at('a'), 0o764);
    await write('a', 'x');
    assert.equal(bits('a'), 0o764);
    await write('a', 'x', 0o777);
    assert.equal(bits('a'), 0o777);
    await write('b', 'x', 0o600);
    assert.equal(bits('b'), 0o600);
  });

  it('replaces the target of a link, not the link', async () => {
    if (isWindows) return;
    writeFileSync(folder.at('target'), 'old');
    symlinkSync('target', folder.at('link'));
    await write('link', 'new');
    assert.ok(lstatSync(folder.at('link')).isSymbolicLink());
    assert.equal(text('target'), 'new');
  });

  it('leaves the old file and nothing else when the new one cannot take its place', async () => {
    mkdirSync(folder.at('a'));
    writeFileSync(folder.at('a', 'b'), 'old');
    await assert.rejects(write('a', 'new'), (error) => WorkspaceError.is(error, 'saveFailed'));
    assert.equal(text('a/b'), 'old');
    assert.deepEqual(readdirSync(folder.path), ['a']);
  });

  it('removes what killed writes of a file left beside it, and nothing else', async () => {
    const mine = ['.a.0123456789ab.tmp.txt', '.a.tmp', '.ab.0123456789ab.tmp', '.a.0123456789AB.tmp', 'a'];
    for (const name of [...mine, '.a.0123456789ab.tmp']) writeFileSync(folder.at(name), '');
    await clearLeftovers(folder.at('a'));
    await clearLeftovers(folder.at('none', 'a'));
    assert.deepEqual(readdirSync(folder.path).sort(), mine.sort());
  });

  it('removes a file, and does not mind when there is none', async () => {
    writeFileSync(folder.at('a'), '');
    await files.remove(folder.at('a'));
    await files.remove(folder.at('a'));
    assert.deepEqual(readdirSync(folder.path), []);
  });
});
