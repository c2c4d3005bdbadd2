import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OutputFiles } from '../../../../src/node/processes/outputFiles.ts';

describe('OutputFiles', () => {
  let base = '';
  before(async () => (base = await mkdtemp(path.join(tmpdir(), 'output-files-'))));
  after(() => rm(base, { recursive: true }));

  it('keeps a text in a folder that it makes, for this user only', async () => {
    const file = await new OutputFiles(path.join(base, 'a', 'b')).save('toolu_01', 'text 文');
    assert.equal(file, path.join(base, 'a', 'b', 'toolu_01.txt'));
    assert.equal(await readFile(file, 'utf8'), 'text 文');
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
  });

  it('cannot be led out of its folder by an id', async () => {
    assert.equal(await new OutputFiles(base).save('../../x', ''), path.join(base, '______x.txt'));
  });
});
