import assert from 'node:assert/strict';
import { mergeOrder } from '../../../../src/core/todos/itemOrder.ts';

/** Ids are single letters here. */
function order(before: string, listed: string): string {
  return mergeOrder(before.split(''), listed.split('')).join('');
}

describe('mergeOrder', () => {
  it('leaves an item that left where it stood', () => {
    assert.equal(order('abc', 'ac'), 'abc');
    assert.equal(order('abcd', 'ad'), 'abcd');
    assert.equal(order('abc', 'bc'), 'abc');
    assert.equal(order('abc', ''), 'abc');
  });
  it('moves it along with the one before it', () => {
    assert.equal(order('abcd', 'dac'), 'dabc');
  });
  it('takes new and returned items as listed', () => {
    assert.equal(order('ab', 'axb'), 'axb');
    assert.equal(order('abc', 'bca'), 'bca');
  });
});
