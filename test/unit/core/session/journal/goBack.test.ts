import assert from 'node:assert/strict';
import type { StartedChange } from '../../../../../src/core/checkpoints/changeRecord.ts';
import { changesBehind, goBackPoints } from '../../../../../src/core/session/journal/goBack.ts';
import type { JournalEntry } from '../../../../../src/core/session/journal/journalEntry.ts';
import { restoreSession } from '../../../../../src/core/session/journal/restoreSession.ts';
import { checkHistory, entriesOf, longScript } from './runs.ts';

const back = (messages: number): JournalEntry => ({ kind: 'wentBack', messages, at: 9000 });

describe('going back', () => {
  let entries: readonly JournalEntry[] = [];
  before(async () => (entries = await entriesOf(longScript)));

  it('offers each prompt', () => {
    const { events } = restoreSession('s1', entries);
    const start = entries.findLastIndex((entry) => entry.kind === 'runStarted');
    const before = entries.slice(0, start).filter((entry) => entry.kind === 'messageAdded').length;
    assert.deepEqual(
      goBackPoints(events).map(({ messages, prompt }) => [messages, prompt]),
      [
        [0, 'fix the „slug“'],
        [before, 'and now the tests'],
      ],
    );
  });

  it('to before a prompt leaves what was there before it was sent', () => {
    const [, second] = goBackPoints(restoreSession('s1', entries).events);
    assert.ok(second);
    const start = entries.findLastIndex((entry) => entry.kind === 'runStarted');
    const expected = restoreSession('s1', entries.slice(0, start));
    assert.deepEqual(restoreSession('s1', [...entries, back(second.messages)]), expected);
  });

  it('to any message gives a valid history and a run that has ended', () => {
    const count = entries.filter((entry) => entry.kind === 'messageAdded').length;
    for (let messages = 0; messages <= count; messages += 1) {
      const session = restoreSession('s1', [...entries, back(messages)]);
      checkHistory(session.messages);
      assert.equal(session.interrupted, undefined);
      const open = session.events.filter((event) => event.kind === 'runStarted').length;
      assert.equal(session.events.filter((event) => event.kind === 'runFinished').length, open);
    }
  });

  it('out of an interrupted run, and on with another prompt', async () => {
    const cut = entries.slice(0, entries.findIndex((entry) => entry.kind === 'approvalAsked') + 1);
    const next = await entriesOf({ prompts: ['again'], turns: [[{ type: 'text', text: 'Hi.' }]] });
    const session = restoreSession('s1', [...cut, back(0), ...next]);
    assert.deepEqual(session.events, next);
    assert.equal(session.interrupted, undefined);
  });

  it('gives the list back as it was', () => {
    const asked = entries.findIndex((entry) => entry.kind === 'approvalAsked');
    const messages = entries.slice(0, asked).filter((entry) => entry.kind === 'messageAdded').length;
    const { items } = restoreSession('s1', [...entries, back(messages)]);
    assert.deepEqual(
      items.map(({ status }) => status),
      ['in_progress', 'pending'],
    );
  });

  it('reaches before a history that was replaced', () => {
    const replaced: JournalEntry = {
      kind: 'historyReplaced',
      cause: 'compacted',
      messages: [{ role: 'user', content: 'short' }],
      before: 9,
      after: 1,
      at: 1,
    };
    const expected = restoreSession('s1', [...entries, back(2)]).messages;
    assert.deepEqual(restoreSession('s1', [...entries, replaced, back(2)]).messages, expected);
  });

  it('knows the changes that were made behind a point', () => {
    const before = { kind: 'absent' } as const;
    const change = (id: string): StartedChange => ({
      id,
      run: 1,
      cause: 'tool',
      path: `/w/${id}`,
      realPath: `/w/${id}`,
      before,
    });
    const at = entries.findIndex((entry) => entry.kind === 'runFinished');
    const changing = (id: string): JournalEntry => ({ kind: 'fileChanging', change: change(id), at: 1 });
    const all = [...entries.slice(0, at), changing('early'), ...entries.slice(at), changing('late')];
    const { events, changes } = restoreSession('s1', all);
    const [first, second] = goBackPoints(events);
    assert.ok(first && second);
    const ids = (count: number) => changesBehind(all, count, changes).map(({ id }) => id);
    assert.deepEqual(ids(first.messages), ['early', 'late']);
    assert.deepEqual(ids(second.messages), ['late']);
  });
});
