import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { CheckpointError, type CheckpointLimits } from '../../../../src/core/checkpoints/checkpointStore.ts';
import { FileCheckpointStore } from '../../../../src/node/sessions/fileCheckpointStore.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const day = 24 * 60 * 60 * 1000;

describe('FileCheckpointStore', () => {
  const folder = useTemporaryFolder();
  let now = 0;
  let limits: CheckpointLimits;
  beforeEach(() => {
    now = 1_000 * day;
    limits = { maxBytes: 1e9, maxAgeMs: 30 * day };
  });
  const store = (): FileCheckpointStore =>
    new FileCheckpointStore({ folder: folder.at('kept'), limits: () => limits, now: () => now });
  const files = (): string[] =>
    readdirSync(folder.at('kept'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  it('gives back the very bytes, of whatever kind', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('\ufeffa\r\nb'),
      randomBytes(100_000),
      Buffer.from([0xff, 0, 0xfe]),
    ]) {
      const hash = await store().put(bytes);
      assert.deepEqual(Buffer.from((await store().get(hash)) ?? 'none'), bytes);
    }
  });

  it('keeps equal contents once, readable by this user only, and leaves nothing else', async () => {
    const [first, second] = [await store().put(Buffer.from('a')), await store().put(Buffer.from('a'))];
    assert.equal(first, second);
    assert.deepEqual(files(), [`${first}.gz`]);
    if (process.platform !== 'win32') {
      assert.equal(statSync(folder.at('kept', first.slice(0, 2), `${first}.gz`)).mode & 0o077, 0);
    }
  });

  it('does not pass off a damaged file, and makes it anew', async () => {
    const hash = await store().put(Buffer.from('a'));
    writeFileSync(folder.at('kept', hash.slice(0, 2), `${hash}.gz`), 'broken');
    assert.equal(await store().get(hash), undefined);
    await store().put(Buffer.from('a'));
    assert.equal(Buffer.from((await store().get(hash)) ?? '').toString(), 'a');
  });

  it('knows nothing by a name that is no hash', async () => {
    for (const hash of ['', '../x', 'A'.repeat(64), 'a'.repeat(64)]) assert.equal(await store().get(hash), undefined);
  });

  it('drops what is too old, unless it was kept again or is needed', async () => {
    const [old, again, needed] = [
      await store().put(Buffer.from('old')),
      await store().put(Buffer.from('again')),
      await store().put(Buffer.from('needed')),
    ];
    now += 20 * day;
    await store().put(Buffer.from('again'));
    now += 11 * day;
    const { removed } = await store().prune((hash) => hash === needed);
    assert.equal(removed, 1);
    assert.equal(await store().get(old), undefined);
    assert.ok(await store().get(again));
    assert.ok(await store().get(needed));
  });

  it('drops the oldest until the rest fits', async () => {
    const hashes: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      hashes.push(await store().put(randomBytes(1000)));
      now += 1000;
    }
    limits = { ...limits, maxBytes: 2500 };
    const { removed, bytes } = await store().prune();
    assert.equal(removed, 3);
    assert.ok(bytes <= 2500);
    const left = await Promise.all(hashes.map((hash) => store().get(hash)));
    assert.deepEqual(
      left.map((content) => content !== undefined),
      [false, false, false, true, true],
    );
  });

  it('has nothing to drop before anything was kept', async () => {
    assert.deepEqual(await store().prune(), { removed: 0, bytes: 0 });
  });

  it('says why it cannot keep', async () => {
    writeFileSync(folder.at('kept'), 'in the way');
    await assert.rejects(store().put(Buffer.from('a')), (error) => CheckpointError.is(error, 'failed'));
  });
});
