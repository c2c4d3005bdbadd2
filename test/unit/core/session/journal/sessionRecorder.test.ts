import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../../src/core/session/journal/journalEntry.ts';
import { SessionRecorder, type RecordingTrouble } from '../../../../../src/core/session/journal/sessionRecorder.ts';
import { SessionStoreError, type SessionJournal } from '../../../../../src/core/session/sessionStore.ts';

class FakeJournal implements SessionJournal {
  readonly sessionId = 's1';
  readonly log: string[] = [];
  error: SessionStoreError | undefined;

  append(entry: JournalEntry): void {
    if (this.error !== undefined) throw this.error;
    this.log.push(entry.kind === 'notice' ? entry.text : entry.kind);
  }

  sync(): void {
    if (this.error !== undefined) throw this.error;
    this.log.push('sync');
  }

  close(): void {
    this.log.push('close');
  }
}

function bench() {
  const journal = new FakeJournal();
  const troubles: RecordingTrouble['kind'][] = [];
  const created: string[] = [];
  const recorder = new SessionRecorder({
    store: {
      create: (sessionId) => {
        created.push(sessionId);
        if (journal.error !== undefined) throw journal.error;
        return journal;
      },
    },
    now: () => 7,
    onTrouble: ({ kind }) => troubles.push(kind),
  });
  recorder.begin('s1');
  const notice = (text: string): void => recorder.recordEvent({ kind: 'notice', level: 'info', text, at: 1 });
  return { journal, troubles, created, recorder, notice };
}

describe('SessionRecorder', () => {
  it('makes the journal with the first entry, and keeps no live text', () => {
    const { recorder, journal, created, notice } = bench();
    recorder.recordEvent({ kind: 'text', delta: 'x', at: 1 });
    assert.deepEqual(created, []);
    notice('a');
    notice('b');
    assert.deepEqual(created, ['s1']);
    assert.deepEqual(journal.log, ['a', 'b']);
  });

  it("waits for the disk at the person's answers and at the end of a run only", () => {
    const { recorder, journal, notice } = bench();
    notice('a');
    recorder.recordEvent({ kind: 'approvalAnswered', callId: 'c', answer: { kind: 'deny' }, at: 1 });
    const outcome = { kind: 'completed', rounds: 0, sessionId: 's1' } as const;
    recorder.recordEvent({ kind: 'runFinished', outcome, at: 1 });
    recorder.recordFact({ kind: 'titled', title: 'x' });
    assert.deepEqual(journal.log, ['a', 'approvalAnswered', 'sync', 'runFinished', 'sync', 'titled']);
  });

  it('says once that it cannot record, and writes everything in order once it can', () => {
    const { recorder, journal, troubles, notice } = bench();
    notice('a');
    journal.error = new SessionStoreError('full', 'The disk is full.');
    notice('b');
    notice('c');
    assert.equal(recorder.isRecording, false);
    assert.deepEqual(troubles, ['failed']);
    journal.error = undefined;
    notice('d');
    assert.deepEqual(journal.log, ['a', 'b', 'c', 'd']);
    assert.deepEqual(troubles, ['failed', 'recovered']);
    assert.equal(recorder.isRecording, true);
  });

  it('goes on without a folder that takes files, and tries again', () => {
    const { journal, troubles, created, notice } = bench();
    journal.error = new SessionStoreError('readOnly', 'No.');
    notice('a');
    notice('b');
    assert.deepEqual(troubles, ['failed']);
    journal.error = undefined;
    notice('c');
    assert.deepEqual(journal.log, ['a', 'b', 'c']);
    assert.equal(created.length, 3);
  });

  it('writes one session at a time', () => {
    const { recorder, journal, notice } = bench();
    notice('a');
    const next = new FakeJournal();
    recorder.adopt(next);
    notice('b');
    recorder.close();
    notice('c');
    assert.deepEqual(journal.log, ['a', 'close']);
    assert.deepEqual(next.log, ['b', 'close']);
  });
});
