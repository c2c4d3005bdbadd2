import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localSettingsFolder } from '../../../src/node/localSettingsFolder.ts';

describe('the folder of the local settings', () => {
  let root: string;
  let project: string;
  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'local-settings-')));
    project = path.join(root, 'repository', 'packages', 'shop');
    await mkdir(project, { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('is the root of the repository above the project', async () => {
    await mkdir(path.join(root, 'repository', '.git'));
    assert.equal(await localSettingsFolder(project, '/home/ann'), path.join(root, 'repository'));
  });

  it('is the root of a work tree, whose .git is a file', async () => {
    await writeFile(path.join(root, 'repository', 'packages', '.git'), 'gitdir: /elsewhere\n');
    assert.equal(await localSettingsFolder(project, '/home/ann'), path.join(root, 'repository', 'packages'));
  });

  it('is the project where that is the root', async () => {
    await mkdir(path.join(project, '.git'));
    assert.equal(await localSettingsFolder(project, '/home/ann'), project);
  });

  it('is the project outside of a repository', async () => {
    assert.equal(await localSettingsFolder(project, '/home/ann'), project);
  });

  it('is the project when the root is the home folder', async () => {
    await mkdir(path.join(root, 'repository', '.git'));
    assert.equal(await localSettingsFolder(project, path.join(root, 'repository')), project);
  });
});
