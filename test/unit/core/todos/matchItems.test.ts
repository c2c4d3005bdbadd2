import assert from 'node:assert/strict';
import { matchItems } from '../../../../src/core/todos/matchItems.ts';
import type { TodoItem } from '../../../../src/core/todos/todoItem.ts';

/** Items from lines like `[x] text`; the id of an old one is its place. */
function items(...lines: readonly string[]): readonly TodoItem[] {
  return lines.map((line, index) => ({
    id: String(index),
    content: line.replace(/^\[.\] /, ''),
    status: line.startsWith('[x]') ? 'completed' : line.startsWith('[>]') ? 'in_progress' : 'pending',
  }));
}

function match(previous: readonly string[], next: readonly string[]): readonly (string | undefined)[] {
  return matchItems(items(...previous), items(...next));
}

describe('matchItems', () => {
  it('knows the same content at any place and in any state', () => {
    assert.deepEqual(match(['a b c', 'd e f', 'g h i'], ['[x] g h i', '[>] a b c']), ['2', '0']);
    assert.deepEqual(match(['[x] read'], ['read']), ['0']);
  });

  it('uses each old item once', () => {
    assert.deepEqual(match(['test'], ['test', 'test']), ['0', undefined]);
    assert.deepEqual(match(['test', 'test'], ['test', 'test']), ['0', '1']);
  });

  it('looks past case, white space and punctuation', () => {
    assert.deepEqual(match(['Fix  the bug!'], ['- fix the "bug"']), ['0']);
    assert.deepEqual(match(['Ｒｕｎ　ｔｅｓｔｓ'], ['run tests']), ['0']);
  });

  it('prefers the exact content to a like one, wherever it is', () => {
    assert.deepEqual(match(['run tests', 'Run tests'], ['Run tests', 'run tests']), ['1', '0']);
    assert.deepEqual(match(['write the tests'], ['write tests', 'write the tests']), [undefined, '0']);
  });

  it('follows a step that gains or loses detail', () => {
    assert.deepEqual(match(['Fix slugify', 'Run tests'], ['Fix slugify in src/slug.ts', 'Run the tests']), ['0', '1']);
    assert.deepEqual(match(['检查现有模块'], ['检查现有的模块']), ['0']);
  });

  it('follows an open step into a reworded finished one', () => {
    assert.deepEqual(match(['[>] Fix slugify'], ['[x] Fixed slugify']), ['0']);
  });

  it('takes the most alike first', () => {
    assert.deepEqual(
      match(['update the parser', 'update the parser tests'], ['update parser tests', 'update parser']),
      ['1', '0'],
    );
  });

  it('does not take another step in similar words for the same', () => {
    assert.deepEqual(match(['step 1'], ['step 2']), [undefined]);
    assert.deepEqual(match(['[x] Write tests for the parser'], ['Write tests for the lexer']), [undefined]);
    assert.deepEqual(match(['Read the failing test'], ['Deploy to production']), [undefined]);
  });

  it('looks for a reworded step nearby only', () => {
    const others = ['alpha', 'bravo', 'charlie', 'delta'];
    assert.deepEqual(match(['Fix slugify', ...others], [...others, 'Fix slugify in slug.ts']).at(-1), undefined);
    assert.deepEqual(match(['Fix slugify', 'alpha'], ['alpha', 'Fix slugify in slug.ts']), ['1', '0']);
  });

  it('does not match texts without letters or digits but by their exact content', () => {
    assert.deepEqual(match(['???', '!!!'], ['!!!', '...']), ['1', undefined]);
  });

  it('matches very long texts by their exact content only', () => {
    const long = 'ab '.repeat(1000);
    assert.deepEqual(match([long, `${long}c`], [`${long}c`, `${long}d`]), ['1', undefined]);
  });

  it('has nothing to match in empty lists', () => {
    assert.deepEqual(match([], ['a']), [undefined]);
    assert.deepEqual(match(['a'], []), []);
  });
});
