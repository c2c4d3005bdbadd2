import assert from 'node:assert/strict';
import { visibleRange } from '../../../src/webview/visibleRange.ts';

/** Rows of 10 pixels, seen through 30. */
function rangeAt(top: number, count = 1000, limit = 100) {
  return visibleRange(count, () => 10, { top, height: 30, margin: 20 }, limit);
}

describe('the visible part of a long list', () => {
  it('begins at the top', () => {
    assert.deepEqual(rangeAt(0), { first: 0, end: 5, before: 0, after: 9950 });
  });

  it('has room before and after it that adds up to the whole', () => {
    assert.deepEqual(rangeAt(500), { first: 48, end: 55, before: 480, after: 9450 });
  });

  it('ends with the list', () => {
    assert.deepEqual(rangeAt(9970), { first: 995, end: 1000, before: 9950, after: 0 });
  });

  it('goes by the height of each row', () => {
    const heights = [100, 5, 5, 200, 10];
    const range = visibleRange(5, (index) => heights[index] ?? 0, { top: 102, height: 6, margin: 0 }, 100);
    assert.deepEqual(range, { first: 1, end: 3, before: 100, after: 210 });
  });

  it('is never larger than the limit, however high the view is', () => {
    const range = visibleRange(10_000, () => 1, { top: 0, height: 5000, margin: 500 }, 150);
    assert.deepEqual(range, { first: 0, end: 150, before: 0, after: 9850 });
  });

  it('is empty for an empty list', () => {
    assert.deepEqual(rangeAt(0, 0), { first: 0, end: 0, before: 0, after: 0 });
  });
});
