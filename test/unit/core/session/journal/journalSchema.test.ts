import assert from 'node:assert/strict';
import { readLine } from '../../../../../src/core/session/journal/journalSchema.ts';
import { entriesOf, header, longScript } from './runs.ts';

const change = { id: 'c', run: 1, cause: 'tool', path: '/w/a', realPath: '/w/a', before: { kind: 'absent' } };

const todo = (id: string, other: object = {}): object => ({ id, content: 'do it', status: 'pending', ...other });

describe('readLine', () => {
  it('reads back what was written, unchanged', async () => {
    for (const entry of await entriesOf(longScript)) {
      assert.deepEqual(readLine(JSON.stringify(entry)), { kind: 'entry', entry });
    }
    assert.deepEqual(readLine(JSON.stringify(header)), { kind: 'header', header });
  });

  for (const entry of [
    { kind: 'titled', title: 'x' },
    { kind: 'wentBack', runs: 0 },
    { kind: 'fileChanging', change },
    { kind: 'fileChanged', id: 'c', after: { kind: 'file', blob: '0'.repeat(64), size: 1, mode: 0o644 } },
    { kind: 'fileChanged', id: 'c', after: { kind: 'unknown', why: 'tooLarge' } },
    { kind: 'commandUnwatched', why: 'failed' },
    { kind: 'paused', reason: { kind: 'now' } },
    { kind: 'stopPointsChanged', points: [{ itemId: 'a', when: 'before' }] },
    { kind: 'problemsFound', callId: 'c', path: '/w/a', count: 1, messages: ['x'] },
    { kind: 'runFinished', outcome: { kind: 'failed', reason: 'x', rounds: 0, sessionId: 's' }, action: 'retry' },
  ]) {
    it(`takes ${entry.kind}`, () => {
      const line = { ...entry, at: 1 };
      assert.deepEqual(readLine(JSON.stringify(line)), { kind: 'entry', entry: line });
    });
  }

  it('keeps what a newer version adds to a known entry', () => {
    const line = { kind: 'titled', title: 'x', at: 1, colour: 'red' };
    assert.deepEqual(readLine(JSON.stringify(line)), { kind: 'entry', entry: line });
  });

  it('tells an entry of a newer version from a damaged one', () => {
    assert.deepEqual(readLine('{"kind":"dreamt","at":1}'), { kind: 'unknown', entryKind: 'dreamt' });
  });

  for (const line of [
    '',
    'null',
    '[]',
    '{',
    '{"at":1}',
    '{"kind":"titled","at":1}',
    '{"kind":"titled","title":"x"}',
    '{"kind":"titled","title":7,"at":1}',
    '{"kind":"header","version":"1"}',
    '{"kind":"wentBack","runs":-1,"at":1}',
    '{"kind":"messageAdded","message":{"role":"user","content":[{"type":"tool_result"}]},"at":1}',
    '{"kind":"messageAdded","message":{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b"}]},"at":1}',
    '{"kind":"fileChanged","id":"c","after":{"kind":"file","blob":"../../x","size":1},"at":1}',
    '\0\0\0\0',
  ]) {
    it(`refuses ${JSON.stringify(line)}`, () => assert.deepEqual(readLine(line), { kind: 'damaged' }));
  }

  for (const [what, ...items] of [
    ['21 items', ...Array.from({ length: 21 }, (_, index) => todo(`todo-${index}`))],
    ['two in progress', todo('a', { status: 'in_progress' }), todo('b', { status: 'in_progress' })],
    ['a status that is none', todo('a', { status: 'doing' })],
    ['a blank item', todo('a', { content: ' ' })],
    ['an id twice', todo('a'), todo('a')],
  ] as const) {
    it(`refuses a list with ${what}, as the list itself does`, () => {
      const line = JSON.stringify({ kind: 'todosChanged', items, by: 'model', at: 1 });
      assert.deepEqual(readLine(line), { kind: 'damaged' });
    });
  }
});
