import assert from 'node:assert/strict';
import { linkTarget } from '../../../../../src/core/session/transcript/transcriptLinks.ts';
import { parseHostMessage, parsePageMessage } from '../../../../../src/core/session/transcript/transcriptMessages.ts';

describe('the messages of the conversation view', () => {
  it('are taken from the page when they are what they should be', () => {
    const message = { kind: 'answer', callId: 'call-1', choice: 'allow' };
    assert.deepEqual(parsePageMessage(message), message);
    assert.deepEqual(parsePageMessage({ kind: 'send', text: 'Hi', isNewTask: true, command: 'x' }), {
      kind: 'send',
      text: 'Hi',
      isNewTask: true,
    });
  });

  for (const message of [
    undefined,
    'ready',
    { kind: 'execute', command: 'workbench.action.quit' },
    { kind: 'openChange', id: '1', index: 0 },
    { kind: 'openChange', id: 1, index: -1 },
    { kind: 'openOutput', id: 1.5 },
    { kind: 'answer', choice: 'allow' },
    { kind: 'openLink', id: 1, href: { toString: 'x' } },
  ]) {
    it(`are refused from the page: ${JSON.stringify(message)}`, () => {
      assert.equal(parsePageMessage(message), undefined);
    });
  }

  it('are held to the same on the side of the page', () => {
    const entry = { kind: 'agent', id: 1, label: 'Agent', text: 'Hi', isStreaming: false };
    const message = { kind: 'entries', entries: [entry], isReplay: false };
    assert.deepEqual(parseHostMessage(message), message);
    assert.equal(parseHostMessage({ ...message, entries: [{ ...entry, id: 0 }] }), undefined);
    assert.equal(parseHostMessage({ kind: 'ready' }), undefined);
  });
});

describe('the target of a link', () => {
  it('is a web page', () => {
    assert.deepEqual(linkTarget(' https://example.com/a#L1 '), { kind: 'web', url: 'https://example.com/a#L1' });
  });

  it('is a file, with the line if one is named', () => {
    const file = (path: string, line?: number) => ({ kind: 'file', path, line });
    assert.deepEqual(linkTarget('src/a.ts'), file('src/a.ts'));
    assert.deepEqual(linkTarget('src/a.ts#L12'), file('src/a.ts', 12));
    assert.deepEqual(linkTarget('src/a.ts#L12-L20'), file('src/a.ts', 12));
    assert.deepEqual(linkTarget('src/a.ts:12:3'), file('src/a.ts', 12));
    assert.deepEqual(linkTarget('a.ts:7'), file('a.ts', 7));
    assert.deepEqual(linkTarget('c:\\w\\a.ts'), file('c:\\w\\a.ts'));
    assert.deepEqual(linkTarget('file:///w/a.ts'), file('file:///w/a.ts'));
  });

  for (const href of [
    '',
    '#top',
    'command:x',
    'command:x:12',
    'mailto:a@b',
    'https:/x',
    '//host/x',
    'file://host/x',
    'a\u202eb',
    'a\nb',
    '\u0001javascript:x',
  ]) {
    it(`is none: ${JSON.stringify(href)}`, () => assert.equal(linkTarget(href), undefined));
  }
});
