import assert from 'node:assert/strict';
import {
  allWork,
  changesOfItem,
  changesOfRun,
  undoOfItem,
  undoOfRun,
} from '../../../../src/core/checkpoints/activeChanges.ts';
import { resultsOf, UndoBench } from './undoBench.ts';

const five = 'one\ntwo\nthree\nfour\nfive\n';

describe('undo of one item', () => {
  it('brings back what the item changed, deletes what it made and makes what it deleted', async () => {
    const bench = new UndoBench({ '/w/a': 'old', '/w/gone': 'text', '/w/other': 'mine' });
    await bench.write('1', '/w/a', 'new');
    await bench.write('1', '/w/made', 'fresh');
    await bench.delete('1', '/w/gone');
    const reports = await bench.take(changesOfItem(bench.log.records, '1'));
    assert.deepEqual(resultsOf(reports), ['/w/a restored', '/w/made deleted', '/w/gone recreated']);
    assert.deepEqual(bench.now, { '/w/a': 'old', '/w/gone': 'text', '/w/other': 'mine' });
  });

  it('leaves the files of other items alone', async () => {
    const bench = new UndoBench({ '/w/a': 'a', '/w/b': 'b' });
    await bench.write('1', '/w/a', 'A');
    await bench.write('2', '/w/b', 'B');
    await bench.take(changesOfItem(bench.log.records, '1'));
    assert.deepEqual(bench.now, { '/w/a': 'a', '/w/b': 'B' });
  });

  it('goes back over several writes to before the first', async () => {
    const bench = new UndoBench({ '/w/a': '0' });
    for (const text of ['1', '2', '3']) await bench.write('1', '/w/a', text);
    await bench.take(changesOfItem(bench.log.records, '1'));
    assert.deepEqual(bench.now, { '/w/a': '0' });
  });

  it("keeps the person's later edit elsewhere in the file", async () => {
    const bench = new UndoBench({ '/w/a': five });
    await bench.write('1', '/w/a', five.replace('one', 'ONE'));
    bench.memory.files.set('/w/a', five.replace('one', 'ONE').replace('five', 'FIVE'));
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/w/a merged']);
    assert.equal(bench.now['/w/a'], five.replace('five', 'FIVE'));
  });

  it("keeps another item's change between two of its own", async () => {
    const bench = new UndoBench({ '/w/a': five });
    await bench.write('1', '/w/a', 'ONE\ntwo\nthree\nfour\nfive\n');
    await bench.write('2', '/w/a', 'ONE\ntwo\nTHREE\nfour\nfive\n');
    await bench.write('1', '/w/a', 'ONE\ntwo\nTHREE\nfour\nFIVE\n');
    await bench.take(changesOfItem(bench.log.records, '1'));
    assert.equal(bench.now['/w/a'], 'one\ntwo\nTHREE\nfour\nfive\n');
    await bench.take(changesOfItem(bench.log.records, '2'));
    assert.equal(bench.now['/w/a'], five);
  });

  it('reports a conflict with all three texts and writes nothing where both changed the same lines', async () => {
    const bench = new UndoBench({ '/w/a': 'old\n' });
    await bench.write('1', '/w/a', 'agent\n');
    bench.memory.files.set('/w/a', 'person\n');
    const [report] = await bench.take(changesOfItem(bench.log.records, '1'));
    assert.ok(report?.result.kind === 'conflict');
    const { base, ours, theirs } = report.result;
    const texts = [base, ours, theirs].map((file) => file && Buffer.from(file.bytes).toString());
    assert.deepEqual(texts, ['agent\n', 'person\n', 'old\n']);
    assert.equal(bench.now['/w/a'], 'person\n');
    assert.equal(changesOfItem(bench.log.records, '1').length, 1, 'it can be tried again');
  });

  it('never deletes a file that the person went on with, nor remakes one that they deleted', async () => {
    const bench = new UndoBench({ '/w/old': 'text' });
    await bench.write('1', '/w/made', 'agent');
    await bench.write('1', '/w/old', 'agent');
    bench.memory.files.set('/w/made', 'agent and person');
    bench.memory.files.delete('/w/old');
    const reports = await bench.take(changesOfItem(bench.log.records, '1'));
    assert.deepEqual(resultsOf(reports), ['/w/made conflict', '/w/old conflict']);
    assert.deepEqual(bench.now, { '/w/made': 'agent and person' });
  });

  it('says so where the person has undone it by hand already', async () => {
    const bench = new UndoBench({ '/w/a': 'old' });
    await bench.write('1', '/w/a', 'new');
    bench.memory.files.set('/w/a', 'old');
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/w/a asBefore']);
  });

  it('does not merge binary files', async () => {
    const bench = new UndoBench({ '/w/a': `\0\n${five}` });
    await bench.write('1', '/w/a', `\0\n${five.replace('one', 'ONE')}`);
    bench.memory.files.set('/w/a', `\0\n${five.replace('one', 'ONE').replace('five', 'FIVE')}`);
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/w/a conflict']);
  });

  it('a write that changed nothing is nothing to undo', async () => {
    const bench = new UndoBench({ '/w/a': 'same' });
    await bench.write('1', '/w/a', 'same');
    assert.deepEqual(changesOfItem(bench.log.records, '1'), []);
  });

  it('gives back the permission bits', async () => {
    const bench = new UndoBench({ '/w/run.sh': 'old' });
    bench.files.modes.set('/w/run.sh', 0o755);
    await bench.delete('1', '/w/run.sh');
    bench.files.modes.delete('/w/run.sh');
    await bench.take(changesOfItem(bench.log.records, '1'));
    assert.equal(bench.files.modes.get('/w/run.sh'), 0o755);
  });
});

describe('redo', () => {
  it('brings the changes back, and can be undone again, as often as one likes', async () => {
    const bench = new UndoBench({ '/w/a': 'old', '/w/gone': 'text' });
    await bench.write('1', '/w/a', 'new');
    await bench.write('1', '/w/made', 'fresh');
    await bench.delete('1', '/w/gone');
    const before = { '/w/a': 'old', '/w/gone': 'text' };
    const after = { '/w/a': 'new', '/w/made': 'fresh' };
    for (let turn = 0; turn < 3; turn += 1) {
      assert.deepEqual(undoOfItem(bench.log.records, '1'), []);
      await bench.take(changesOfItem(bench.log.records, '1'));
      assert.deepEqual(bench.now, before);
      assert.deepEqual(changesOfItem(bench.log.records, '1'), []);
      await bench.take(undoOfItem(bench.log.records, '1'), 'redo');
      assert.deepEqual(bench.now, after);
    }
  });

  it('keeps what the person did in between', async () => {
    const bench = new UndoBench({ '/w/a': five });
    await bench.write('1', '/w/a', five.replace('one', 'ONE'));
    await bench.take(changesOfItem(bench.log.records, '1'));
    bench.memory.files.set('/w/a', five.replace('five', 'FIVE'));
    assert.deepEqual(resultsOf(await bench.take(undoOfItem(bench.log.records, '1'), 'redo')), ['/w/a merged']);
    assert.equal(bench.now['/w/a'], 'ONE\ntwo\nthree\nfour\nFIVE\n');
  });
});

describe('undo of a whole run', () => {
  it('takes back all of its items and nothing of other runs', async () => {
    const bench = new UndoBench({ '/w/a': 'a', '/w/b': 'b', '/w/c': 'c' });
    await bench.write('1', '/w/a', 'A');
    await bench.write('2', '/w/b', 'B');
    bench.context = { run: 2, itemId: '3' };
    await bench.workspace.writeFile('/w/c', 'C');
    await bench.take(changesOfRun(bench.log.records, 1));
    assert.deepEqual(bench.now, { '/w/a': 'a', '/w/b': 'b', '/w/c': 'C' });
    await bench.take(undoOfRun(bench.log.records, 1), 'redo');
    assert.deepEqual(bench.now, { '/w/a': 'A', '/w/b': 'B', '/w/c': 'C' });
    await bench.take(allWork(bench.log.records));
    assert.deepEqual(bench.now, { '/w/a': 'a', '/w/b': 'b', '/w/c': 'c' });
  });
});

describe('where undo writes nothing', () => {
  it('in the repository, by any spelling', async () => {
    for (const path of ['/w/.git/config', '/w/.GIT/hooks/pre-commit', '/w/sub/.git/HEAD']) {
      const bench = new UndoBench({ [path]: 'old' });
      await bench.write('1', path, 'new');
      assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), [`${path} refused git`]);
      assert.equal(bench.now[path], 'new');
    }
  });

  it('outside of the workspace', async () => {
    const bench = new UndoBench({ '/etc/x': 'old' });
    await bench.write('1', '/etc/x', 'new');
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/etc/x refused outside']);
  });

  it('where a link leads elsewhere by now', async () => {
    const links: Record<string, string> = {};
    const bench = new UndoBench({ '/w/d/a': 'old' }, { links });
    await bench.write('1', '/w/d/a', 'new');
    links['/w/d'] = '/home/me';
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/w/d/a refused linkMoved']);
  });

  it('over unsaved text', async () => {
    const bench = new UndoBench({ '/w/a': 'old' });
    await bench.write('1', '/w/a', 'new');
    bench.memory.dirty.add('/w/a');
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/w/a refused unsaved']);
  });

  it('where the old bytes were not kept, or are gone', async () => {
    const bench = new UndoBench({ '/w/a': 'old', '/w/b': 'old b' });
    bench.store.isFull = true;
    await bench.write('1', '/w/a', 'new');
    bench.store.isFull = false;
    await bench.write('1', '/w/b', 'new');
    bench.store.blobs.clear();
    const reports = await bench.take(changesOfItem(bench.log.records, '1'));
    assert.deepEqual(resultsOf(reports), ['/w/a refused notKept', '/w/b refused notKept']);
    assert.deepEqual(bench.now, { '/w/a': 'new', '/w/b': 'new' });
    assert.deepEqual(bench.notKept, ['/w/a', '/w/a']);
  });

  it('where somebody changed the file after the plan was made', async () => {
    const bench = new UndoBench({ '/w/a': 'old', '/w/b': 'old' });
    await bench.write('1', '/w/a', 'new');
    await bench.delete('1', '/w/b');
    const plans = await bench.undo.plan(changesOfItem(bench.log.records, '1'));
    bench.memory.files.set('/w/a', 'person');
    bench.memory.files.set('/w/b', 'person');
    const reports = await bench.undo.apply(plans, 'undo');
    assert.deepEqual(resultsOf(reports), ['/w/a changedMeanwhile', '/w/b changedMeanwhile']);
    assert.deepEqual(bench.now, { '/w/a': 'person', '/w/b': 'person' });
  });

  it('a file that cannot be written is reported and keeps no other back', async () => {
    const bench = new UndoBench({ '/w/a': 'old', '/w/b': 'old' });
    await bench.write('1', '/w/a', 'new');
    await bench.write('1', '/w/b', 'new');
    bench.files.readOnly.add('/w/a');
    const reports = await bench.take(changesOfItem(bench.log.records, '1'));
    assert.deepEqual(resultsOf(reports), ['/w/a failed', '/w/b restored']);
    assert.deepEqual(bench.now, { '/w/a': 'new', '/w/b': 'old' });
    bench.files.readOnly.clear();
    assert.deepEqual(resultsOf(await bench.take(changesOfItem(bench.log.records, '1'))), ['/w/a restored']);
  });

  it('a write that was cut off is left to the person', async () => {
    const bench = new UndoBench({ '/w/a': 'old' });
    await bench.write('1', '/w/a', 'new');
    const cutOff = bench.log.records.map((record) => ({
      ...record,
      after: { kind: 'unknown', why: 'unfinished' } as const,
    }));
    assert.deepEqual(resultsOf(await bench.take(cutOff)), ['/w/a conflict']);
    bench.memory.files.set('/w/a', 'old');
    assert.deepEqual(resultsOf(await bench.take(cutOff)), ['/w/a asBefore']);
  });
});
