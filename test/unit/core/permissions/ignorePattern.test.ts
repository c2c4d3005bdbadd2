import assert from 'node:assert/strict';
import { compileIgnorePattern, escapeIgnorePath } from '../../../../src/core/permissions/rules/ignorePattern.ts';

interface PatternRow {
  readonly pattern: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const rows: readonly PatternRow[] = [
  { pattern: 'a', yes: ['a', 'x/a', 'a/b', 'x/a/b/c'], no: ['ab', 'ba', 'x/ab'] },
  { pattern: '/a', yes: ['a', 'a/b'], no: ['x/a'] },
  { pattern: 'a/b', yes: ['a/b', 'a/b/c'], no: ['x/a/b', 'a'] },
  { pattern: 'a/', yes: ['a/b', 'x/a/b'], no: ['ab/c'] },
  { pattern: '*.ts', yes: ['a.ts', 'x/a.ts', '.ts'], no: ['a.tsx', 'ats'] },
  { pattern: '/*.ts', yes: ['a.ts'], no: ['x/a.ts'] },
  { pattern: 'src/*.ts', yes: ['src/a.ts'], no: ['src/x/a.ts'] },
  { pattern: 'src/**', yes: ['src/a', 'src/x/a'], no: ['src', 'x/src/a'] },
  { pattern: '/src/**/*.ts', yes: ['src/b.ts', 'src/a/b.ts', 'src/a/c/b.ts'], no: ['b.ts', 'srcx/b.ts'] },
  { pattern: '**/src/**', yes: ['src/a', 'x/src/a', 'x/y/src/a/b'], no: ['xsrc/a'] },
  { pattern: 'a/**/**/b', yes: ['a/b', 'a/x/b', 'a/x/y/b'], no: ['ab'] },
  { pattern: '**', yes: ['a', 'a/b'], no: [] },
  { pattern: 'a**b', yes: ['ab', 'axb'], no: ['a/b'] },
  { pattern: 'a?c', yes: ['abc'], no: ['ac', 'a/c', 'abbc'] },
  { pattern: 'a[0-9].x', yes: ['a1.x'], no: ['ax.x', 'a10.x'] },
  { pattern: 'a[!0-9]', yes: ['ax'], no: ['a1', 'a/'] },
  { pattern: 'a[]x]', yes: ['a]', 'ax'], no: ['ay'] },
  { pattern: 'a[z-a]', yes: [], no: ['az', 'aa'] },
  { pattern: 'a[b', yes: ['a[b'], no: ['ab'] },
  { pattern: 'a\\*b', yes: ['a*b'], no: ['axb'] },
  { pattern: 'a.b+(c)$^{d}', yes: ['a.b+(c)$^{d}'], no: ['axb+(c)$^{d}'] },
  { pattern: '😀?', yes: ['😀😀'], no: ['😀'] },
];

describe('compileIgnorePattern', () => {
  for (const { pattern, yes, no } of rows) {
    it(`reads ${pattern} as .gitignore does`, () => {
      const test = compileIgnorePattern(pattern, { depth: 'gitignore', isCaseInsensitive: false });
      assert.deepEqual(
        yes.filter((path) => !test(path)),
        [],
      );
      assert.deepEqual(no.filter(test), []);
    });
  }

  it('matches at any depth, or only at the top, where that is the safe side', () => {
    const any = compileIgnorePattern('a/b', { depth: 'any', isCaseInsensitive: false });
    const top = compileIgnorePattern('*.ts', { depth: 'top', isCaseInsensitive: false });
    assert.deepEqual([any('a/b'), any('x/a/b'), top('a.ts'), top('x/a.ts')], [true, true, true, false]);
  });

  it('ignores case where files do', () => {
    assert.equal(compileIgnorePattern('.ENV', { depth: 'gitignore', isCaseInsensitive: true })('a/.env'), true);
  });

  it('matches an escaped path alone', () => {
    for (const path of ['a', 'a*b', 'a?[b]', 'a\\b', '!a', 'x/[a]/*', 'a ']) {
      const test = compileIgnorePattern(`/${escapeIgnorePath(path)}`, { depth: 'gitignore', isCaseInsensitive: false });
      assert.equal(test(path), true, path);
      assert.equal(test(path.replace(/[*?[\\]/, 'z')) && /[*?[\\]/.test(path), false, path);
    }
  });
});
