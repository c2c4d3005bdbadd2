import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { JournalEntry } from '../../../../src/core/session/journal/journalEntry.ts';
import { SessionStoreError } from '../../../../src/core/session/sessionStore.ts';
import { systemIo, type JournalIo } from '../../../../src/node/sessions/jsonlJournal.ts';
import { JsonlSessionStore } from '../../../../src/node/sessions/jsonlSessionStore.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const started = (prompt: string, at = 10): JournalEntry => ({ kind: 'runStarted', prompt, model: 'm', at });
const notice = (text: string, at = 20): JournalEntry => ({ kind: 'notice', level: 'info', text, at });
const finished = (at = 30): JournalEntry => ({
  kind: 'runFinished',
  outcome: { kind: 'completed', rounds: 0, sessionId: 's' },
  at,
});

function reason(expected: SessionStoreError['reason']): (error: unknown) => boolean {
  return (error) => SessionStoreError.is(error, expected);
}

describe('JsonlSessionStore', () => {
  const folder = useTemporaryFolder();
  const storeWith = (io: JournalIo = systemIo, now = () => 5): JsonlSessionStore =>
    new JsonlSessionStore({ folder: folder.at('sessions'), now, io });
  const journalFile = (id = 's1'): string => folder.at('sessions', `${id}.jsonl`);

  function fill(id: string, ...entries: readonly JournalEntry[]): void {
    const journal = storeWith().create(id);
    for (const entry of entries) journal.append(entry);
    journal.close();
  }

  it('has each entry in the file as soon as append returns, one line each, behind a header', () => {
    const journal = storeWith().create('s1');
    const lines = (): string[] => readFileSync(journalFile(), 'utf8').split('\n');
    assert.equal(lines()[0], '{"kind":"header","version":1,"sessionId":"s1","createdAt":5}');
    journal.append(started('two\nlines „ü“'));
    assert.deepEqual(JSON.parse(lines()[1] ?? ''), started('two\nlines „ü“'));
    assert.equal(lines()[2], '');
    journal.close();
  });

  it('is for this user only', () => {
    if (process.platform === 'win32') return;
    fill('s1', started('x'));
    assert.equal(statSync(journalFile()).mode & 0o077, 0);
    assert.equal(statSync(folder.at('sessions')).mode & 0o077, 0);
  });

  it('opens what was written and goes on with it', async () => {
    fill('s1', started('a'));
    const open = await storeWith().open('s1');
    assert.deepEqual(open.entries, [started('a')]);
    assert.deepEqual(open.notices, []);
    open.journal.append(notice('b'));
    open.journal.close();
    assert.deepEqual((await storeWith().read('s1')).entries, [started('a'), notice('b')]);
  });

  it('repairs a last line that was cut anywhere, and goes on behind it', async () => {
    fill('s1', started('a'), notice('„ü“'));
    const whole = readFileSync(journalFile());
    const last = whole.subarray(0, -1).lastIndexOf(10) + 1;
    for (let size = last + 1; size < whole.length - 1; size += 1) {
      writeFileSync(journalFile(), whole.subarray(0, size));
      const { entries, notices, journal } = await storeWith().open('s1');
      assert.deepEqual(entries, [started('a')]);
      assert.deepEqual(notices, [{ kind: 'cutOff' }]);
      journal.append(finished());
      journal.close();
      const { entries: next, notices: none } = await storeWith().read('s1');
      assert.deepEqual(next, [started('a'), finished()]);
      assert.deepEqual(none, []);
    }
  });

  it('keeps a whole last line that only lacks its end', async () => {
    fill('s1', started('a'), notice('b'));
    truncateSync(journalFile(), statSync(journalFile()).size - 1);
    const { notices, journal } = await storeWith().open('s1');
    assert.deepEqual(notices, []);
    journal.append(finished());
    journal.close();
    assert.deepEqual((await storeWith().read('s1')).entries, [started('a'), notice('b'), finished()]);
  });

  it('takes zeros at the end, as a loss of power leaves them, for a cut', async () => {
    fill('s1', started('a'));
    appendFileSync(journalFile(), Buffer.alloc(100));
    const { entries, notices, journal } = await storeWith().open('s1');
    journal.close();
    assert.deepEqual([entries, notices], [[started('a')], [{ kind: 'cutOff' }]]);
  });

  it('keeps a file aside that is damaged in the middle, and offers all that can be read', async () => {
    fill('s1', started('a'), notice('lost'), notice('c'));
    const damaged = Buffer.from(readFileSync(journalFile()));
    damaged[damaged.indexOf('lost')] = 0xff;
    writeFileSync(journalFile(), damaged);
    const keptAs = `${journalFile()}.damaged`;
    assert.deepEqual((await storeWith().read('s1')).notices, [{ kind: 'damaged', lines: 1 }]);
    assert.ok(!existsSync(keptAs), 'reading changes nothing');
    const { entries, notices, journal } = await storeWith().open('s1');
    journal.append(finished());
    journal.close();
    assert.deepEqual(entries, [started('a'), notice('c')]);
    assert.deepEqual(notices, [{ kind: 'damaged', lines: 1, keptAs }]);
    assert.deepEqual(readFileSync(keptAs), damaged);
    assert.deepEqual((await storeWith().read('s1')).entries, [started('a'), notice('c'), finished()]);
  });

  it('never writes over a damaged file that it kept before', async () => {
    fill('s1', started('a'), notice('c'));
    for (const name of ['.damaged', '.damaged-2']) {
      writeFileSync(journalFile(), readFileSync(journalFile(), 'utf8').replace('"runStarted"', '"runStarted'));
      const { journal, notices } = await storeWith().open('s1');
      journal.close();
      assert.deepEqual(notices, [{ kind: 'damaged', lines: 1, keptAs: journalFile() + name }]);
      writeFileSync(
        journalFile(),
        `{"kind":"header","version":1,"sessionId":"s1","createdAt":5}
${JSON.stringify(started('a'))}
${JSON.stringify(notice('c'))}
`,
      );
    }
  });

  it('opens a session whose header was lost or never written', async () => {
    for (const text of [
      '',
      '{"kind":"hea',
      `{"kind":"hea\n${JSON.stringify(started('a'))}\n`,
      `${JSON.stringify(started('a'))}\n`,
    ]) {
      fill('s1');
      writeFileSync(journalFile(), text);
      const { header, entries, journal } = await storeWith().open('s1');
      journal.append(notice('b'));
      journal.close();
      assert.equal(header.sessionId, 's1');
      const again = await storeWith().read('s1');
      assert.deepEqual(again.entries, [...entries, notice('b')]);
      assert.deepEqual(again.notices, []);
      assert.equal(entries.length, text.includes('runStarted') ? 1 : 0);
      await storeWith().delete('s1');
    }
  });

  it('leaves entries of a newer version in the file', async () => {
    fill('s1', started('a'));
    appendFileSync(journalFile(), '{"kind":"dreamt","of":"sheep","at":1}\n');
    const { entries, notices, journal } = await storeWith().open('s1');
    journal.append(finished());
    journal.close();
    assert.deepEqual(entries, [started('a')]);
    assert.deepEqual(notices, [{ kind: 'unknownKinds', kinds: ['dreamt'] }]);
    assert.match(readFileSync(journalFile(), 'utf8'), /dreamt","of":"sheep/);
  });

  it('reads a file of a newer version, and does not add to it', async () => {
    fill('s1', started('a'));
    const text = readFileSync(journalFile(), 'utf8').replace('"version":1', '"version":2');
    writeFileSync(journalFile(), text);
    assert.deepEqual((await storeWith().read('s1')).entries, [started('a')]);
    await assert.rejects(storeWith().open('s1'), reason('newer'));
    assert.equal(readFileSync(journalFile(), 'utf8'), text);
    await storeWith().delete('s1');
  });

  describe('when the system refuses', () => {
    function failing(code: string, onWrite: number, partly = 0): JournalIo {
      let writes = 0;
      return {
        ...systemIo,
        write: (descriptor, bytes) => {
          writes += 1;
          if (writes === onWrite && partly > 0) return systemIo.write(descriptor, bytes.subarray(0, partly));
          if (writes >= onWrite && writes < onWrite + 3) throw Object.assign(new Error(code), { code });
          return systemIo.write(descriptor, bytes);
        },
      };
    }

    it('a full disk is an error of its own, and leaves no half line', async () => {
      const journal = storeWith(failing('ENOSPC', 3, 9)).create('s1');
      journal.append(started('a'));
      const size = statSync(journalFile()).size;
      assert.throws(() => journal.append(notice('b')), reason('full'));
      assert.equal(statSync(journalFile()).size, size);
      assert.throws(() => journal.append(notice('b')), reason('full'));
      journal.append(notice('c'));
      journal.close();
      assert.deepEqual((await storeWith().read('s1')).entries, [started('a'), notice('c')]);
    });

    it('the full device of the system is told as such, whatever it makes of the rest', () => {
      if (!existsSync('/dev/full')) return;
      mkdirSync(folder.at('sessions'));
      symlinkSync('/dev/full', journalFile());
      const open = (): number => readdirSync('/proc/self/fd').length;
      const before = open();
      assert.throws(() => storeWith().create('s1'), reason('full'));
      assert.equal(open(), before);
      assert.deepEqual(readdirSync(folder.at('sessions')), ['s1.jsonl']);
    });

    it('a file in the place of the folder is an error, and the session is made once it is gone', () => {
      writeFileSync(folder.at('sessions'), '');
      assert.throws(() => storeWith().create('s1'), reason('failed'));
      rmSync(folder.at('sessions'));
      storeWith().create('s1').close();
    });

    it('a folder that is gone while a session is open is no trouble for closing it', () => {
      const journal = storeWith().create('s1');
      rmSync(folder.at('sessions'), { recursive: true });
      writeFileSync(folder.at('sessions'), '');
      journal.close();
      assert.equal(readFileSync(folder.at('sessions'), 'utf8'), '');
    });

    it('cuts off a half line as soon as that can be done', async () => {
      let truncations = 0;
      const io = failing('ENOSPC', 3, 9);
      const truncate: JournalIo['truncate'] = (descriptor, size) => {
        truncations += 1;
        if (truncations === 1) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        systemIo.truncate(descriptor, size);
      };
      const journal = storeWith({ ...io, truncate }).create('s1');
      journal.append(started('a'));
      for (let attempt = 0; attempt < 2; attempt += 1) assert.throws(() => journal.append(notice('b')));
      journal.append(notice('c'));
      journal.close();
      assert.deepEqual((await storeWith().read('s1')).entries, [started('a'), notice('c')]);
    });

    it('a folder that takes no files is an error of its own, and leaves no lock', () => {
      const open = (): never => {
        throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
      };
      assert.throws(() => storeWith({ ...systemIo, open }).create('s1'), reason('readOnly'));
      assert.deepEqual(readdirSync(folder.at('sessions')), []);
      storeWith().create('s1').close();
    });
  });

  describe('with two windows', () => {
    it('lets one write a session; the other may read it', async () => {
      const journal = storeWith().create('s1');
      journal.append(started('a'));
      const other = storeWith();
      await assert.rejects(other.open('s1'), reason('inUse'));
      await assert.rejects(other.delete('s1'), reason('inUse'));
      await assert.rejects(other.rename('s1', 'x'), reason('inUse'));
      assert.throws(() => other.create('s1'), reason('inUse'));
      assert.deepEqual((await other.read('s1')).entries, [started('a')]);
      assert.deepEqual(
        (await other.list()).map(({ isInUse }) => isInUse),
        [true],
      );
      journal.close();
      (await other.open('s1')).journal.close();
    });

    it('can be taken over from a holder that cannot be asked', async () => {
      const journal = storeWith().create('s1');
      const taken = await storeWith().open('s1', { takeOver: true });
      taken.journal.append(notice('mine'));
      taken.journal.close();
      journal.close();
    });
  });

  describe('the list', () => {
    it('has the last changed session first, with what it is about', async () => {
      fill('s1', started('first task', 10), finished(15));
      fill('s2', started('second task', 20));
      assert.deepEqual(await storeWith().list(), [
        summary({ sessionId: 's2', prompt: 'second task', updatedAt: 20, outcome: 'open', runs: 1 }),
        summary({ sessionId: 's1', prompt: 'first task', updatedAt: 15, outcome: 'completed', runs: 1 }),
      ]);
    });

    function summary(rest: object): object {
      return { createdAt: 5, rounds: 0, todos: { completed: 0, total: 0 }, changes: 0, isInUse: false, ...rest };
    }

    it('is right without, with an old and with a broken summary file', async () => {
      fill('s1', started('a'));
      const { journal } = await storeWith().open('s1');
      journal.append(finished());
      const expected = summary({
        sessionId: 's1',
        prompt: 'a',
        updatedAt: 30,
        outcome: 'completed',
        runs: 1,
        isInUse: true,
      });
      assert.deepEqual(await storeWith().list(), [expected], 'old');
      for (const text of ['', '{}', '{"bytes":99999,"summary":{}}']) {
        writeFileSync(folder.at('sessions', 's1.summary.json'), text);
        assert.deepEqual(await storeWith().list(), [expected], text);
      }
      journal.close();
    });

    it('reads nothing twice', async () => {
      fill('s1', started('a'), finished());
      // Were the covered part read again, the list would notice.
      const text = readFileSync(journalFile(), 'utf8');
      writeFileSync(journalFile(), text.replace('"prompt":"a"', '"prompt":"b"'));
      assert.equal((await storeWith().list())[0]?.prompt, 'a');
    });

    it('is empty without a folder, and knows no other files', async () => {
      assert.deepEqual(await storeWith().list(), []);
      fill('s1', started('a'));
      writeFileSync(folder.at('sessions', 'no such id!.jsonl'), '');
      writeFileSync(folder.at('sessions', 'notes.txt'), '');
      assert.equal((await storeWith().list()).length, 1);
    });

    it('shows a new name, and forgets a deleted session', async () => {
      fill('s1', started('a'));
      await storeWith().rename('s1', 'Slugs');
      assert.equal((await storeWith().list())[0]?.title, 'Slugs');
      await storeWith().delete('s1');
      assert.deepEqual(await storeWith().list(), []);
      assert.deepEqual(readdirSync(folder.at('sessions')), []);
      await assert.rejects(storeWith().open('s1'), reason('notFound'));
    });
  });

  it('finds texts in sessions, as people read them', async () => {
    fill('s1', started('Fix the "slug"\nplease'), notice('slug in a notice'));
    fill('s2', {
      kind: 'messageAdded',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Größe' }] },
      at: 1,
    });
    const found = async (text: string): Promise<unknown> =>
      (await storeWith().search(text, new AbortController().signal)).map(({ sessionId, excerpts }) => [
        sessionId,
        ...excerpts,
      ]);
    assert.deepEqual(await found('THE "SLUG"\nPlease'), [['s1', 'Fix the "slug" please']]);
    assert.deepEqual(await found('größe'), [['s2', 'Größe']]);
    assert.deepEqual(await found('runStarted'), []);
    assert.deepEqual(await found(' '), []);
  });

  it('is not led out of its folder by an id', async () => {
    for (const id of ['../x', 'a/b', '', '.', 'a.b']) {
      assert.throws(() => storeWith().create(id), reason('notFound'));
      await assert.rejects(storeWith().read(id), reason('notFound'));
    }
  });
});
