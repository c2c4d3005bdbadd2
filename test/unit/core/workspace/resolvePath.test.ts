import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolvePath, type ReadLink } from '../../../../src/core/workspace/resolvePath.ts';

const readDiskLink: ReadLink = (given) => readlink(given).catch(() => undefined);

describe('resolvePath', () => {
  let base = '';
  const resolve = (given: string, root = path.join(base, 'w')) =>
    resolvePath(given, { roots: [{ name: 'w', path: root }], home: '/home/me', style: path }, readDiskLink);

  before(async () => {
    base = await realpath(await mkdtemp(path.join(tmpdir(), 'resolve-path-')));
    await mkdir(path.join(base, 'w', 'src'), { recursive: true });
    await mkdir(path.join(base, 'outside'));
    await writeFile(path.join(base, 'outside', 'old.txt'), '');
    await symlink(path.join(base, 'outside'), path.join(base, 'w', 'folder-link'));
    await symlink('../outside/old.txt', path.join(base, 'w', 'file-link'));
    await symlink('../outside/new.txt', path.join(base, 'w', 'dangling'));
    await symlink('../x', path.join(base, 'outside', 'up'));
    await symlink('folder-link/../x', path.join(base, 'w', 'crooked'));
    await symlink('loop-b', path.join(base, 'w', 'loop-a'));
    await symlink('loop-a', path.join(base, 'w', 'loop-b'));
    await symlink('src', path.join(base, 'w', 'inside-link'));
    await symlink('w', path.join(base, 'w-link'));
  });
  after(() => rm(base, { recursive: true }));

  it('finds a new file in new folders inside', async () => {
    assert.deepEqual(await resolve('a/b/c.txt'), {
      given: 'a/b/c.txt',
      path: path.join(base, 'w/a/b/c.txt'),
      realPath: path.join(base, 'w/a/b/c.txt'),
      isInside: true,
    });
  });

  const outside: readonly [string, string][] = [
    ['../outside/old.txt', 'outside/old.txt'],
    ['folder-link/old.txt', 'outside/old.txt'],
    ['folder-link/new/deep.txt', 'outside/new/deep.txt'],
    ['file-link', 'outside/old.txt'],
    ['dangling', 'outside/new.txt'],
    ['folder-link/up', 'x'],
    ['crooked', 'x'],
  ];
  for (const [given, target] of outside) {
    it(`sees that ${given} leads out of the workspace`, async () => {
      const resolved = await resolve(given);
      assert.deepEqual([resolved.realPath, resolved.isInside], [path.join(base, target), false]);
    });
  }

  it('takes .. behind a link by name, as the editor does', async () => {
    assert.equal((await resolve('folder-link/../x')).realPath, path.join(base, 'w/x'));
  });

  it('accepts a link that stays inside', async () => {
    const resolved = await resolve('inside-link/a.ts');
    assert.deepEqual([resolved.realPath, resolved.isInside], [path.join(base, 'w/src/a.ts'), true]);
  });

  it('accepts both names of a workspace folder that is itself a link', async () => {
    const root = path.join(base, 'w-link');
    assert.equal((await resolve('src/a.ts', root)).isInside, true);
    assert.equal((await resolve(path.join(base, 'w/src/a.ts'), root)).isInside, true);
  });

  it('ends on a loop of links', async () => {
    assert.equal((await resolve('loop-a')).path, path.join(base, 'w/loop-a'));
  });
});
