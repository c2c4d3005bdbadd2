import assert from 'node:assert/strict';
import { createMarkdown } from '../../../src/webview/markdown.ts';

const render = createMarkdown();

/** What could do something: tags with their attributes, of links only the address that is handed on. */
function tagsOf(html: string): readonly string[] {
  return [...html.matchAll(/<(\w+)((?:\s[^>]*)?)>/g)].map(([, name = '', attributes = '']) => {
    const href = /data-href="([^"]*)"/.exec(attributes)?.[1];
    return href === undefined ? name : `${name} ${href}`;
  });
}

describe('the Markdown of an answer', () => {
  it('shows paragraphs, lists, code and tables', () => {
    assert.equal(
      render('Run `npm test`:\n\n- one\n- **two**\n'),
      '<p>Run <code>npm test</code>:</p>\n<ul>\n<li>one</li>\n<li><strong>two</strong></li>\n</ul>\n',
    );
    assert.match(render('| a | b |\n| - | -: |\n| 1 | 2 |'), /<th>a<\/th>\n<th align="right">b<\/th>/);
  });

  it('makes no HTML of HTML', () => {
    const html = render('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b>x</b>');
    assert.deepEqual(tagsOf(html), ['p', 'p']);
    assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;'));
  });

  for (const href of [
    'command:workbench.action.quit',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    'data:text/html,x',
    'vscode://todo-agent.todo-agent/x',
    'vscode-webview://x',
    '//evil.example/x',
    'file://evil.example/share/x',
    '\\\\\\\\evil\\share',
  ]) {
    it(`does not link to ${href}`, () =>
      assert.deepEqual(
        tagsOf(render(`[x](<${href}>)`)).filter((tag) => tag.startsWith('a')),
        [],
      ));
  }

  for (const href of [
    'https://example.com/a?b=1&c=2',
    'src/a.ts',
    'src/a.ts#L12',
    './a%20b.md',
    'file:///w/a.ts',
    '/w/a.ts:3',
  ]) {
    it(`links to ${href}, without an address of its own`, () => {
      const html = render(`[x](<${href}>)`);
      assert.deepEqual(tagsOf(html), ['p', `a ${href.replaceAll('&', '&amp;')}`]);
      assert.equal(/\shref=/.test(html), false);
    });
  }

  it('says where a link leads', () => {
    assert.match(render('[your bank](https://evil.example)'), /title="https:\/\/evil\.example"/);
  });

  it('links addresses that are written out, and nothing that only looks like one', () => {
    assert.deepEqual(tagsOf(render('See https://example.com/x and index.ts or me@example.com.')), [
      'p',
      'a https://example.com/x',
    ]);
  });

  it('loads no image', () => {
    assert.deepEqual(tagsOf(render('![alt](https://evil.example/pixel.png)')), [
      'p',
      'a https://evil.example/pixel.png',
    ]);
  });

  it('has no style of its own', () => {
    assert.equal(render('| a |\n| :-: |\n| 1 |\n').includes('style='), false);
  });
});
