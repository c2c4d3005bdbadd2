import assert from 'node:assert/strict';
import { conversationHtml } from '../../../../src/vscode/conversation/conversationHtml.ts';

const html = conversationHtml({
  script: 'https://host/webview.js',
  styles: ['https://host/conversation.css?a=1&b="'],
  icons: 'https://host/codicon.css',
  source: 'https://host',
  nonce: 'abc',
  language: 'en',
});

describe('the page of the conversation view', () => {
  it('may load its own files and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-abc'; style-src https://host 'nonce-abc'; font-src https://host; base-uri 'none'; form-action 'none'",
    );
  });

  it('has no script or style in it', () => {
    assert.deepEqual(html.match(/<script[^>]*>[^<]*/g), ['<script nonce="abc" src="https://host/webview.js">']);
    assert.equal(/<style|\sstyle=|\son\w+=/.test(html), false);
  });

  it('keeps an address within its attribute', () => {
    assert.ok(html.includes('href="https://host/conversation.css?a=1&amp;b=&quot;"'));
  });
});
