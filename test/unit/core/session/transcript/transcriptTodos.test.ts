import assert from 'node:assert/strict';
import { todoDifferences } from '../../../../../src/core/session/transcript/transcriptTodos.ts';
import type { TodoItem } from '../../../../../src/core/todos/todoItem.ts';

const statuses = { x: 'completed', '>': 'in_progress', ' ': 'pending' } as const;

/** Items like `[x] text`; the id is the text's first letter. */
function list(...lines: readonly string[]): readonly TodoItem[] {
  return lines.map((line) => ({
    id: line.charAt(4),
    content: line.slice(4),
    // The tests' own lines.
    status: statuses[line.charAt(1) as keyof typeof statuses],
  }));
}

function words(before: readonly TodoItem[], after: readonly TodoItem[]): readonly string[] {
  return todoDifferences(before, after).map((one) =>
    one.kind === 'reordered' ? one.kind : `${one.kind} ${one.content}`,
  );
}

describe('the differences between two lists', () => {
  it('are all items of the first list and the one that is begun', () => {
    assert.deepEqual(words([], list('[>] a', '[ ] b')), ['added a', 'added b', 'started a']);
  });

  it('name what was finished and what was started', () => {
    assert.deepEqual(words(list('[>] a', '[ ] b'), list('[x] a', '[>] b')), ['finished a', 'started b']);
  });

  it('name what was set back to pending', () => {
    assert.deepEqual(words(list('[x] a', '[>] b'), list('[ ] a', '[ ] b')), ['setBack a', 'setBack b']);
  });

  it('name what is gone, and what it was called before', () => {
    assert.deepEqual(todoDifferences(list('[ ] a', '[ ] b'), list('[ ] better')), [
      { kind: 'renamed', content: 'better', from: 'b' },
      { kind: 'removed', content: 'a' },
    ]);
  });

  it('say once that the order is another', () => {
    assert.deepEqual(words(list('[ ] a', '[ ] b', '[ ] c'), list('[ ] c', '[ ] a', '[ ] b')), ['reordered']);
    assert.deepEqual(words(list('[ ] a', '[ ] c'), list('[ ] a', '[ ] b', '[ ] c')), ['added b']);
  });

  it('are none when the list was written again as it was', () => {
    assert.deepEqual(words(list('[>] a'), list('[>] a')), []);
  });
});
