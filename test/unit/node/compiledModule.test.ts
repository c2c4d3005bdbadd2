import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { requireCompiled } from '../../../src/node/compiledModule.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('requireCompiled', () => {
  const folder = useTemporaryFolder();
  const load = () => requireCompiled(folder.at('main.js'), folder.at('cache', 'compiled'));
  const write = (source: string): void => writeFileSync(folder.at('main.js'), source);

  it('runs a file as require does', () => {
    writeFileSync(folder.at('other.js'), 'exports.word = "there";');
    write('const { word } = require("./other.js"); module.exports = [word, __filename, __dirname];');
    assert.deepEqual(load().exports, ['there', folder.at('main.js'), folder.path]);
  });

  it('uses the code that was kept, functions compiled since the start included', () => {
    write('exports.add = (a, b) => a + b;');
    const first = load();
    assert.equal(first.isFromCache, false);
    first.keep();
    const second = load();
    assert.equal(second.isFromCache, true);
    assert.equal((second.exports as { add(a: number, b: number): number }).add(1, 2), 3);
  });

  it('never runs the code of another source, be it of the same length', () => {
    write('exports.answer = 1;');
    load().keep();
    write('exports.answer = 2;');
    const { exports, isFromCache } = load();
    assert.deepEqual([exports, isFromCache], [{ answer: 2 }, false]);
  });

  it('never runs damaged code', () => {
    write('exports.answer = 1;');
    load().keep();
    const cache = folder.at('cache', 'compiled');
    const bytes = readFileSync(cache);
    bytes.writeUInt8((bytes.at(-9) ?? 0) ^ 1, bytes.length - 9);
    writeFileSync(cache, bytes);
    assert.deepEqual([load().exports, load().isFromCache], [{ answer: 1 }, false]);
    writeFileSync(cache, 'short');
    assert.equal(load().isFromCache, false);
  });

  it('goes on where nothing can be kept', () => {
    write('exports.answer = 1;');
    writeFileSync(folder.at('cache'), 'a file in the way');
    const first = load();
    first.keep();
    assert.deepEqual(load().exports, { answer: 1 });
  });
});
