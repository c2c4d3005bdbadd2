import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { absolutePath, displayPath, isWithin, type PathScope } from '../../../../src/core/workspace/paths.ts';

const one: PathScope = { roots: [{ name: 'app', path: '/w/app' }], home: '/home/me', style: posix };
const two: PathScope = { ...one, roots: [...one.roots, { name: 'api', path: '/w/api' }] };
const windows: PathScope = { roots: [{ name: 'app', path: 'c:\\w\\app' }], home: 'C:\\Users\\me', style: win32 };

const absolute: readonly [PathScope, string, string][] = [
  [one, 'src/a.ts', '/w/app/src/a.ts'],
  [one, './src//a.ts', '/w/app/src/a.ts'],
  [one, '', '/w/app'],
  [one, '../secret', '/w/secret'],
  [one, '/etc/../etc/hosts', '/etc/hosts'],
  [one, '~', '/home/me'],
  [one, '~/x', '/home/me/x'],
  [one, '~x', '/w/app/~x'],
  [one, 'app/a.ts', '/w/app/app/a.ts'],
  [one, 'C:\\x', '/w/app/C:\\x'],
  [two, 'api/a.ts', '/w/api/a.ts'],
  [two, './api/a.ts', '/w/api/a.ts'],
  [two, 'api', '/w/api'],
  [two, 'src/a.ts', '/w/app/src/a.ts'],
  [two, 'api/../../x', '/x'],
  [windows, 'src/a.ts', 'c:\\w\\app\\src\\a.ts'],
  [windows, 'C:\\W\\x', 'c:\\W\\x'],
  [windows, 'd:/x', 'd:\\x'],
  [windows, '/d/x/y', 'd:\\x\\y'],
  [windows, '~\\x', 'c:\\Users\\me\\x'],
  [windows, '..\\..\\x', 'c:\\x'],
  [windows, '\\\\server\\share\\x', '\\\\server\\share\\x'],
];

describe('absolutePath', () => {
  for (const [scope, given, expected] of absolute) {
    it(`reads "${given}" as ${expected} in ${scope.roots.map((root) => root.name).join(' and ')}`, () => {
      assert.equal(absolutePath(given, scope), expected);
    });
  }
});

describe('isWithin', () => {
  it('knows a folder, what is in it, and neighbours with the same beginning', () => {
    const inside = ['/w/app', '/w/app/a', '/w/app/..a'].map((path) => isWithin('/w/app', path, posix));
    const outside = ['/w/application', '/w', '/w/app/../x'].map((path) => isWithin('/w/app', path, posix));
    assert.deepEqual(
      [inside, outside],
      [
        [true, true, true],
        [false, false, false],
      ],
    );
  });

  it('ignores case on Windows and keeps drives apart', () => {
    assert.equal(isWithin('c:\\w', 'C:\\W\\x', win32), true);
    assert.equal(isWithin('c:\\w', 'd:\\w\\x', win32), false);
  });
});

describe('displayPath', () => {
  it('shows a path relative to the only folder', () => {
    assert.equal(displayPath('/w/app/src/a.ts', one.roots), 'src/a.ts');
    assert.equal(displayPath('/w/app', one.roots), '.');
  });

  it('shows the name of the folder first when there are several', () => {
    assert.equal(displayPath('/w/api/src/a.ts', two.roots), 'api/src/a.ts');
    assert.equal(displayPath('/w/api', two.roots), 'api');
  });

  it('shows a path outside as it is', () => {
    assert.equal(displayPath('/w/apple', one.roots), '/w/apple');
  });

  it('uses slashes on Windows, and keeps a backslash that is part of a name elsewhere', () => {
    assert.equal(displayPath('c:\\w\\app\\src\\a.ts', windows.roots), 'src/a.ts');
    assert.equal(displayPath('/w/app/a\\b', one.roots), 'a\\b');
  });

  it('shows a path of a virtual folder', () => {
    assert.equal(displayPath('memfs:/w/a b.ts', [{ name: 'w', path: 'memfs:/w' }]), 'a b.ts');
  });

  it('reads back what it shows', () => {
    for (const path of ['/w/app/x', '/w/api/y/z']) assert.equal(absolutePath(displayPath(path, two.roots), two), path);
  });
});
