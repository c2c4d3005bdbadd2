import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { collectTexts } from '../../support/translatableTexts.ts';

type Texts = Readonly<Record<string, string>>;

// Flat lists of texts, by VS Code's definition.
const read = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts;

/** What stands in a text for something else, or leads somewhere: `{0}`, `(command:id)`, `#agent.model#`, `[>]`, `$(icon)`. */
const fixedParts = /\{\d+\}|\(command:[\w.]+\)|#agent\.[\w.]+#|\[[x> ]\]|\$\([\w~-]+\)|`[^`]+`/g;

function fixedPartsOf(text: string): readonly string[] {
  return (text.match(fixedParts) ?? []).toSorted();
}

/** Languages besides English, by VS Code's name. */
const languages = ['zh-cn'];

describe('the texts of the extension', () => {
  const { texts, hidden } = collectTexts('src');

  it('are literals, so that they can be collected', () => assert.deepEqual(hidden, []));

  for (const language of languages) {
    describe(`in ${language}`, () => {
      const bundleFile = `l10n/bundle.l10n.${language}.json`;
      const manifestFile = `package.nls.${language}.json`;

      it('are all there', () => {
        const bundle = read(bundleFile);
        const missing = [...texts].filter((text) => !Object.hasOwn(bundle, text));
        const lines = missing.map((text) => `  ${JSON.stringify(text)}: "",`);
        assert.deepEqual(missing, [], `Add to ${bundleFile}, translated:\n${lines.join('\n')}\n`);
      });

      it('are none that nobody shows', () => {
        const stale = Object.keys(read(bundleFile)).filter((text) => !texts.has(text));
        assert.deepEqual(stale, [], `Remove from ${bundleFile}: no l10n.t has them.`);
      });

      it('are there for each key of the manifest, and for no other', () => {
        const [own, translated] = [read('package.nls.json'), read(manifestFile)];
        const missing = Object.entries(own).filter(([key]) => !Object.hasOwn(translated, key));
        const lines = missing.map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
        assert.deepEqual(missing, [], `Add to ${manifestFile}, translated:\n${lines.join('\n')}\n`);
        assert.deepEqual(
          Object.keys(translated).filter((key) => !Object.hasOwn(own, key)),
          [],
        );
      });

      it('keep what is no word: places for values, links, names of settings', () => {
        const own = read('package.nls.json');
        const pairs = [
          ...Object.entries(read(bundleFile)),
          ...Object.entries(read(manifestFile)).map(([key, text]) => [own[key] ?? '', text] as const),
        ];
        for (const [text, translated] of pairs)
          assert.deepEqual(fixedPartsOf(translated), fixedPartsOf(text), `${text}\n${translated}`);
      });

      it('are never empty', () => {
        for (const file of [bundleFile, manifestFile])
          for (const [key, text] of Object.entries(read(file))) assert.ok(text.trim() !== '', `${file}: ${key}`);
      });
    });
  }

  it('of the manifest are those that it asks for', () => {
    const manifest = readFileSync('package.json', 'utf8');
    const asked = new Set([...manifest.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? ''));
    assert.deepEqual([...asked].toSorted(), Object.keys(read('package.nls.json')).toSorted());
  });
});
