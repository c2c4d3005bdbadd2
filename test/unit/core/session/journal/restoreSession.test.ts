import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JournalEntry } from '../../../../../src/core/session/journal/journalEntry.ts';
import { readLine } from '../../../../../src/core/session/journal/journalSchema.ts';
import { readJournal } from '../../../../../src/core/session/journal/readJournal.ts';
import { restoreSession, type RestoredSession } from '../../../../../src/core/session/journal/restoreSession.ts';
import { SessionRows } from '../../../../../src/core/session/rows/sessionRows.ts';
import { checkHistory, entriesOf, header, longScript, say, use } from './runs.ts';

const golden = 'test/unit/golden';

/** A line is the kind and the rest as JSON; see goldenRuns.test.ts. */
function goldenEntries(file: string): readonly JournalEntry[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [kind = ''] = line.split(' ', 1);
    const read = readLine(JSON.stringify({ kind, ...JSON.parse(line.slice(kind.length)), at: 1 }));
    assert.notEqual(read.kind, 'damaged', line);
    return read.kind === 'entry' ? [read.entry] : [];
  });
}

/** Cuts behind the first entry of this kind (the nth, from 0). */
function cutAfter(entries: readonly JournalEntry[], kind: JournalEntry['kind'], nth = 0): readonly JournalEntry[] {
  const places = entries.flatMap((entry, index) => (entry.kind === kind ? [index] : []));
  const place = places[nth];
  assert.ok(place !== undefined, `there is no ${kind} ${nth}`);
  return entries.slice(0, place + 1);
}

function restored(entries: readonly JournalEntry[]): RestoredSession {
  return restoreSession('s1', entries);
}

/** The states of the calls that the interruption hit. */
function statesOf({ interrupted }: RestoredSession): Readonly<Record<string, string>> {
  return Object.fromEntries(interrupted?.calls.map(({ callId, state }) => [callId, state]) ?? []);
}

describe('restoreSession', () => {
  let entries: readonly JournalEntry[] = [];
  before(async () => (entries = await entriesOf(longScript)));

  it('gives back a whole session as it was', () => {
    const session = restored(entries);
    assert.equal(session.interrupted, undefined);
    assert.deepEqual(session.events, entries);
    const added = entries.flatMap((entry) => (entry.kind === 'messageAdded' ? [entry.message] : []));
    assert.deepEqual(session.messages, added);
    assert.deepEqual(
      session.items.map(({ status }) => status),
      ['completed', 'completed'],
    );
  });

  it('is valid, and spins nowhere, wherever the log was cut', () => {
    for (let length = 0; length <= entries.length; length += 1) {
      const session = restored(entries.slice(0, length));
      checkHistory(session.messages);
      const rows = new SessionRows();
      for (const event of session.events) rows.apply(event);
      const calls = rows.rows().flatMap((row) => row.calls);
      const open = calls.filter(({ state }) => state === 'running' || state === 'waiting');
      assert.deepEqual(open, [], `cut at ${length}`);
    }
  });

  for (const file of readdirSync(golden).filter((name) => name.endsWith('.txt'))) {
    it(`is valid wherever the recorded run was cut: ${file}`, () => {
      const recorded = goldenEntries(path.join(golden, file));
      for (let length = 0; length <= recorded.length; length += 1) {
        checkHistory(restored(recorded.slice(0, length)).messages);
      }
    });
  }

  it('is valid wherever a line was cut, and loses that line only', () => {
    const lines = [header, ...entries].map((value) => Buffer.from(JSON.stringify(value)));
    const texts = lines.map((line) => line.toString());
    for (const [index, line] of lines.entries()) {
      for (let length = 1; length < line.length; length += 1) {
        assert.equal(readLine(line.subarray(0, length).toString()).kind, 'damaged');
      }
      const journal = readJournal([...texts.slice(0, index), line.subarray(0, -1).toString()]);
      assert.deepEqual(journal.damaged, [index]);
      assert.deepEqual(journal.entries, entries.slice(0, Math.max(0, index - 1)));
    }
  });

  it('can lose any one line and stays valid', () => {
    for (let index = 0; index < entries.length; index += 1)
      checkHistory(restored(entries.toSpliced(index, 1)).messages);
  });

  it('says what was in flight: an open question is still open, nothing behind it has run', () => {
    const session = restored(cutAfter(entries, 'approvalAsked'));
    assert.equal(session.interrupted?.stage, 'calls');
    assert.deepEqual(statesOf(session), { r1: 'finished', b1: 'waiting', r2: 'notStarted' });
    assert.equal(session.interrupted.approval?.callId, 'b1');
    assert.deepEqual(session.interrupted.approval.input, { command: 'npm test' });
    assert.equal(session.interrupted.prompt, 'fix the „slug“');
    assert.equal(session.interrupted.history.at(-1)?.role, 'assistant');
  });

  it('never takes an allowed call for done, nor an answered question for open', () => {
    const session = restored(cutAfter(entries, 'approvalAnswered'));
    assert.deepEqual(statesOf(session), { r1: 'finished', b1: 'running', r2: 'notStarted' });
    assert.equal(session.interrupted?.approval, undefined);
    const [, running] = session.interrupted?.calls ?? [];
    assert.match(JSON.stringify(running?.result.content), /may have taken effect/);
    assert.equal(running?.result.is_error, true);
  });

  it("keeps the person's no, with its advice", () => {
    const session = restored(cutAfter(entries, 'approvalAnswered', 1));
    assert.deepEqual(statesOf(session), { b2: 'declined' });
    assert.match(JSON.stringify(session.interrupted?.calls[0]?.result.content), /not that/);
  });

  it('gives the model the recorded results that no message took along', () => {
    const session = restored(cutAfter(entries, 'toolFinished', 3));
    assert.deepEqual(statesOf(session), { r1: 'finished', b1: 'finished', r2: 'finished' });
    const results = session.messages.at(-1)?.content;
    assert.ok(Array.isArray(results));
    const contents = results.map((block) => (block.type === 'tool_result' ? block.content : undefined));
    assert.deepEqual(contents, ['1\ta', '3 passed „grün“', '1\ta']);
  });

  it('tells the stages of a run apart', () => {
    const stage = (part: readonly JournalEntry[]) => restored(part).interrupted?.stage;
    assert.equal(stage(cutAfter(entries, 'runStarted')), 'starting');
    assert.equal(stage(cutAfter(entries, 'messageAdded')), 'answer');
    assert.equal(stage(cutAfter(entries, 'messageAdded', 1)), 'calls');
    assert.equal(stage(cutAfter(entries, 'roundFinished')), 'answer');
    assert.equal(stage(cutAfter(entries, 'runFinished')), undefined);
  });

  it('ends what a crash cut off, also when a later run went on from there', () => {
    const cut = cutAfter(entries, 'approvalAsked');
    const second = entries.slice(entries.findLastIndex((entry) => entry.kind === 'runStarted'));
    const session = restored([...cut, ...second]);
    assert.equal(session.interrupted, undefined);
    const ends = session.events.filter((event) => event.kind === 'runFinished');
    assert.deepEqual(
      ends.map(({ outcome }) => outcome.kind),
      ['cancelled', 'completed'],
    );
    checkHistory(session.messages);
  });

  it('takes the real results when an interrupted round was gone on with', async () => {
    const cut = cutAfter(entries, 'approvalAsked');
    const resumed = await entriesOf({ prompts: ['x'], turns: [[use('b1', 'bash')], [say('Fine.')]] });
    const round = resumed.slice(resumed.findIndex((entry) => entry.kind === 'toolStarted'));
    const session = restored([
      ...cut,
      { kind: 'runStarted', prompt: '', model: 'm', isRetry: true, at: 3000 },
      ...round,
    ]);
    checkHistory(session.messages);
    const text = JSON.stringify(session.messages);
    assert.match(text, /3 passed/);
    assert.doesNotMatch(text, /waited for the user/);
  });

  it('follows a history that was replaced', () => {
    const summary = { role: 'user', content: 'the story so far' } as const;
    const at = entries.findLastIndex((entry) => entry.kind === 'runStarted');
    const replaced: JournalEntry = {
      kind: 'historyReplaced',
      cause: 'compacted',
      messages: [summary],
      before: 9,
      after: 1,
      at: 1,
    };
    const session = restored([...entries.slice(0, at), replaced, ...entries.slice(at)]);
    assert.deepEqual(session.messages[0], summary);
    assert.deepEqual(session.messages[1], { role: 'user', content: 'and now the tests' });
    checkHistory(session.messages);
  });

  it('knows the title, the changes to files and what of the person is not sent', () => {
    const before = { kind: 'absent' } as const;
    const after = { kind: 'file', blob: 'a'.repeat(64), size: 1 } as const;
    const change = { id: 'c1', run: 1, cause: 'tool', path: '/w/a', realPath: '/w/a', before } as const;
    const session = restored([
      { kind: 'titled', title: 'Slugs', at: 1 },
      { kind: 'fileChanging', change, at: 2 },
      { kind: 'fileChanging', change: { ...change, id: 'c2' }, at: 2 },
      { kind: 'fileChanged', id: 'c1', after, at: 3 },
      { kind: 'commandUnwatched', callId: 'b1', why: 'noRepository', at: 3 },
      { kind: 'steered', id: 1, what: { kind: 'message', text: 'seen' }, at: 4 },
      { kind: 'steered', id: 2, what: { kind: 'message', text: 'not seen' }, at: 5 },
      { kind: 'steeringSent', ids: [1], at: 6 },
    ]);
    assert.equal(session.title, 'Slugs');
    assert.deepEqual(session.changes, [
      { ...change, after },
      { ...change, id: 'c2', after: { kind: 'unknown', why: 'unfinished' } },
    ]);
    assert.deepEqual(session.unwatched, [{ callId: 'b1', why: 'noRepository' }]);
  });
});
