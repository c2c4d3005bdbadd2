import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRipgrep } from '../../../../src/vscode/workspace/ripgrepPath.ts';

const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
const universal = `@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}`;

describe('findRipgrep', () => {
  let base = '';
  beforeEach(async () => (base = await mkdtemp(path.join(tmpdir(), 'ripgrep-path-'))));
  afterEach(() => rm(base, { recursive: true }));

  const place = async (folder: string): Promise<string> => {
    await mkdir(path.join(base, folder), { recursive: true });
    await writeFile(path.join(base, folder, name), '');
    return path.join(base, folder, name);
  };

  const shipped = [universal, '@vscode/ripgrep/bin'].flatMap((folder) => [
    `node_modules/${folder}`,
    `node_modules.asar.unpacked/${folder}`,
  ]);
  for (const folder of shipped) {
    it(`finds the one in ${folder}`, async () => {
      const file = await place(folder);
      assert.equal(findRipgrep(base, {}), file);
    });
  }

  it('falls back to the PATH', async () => {
    const file = await place('bin');
    const env = { PATH: ['relative', path.join(base, 'bin')].join(path.delimiter) };
    assert.equal(findRipgrep(path.join(base, 'app'), env), file);
  });

  it('finds none where there is none', () => assert.equal(findRipgrep(base, { PATH: '' }), undefined));
});
