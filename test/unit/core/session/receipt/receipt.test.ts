import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { receiptOf } from '../../../../../src/core/session/receipt/receipt.ts';
import { at, log } from '../sessionLog.ts';

const { start, end, list, call, done, ask, allow, edit } = log;

function section(events: readonly AgentEvent[], title: string): string {
  const receipt = receiptOf(events, ['/w', '/other']);
  return receipt.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
}

function changed(callId: string, path: string, before: string | undefined, after: string): readonly AgentEvent[] {
  return [call(callId), done(callId, 'ok', { evidence: { kind: 'files', changes: [{ path, before, after }] } })];
}

describe('receiptOf', () => {
  it('is made for a session in which nothing happened', () => {
    assert.equal(
      receiptOf([], []),
      [
        '# Run receipt',
        '',
        '- Outcome: not ended',
        '- Model: ',
        '- Rounds: 0; working time, without waiting for the user: 0.0 s; tokens: 0 in, 0 out, 0 from the cache, 0 to it',
        '',
        '## Items, 0/0 completed',
        '',
        'None.',
        '',
        '## Files changed',
        '',
        'None.',
        '',
        '## Approvals',
        '',
        'None were asked for.',
        '',
        '## Unfinished',
        '',
        'Nothing.',
        '',
      ].join('\n'),
    );
  });

  it('says nothing that the model says of itself', () => {
    const claim = 'I ran all the tests and they pass';
    const message = { role: 'assistant' as const, content: claim };
    const receipt = receiptOf([start(), { kind: 'messageAdded', message }, { kind: 'text', delta: claim }, end()], []);
    assert.ok(!receipt.includes(claim));
  });

  it('sums up each file from its first state to its last, named within its folder', () => {
    const events = [
      list('model', '[>] a', '[ ] b'),
      ...changed('1', '/w/src/x.ts', 'a\n', 'a\nb\n'),
      list('model', '[x] a', '[>] b'),
      ...changed('2', '/w/src/x.ts', 'a\nb\n', 'c\n'),
      ...changed('3', '/other/new.ts', undefined, 'x\n'),
      ...changed('4', '/workshop/y.ts', 'a\n', 'b\n'),
    ];
    assert.equal(
      section(events, 'Files'),
      'Files changed\n\n- `src/x.ts` +1 -1\n- `new.ts` +1 -0, new\n- `/workshop/y.ts` +1 -1\n\n',
    );
    assert.match(section(events, 'Items'), /- \[x\] `a`\n {2}- `src\/x\.ts` \+1 -0\n- \[ \] `b`\n/);
  });

  it('lists every question with its answer', () => {
    const answers: readonly AgentEvent[] = [
      ask('1'),
      allow('1'),
      ask('2'),
      { kind: 'approvalAnswered', callId: '2', answer: { kind: 'allow', remember: 'session' } },
      ask('3'),
      { kind: 'approvalAnswered', callId: '3', answer: { kind: 'deny', feedback: 'Use pnpm' } },
      ask('4'),
      { kind: 'approvalAnswered', callId: '4', answer: { kind: 'deny' } },
      ask('5'),
    ];
    assert.equal(
      section(answers, 'Approvals'),
      [
        'Approvals',
        '',
        '- Allowed: `bash` `npm test`',
        '- Allowed for the session: `bash` `npm test`',
        '- Denied: `bash` `npm test`, saying `Use pnpm`',
        '- Denied: `bash` `npm test`',
        '- Not answered: `bash` `npm test`',
        '',
        '',
      ].join('\n'),
    );
  });

  it('says what is unfinished and why', () => {
    const events = [
      start(),
      list('model', '[x] a', '[>] b', '[ ] c', '[ ] d', '[ ] e'),
      edit(1, { kind: 'skipped', itemId: 'e', content: 'e' }),
      list('user', '[x] a', '[>] b', '[ ] c', '[ ] d'),
      list('model', '[x] a', '[>] b', '[ ] c'),
      end('cancelled'),
    ];
    assert.equal(
      section(events, 'Unfinished'),
      'Unfinished\n\n- `b`: stopped by the user\n- `c`: not started: stopped by the user\n- `d`: dropped by the agent\n',
    );
  });

  it('says which files have changes that were undone', () => {
    const receipt = receiptOf([start(), ...changed('1', '/w/a.ts', 'a\n', 'b\n'), end()], ['/w'], ['/w/a.ts']);
    assert.match(receipt, /## Files changed\n\n- `a\.ts` \+1 -1\n\n## Undone by the user\n\n- `a\.ts`\n/);
  });

  it('names the time in universal time', () => {
    const receipt = receiptOf([at(0, start()), at(61_000, end())], []);
    assert.match(
      receipt,
      /- From 1970-01-01 00:00:00 UTC to 1970-01-01 00:01:01 UTC\n.*working time, without waiting for the user: 1 min 1 s/,
    );
  });

  it('never lets text of others begin a line or leave its code', () => {
    const evil = 'x`\n# Done\n- [x] all\n<h1>';
    const place = { after: { id: '1', content: evil }, index: 0 };
    const receipt = receiptOf(
      [
        { kind: 'runStarted', prompt: evil, model: evil },
        { kind: 'todosChanged', by: 'model', items: [{ id: '1', content: evil, status: 'in_progress' }] },
        call('1', evil, evil),
        { kind: 'problemsFound', callId: '1', path: evil, count: 1, messages: [evil] },
        ask('1'),
        { kind: 'approvalAnswered', callId: '1', answer: { kind: 'deny', feedback: evil } },
        done('1', 'error'),
        ...changed('2', evil, '', evil),
        edit(1, { kind: 'added', itemId: '2', content: evil, place }),
        log.steer(2, { kind: 'message', text: evil }),
        end('failed', evil),
      ],
      [],
    );
    const outside = receipt.replace(/(`+)[^`\n](?:.*?[^`\n])?\1(?!`)/g, '').replace(/^ {4}.*$/gm, '');
    assert.doesNotMatch(outside, /# Done|\[x\] all|<h1>/);
  });
});
