import assert from 'node:assert/strict';
import type { PageEntry } from '../../../src/core/session/transcript/transcriptMessages.ts';
import { EntryList } from '../../../src/webview/entryList.ts';

function answer(id: number, text = `text ${id}`): PageEntry {
  return { kind: 'agent', id, label: 'Agent', text, isStreaming: true };
}

function listOf(...entries: readonly PageEntry[]): EntryList {
  const list = new EntryList();
  for (const entry of entries) list.put(entry);
  return list;
}

function idsOf(list: EntryList): readonly number[] {
  return Array.from({ length: list.length }, (_, index) => list.at(index)?.id ?? 0);
}

describe("the page's entries", () => {
  it('stand in the order of their ids, whenever they come', () => {
    assert.deepEqual(idsOf(listOf(answer(5), answer(9), answer(2), answer(7))), [2, 5, 7, 9]);
  });

  it('are replaced by a newer version', () => {
    const list = listOf(answer(1), answer(2), answer(3));
    list.put(answer(2, 'new'));
    assert.deepEqual(idsOf(list), [1, 2, 3]);
    assert.deepEqual(list.find(2), answer(2, 'new'));
  });

  it('grow at their end', () => {
    const list = listOf(answer(1, 'a'));
    assert.deepEqual(list.grow(1, 'b'), answer(1, 'ab'));
    assert.equal(list.grow(2, 'b'), undefined);
  });

  it('can be taken away', () => {
    const list = listOf(answer(1), answer(2), answer(3));
    list.remove([2, 8]);
    assert.deepEqual(idsOf(list), [1, 3]);
    assert.equal(list.find(2), undefined);
  });
});
