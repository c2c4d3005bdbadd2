import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { plainReadme } from '../../../scripts/lib/plainReadme.mjs';

describe('the README', () => {
  const text = readFileSync('README.md', 'utf8');
  const targets = (readme: string): readonly string[] =>
    [...readme.matchAll(/\]\(([^)]*)\)/g)]
      .flatMap(([, target]) => target ?? [])
      .filter((each) => !/^https:/.test(each));

  it('links only to what there is', () => {
    assert.ok(targets(text).length > 0);
    assert.deepEqual(
      targets(text).filter((target) => !existsSync(target.replace(/#.*/, ''))),
      [],
    );
  });

  it('links to no file of the source tree once it is packaged, and keeps its words', () => {
    assert.deepEqual(targets(plainReadme(text)), []);
    assert.equal(
      plainReadme('See [the *docs*](docs/a.md).\n\n![A run](b.png)\n\nEnd [there](https://a.b).\n'),
      'See the *docs*.\n\nEnd [there](https://a.b).\n',
    );
  });
});
