import assert from 'node:assert/strict';
import type { SaidEntry, TranscriptChange } from '../../../../src/core/session/transcript/transcriptEntries.ts';
import { PendingChanges } from '../../../../src/vscode/conversation/pendingChanges.ts';

const entry = (id: number): SaidEntry => ({ kind: 'said', id, by: 'agent', text: '', isStreaming: true });
const grown = (id: number, delta: string): TranscriptChange => ({ kind: 'grown', entry: entry(id), delta });

function batchOf(...changes: readonly TranscriptChange[]) {
  const pending = new PendingChanges();
  for (const change of changes) pending.add(change);
  return pending.take();
}

describe('the changes between two updates of the page', () => {
  it('are the words that came, put together', () => {
    assert.deepEqual(batchOf(grown(1, 'a'), grown(2, 'x'), grown(1, 'b')), {
      changed: [],
      grown: [
        { id: 1, text: 'ab' },
        { id: 2, text: 'x' },
      ],
      removed: [],
    });
  });

  it('are a whole entry once, whatever happened to it', () => {
    const batch = batchOf({ kind: 'added', entry: entry(1) }, grown(1, 'a'), { kind: 'ended', entry: entry(1) });
    assert.deepEqual(batch, { changed: [1], grown: [], removed: [] });
  });

  it('are a removal when it is gone again', () => {
    const batch = batchOf(
      grown(1, 'a'),
      { kind: 'added', entry: entry(2) },
      ...[1, 2].map((id): TranscriptChange => ({ kind: 'removed', entry: entry(id) })),
    );
    assert.deepEqual(batch, { changed: [], grown: [], removed: [1, 2] });
  });

  it('are told once', () => {
    const pending = new PendingChanges();
    pending.add(grown(1, 'a'));
    pending.take();
    assert.deepEqual(pending.take(), { changed: [], grown: [], removed: [] });
  });
});
