import assert from 'node:assert/strict';
import type { StartedChange } from '../../../../../src/core/checkpoints/changeRecord.ts';
import { changesBehind, goBackPoints } from '../../../../../src/core/session/journal/goBack.ts';
import type { JournalEntry } from '../../../../../src/core/session/journal/journalEntry.ts';
import { restoreSession } from '../../../../../src/core/session/journal/restoreSession.ts';
import { entriesOf, longScript } from './runs.ts';

const back = (runs: number): JournalEntry => ({ kind: 'wentBack', runs, at: 9000 });

const short: JournalEntry = {
  kind: 'historyReplaced',
  cause: 'compacted',
  messages: [{ role: 'user', content: 'short' }],
  before: 9,
  after: 1,
  at: 1,
};
const outcome = { kind: 'blocked', reason: 'A hook said no.', rounds: 0, sessionId: 's1' } as const;
/** Ends before its prompt is in the history. */
const blocked: readonly JournalEntry[] = [
  { kind: 'runStarted', prompt: 'blocked', model: 'm', at: 1 },
  { kind: 'runFinished', outcome, at: 1 },
];

describe('going back', () => {
  let entries: readonly JournalEntry[] = [];
  before(async () => (entries = await entriesOf(longScript)));

  it('offers each prompt', () => {
    const points = goBackPoints(restoreSession('s1', entries).events);
    assert.deepEqual(
      points.map(({ runs, prompt }) => [runs, prompt]),
      [
        [0, 'fix the „slug“'],
        [1, 'and now the tests'],
      ],
    );
  });

  it('to before a prompt leaves what was there before it was sent, wherever the history was replaced', () => {
    const journals = Array.from(entries, (_, at) => [...entries.slice(0, at), ...blocked, short, ...entries.slice(at)]);
    for (const journal of [[...entries, short, ...blocked], ...journals]) {
      const starts = [...journal.entries()].filter(([, { kind }]) => kind === 'runStarted').map(([index]) => index);
      for (const { runs } of goBackPoints(restoreSession('s1', journal).events)) {
        const expected = restoreSession('s1', [...journal.slice(0, starts[runs])]);
        const { events, messages, items } = restoreSession('s1', [...journal, back(runs)]);
        assert.deepEqual(
          { messages, items },
          {
            messages: expected.messages,
            items: expected.items,
          },
        );
        assert.deepEqual(events, expected.events);
      }
    }
  });

  it('out of an interrupted run, and on with another prompt', async () => {
    const cut = entries.slice(0, entries.findIndex((entry) => entry.kind === 'approvalAsked') + 1);
    const next = await entriesOf({ prompts: ['again'], turns: [[{ type: 'text', text: 'Hi.' }]] });
    const session = restoreSession('s1', [...cut, back(0), ...next]);
    assert.deepEqual(session.events, next);
    assert.equal(session.interrupted, undefined);
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
    const ids = (runs: number) => changesBehind(all, runs, changes).map(({ id }) => id);
    assert.deepEqual(ids(first.runs), ['early', 'late']);
    assert.deepEqual(ids(second.runs), ['late']);
  });
});
