import assert from 'node:assert/strict';
import type { ChangeEntry } from '../../../../src/core/checkpoints/changeRecord.ts';
import { UndoBench } from './undoBench.ts';

describe('ChangeKeeper', () => {
  it('has the bytes and the record safe before the file is touched', async () => {
    const bench = new UndoBench({ '/w/a': 'old' });
    const seen: unknown[] = [];
    bench.log.onDidAdd((entry: ChangeEntry) => seen.push([entry.kind, bench.now['/w/a'], bench.store.blobs.size]));
    await bench.workspace.writeFile('/w/a', 'new');
    assert.deepEqual(seen, [
      ['fileChanging', 'old', 1],
      ['fileChanged', 'new', 2],
    ]);
  });

  it('records whose work a change is and where it really went', async () => {
    const bench = new UndoBench({ '/w/real/a': 'old', '/w/link/a': 'old' }, { links: { '/w/link': '/w/real' } });
    await bench.workspace.writeFile('/w/link/a', 'new');
    const [record] = bench.log.records;
    assert.ok(record);
    const { id: _id, before: _before, after: _after, ...rest } = record;
    const context = { run: 1, itemId: 'todo-1', callId: 'call-1' };
    assert.deepEqual(rest, { ...context, cause: 'tool', path: '/w/link/a', realPath: '/w/real/a' });
  });

  it('lets the change go on when its bytes cannot be kept, and says so', async () => {
    const bench = new UndoBench({ '/w/a': 'old' });
    bench.store.isFull = true;
    await bench.workspace.writeFile('/w/a', 'new');
    assert.equal(bench.now['/w/a'], 'new');
    assert.deepEqual(bench.log.records[0]?.before, { kind: 'unknown', why: 'notKept' });
  });

  it('records what a failed write left', async () => {
    const bench = new UndoBench({ '/w/a': 'old' });
    await assert.rejects(
      bench.keeper.around('/w/a', () => Promise.reject(new Error('no'))),
      /no/,
    );
    const [record] = bench.log.records;
    assert.deepEqual(record?.after, record?.before);
  });
});
