import assert from 'node:assert/strict';
import { globMatcher } from '../../../../src/core/workspace/globPattern.ts';

const paths = [
  'a.ts',
  'b.tsx',
  '.env',
  'src/a.ts',
  'src/x/y/c.ts',
  'src/[id].ts',
  'lib/a+b(1).js',
  'a,b.md',
  '文/件.ts',
];

const table: readonly [string, readonly string[]][] = [
  ['*.ts', ['a.ts']],
  ['**/*.ts', ['a.ts', 'src/a.ts', 'src/x/y/c.ts', 'src/[id].ts', '文/件.ts']],
  ['src/**', ['src/a.ts', 'src/x/y/c.ts', 'src/[id].ts']],
  ['src/**/c.ts', ['src/x/y/c.ts']],
  ['**/a.ts', ['a.ts', 'src/a.ts']],
  ['**', paths],
  ['*', ['a.ts', 'b.tsx', '.env', 'a,b.md']],
  ['?.ts', ['a.ts']],
  ['*.{ts,tsx}', ['a.ts', 'b.tsx']],
  ['{src,lib}/*', ['src/a.ts', 'src/[id].ts', 'lib/a+b(1).js']],
  ['{**/c,src/a}.ts', ['src/a.ts', 'src/x/y/c.ts']],
  ['[ab].ts*', ['a.ts', 'b.tsx']],
  ['[!a].tsx', ['b.tsx']],
  ['src/[[]id].ts', ['src/[id].ts']],
  ['lib/a+b(1).js', ['lib/a+b(1).js']],
  ['a,b.md', ['a,b.md']],
  ['./a.ts', ['a.ts']],
  ['/a.ts', ['a.ts']],
  ['src\\a.ts', ['src/a.ts']],
  ['../*', []],
  ['文/?.ts', ['文/件.ts']],
];

describe('globMatcher', () => {
  for (const [pattern, expected] of table) {
    it(`matches ${pattern}`, () => assert.deepEqual(paths.filter(globMatcher(pattern)), expected));
  }

  it('refuses a brace that is never closed', () => {
    assert.throws(() => globMatcher('*.{ts'), SyntaxError);
  });
});
