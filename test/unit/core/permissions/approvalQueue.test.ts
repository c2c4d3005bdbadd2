import assert from 'node:assert/strict';
import type { ApprovalAnswer, ApprovalRequest } from '../../../../src/core/permissions/approver.ts';
import { ApprovalQueue } from '../../../../src/core/permissions/approvalQueue.ts';

const allow: ApprovalAnswer = { kind: 'allow', remember: 'once' };
const deny: ApprovalAnswer = { kind: 'deny' };

function request(callId: string): ApprovalRequest {
  return {
    callId,
    toolName: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title: 'npm test', command: 'npm test', paths: [] },
    input: { command: 'npm test' },
    reason: { kind: 'default', access: 'execute' },
    canRemember: true,
  };
}

/** Asks for each id at once; resolves to the answers in the order of asking. */
function asked(queue: ApprovalQueue, ...callIds: readonly string[]): Promise<string[]> {
  const signal = new AbortController().signal;
  return Promise.all(callIds.map(async (id) => `${id} ${(await queue.ask(request(id), signal)).kind}`));
}

describe('ApprovalQueue', () => {
  it('shows the first call asked about and keeps the others in order', () => {
    const queue = new ApprovalQueue();
    void asked(queue, 'a', 'b', 'c');
    assert.equal(queue.current?.callId, 'a');
    assert.deepEqual(
      queue.waiting.map((each) => each.callId),
      ['a', 'b', 'c'],
    );
  });

  it('moves on to the next call once the current one is answered', async () => {
    const queue = new ApprovalQueue();
    const answers = asked(queue, 'a', 'b');
    queue.answer('a', allow);
    assert.equal(queue.current?.callId, 'b');
    queue.answer('b', deny);
    assert.deepEqual(await answers, ['a allow', 'b deny']);
    assert.equal(queue.current, undefined);
  });

  it('finishes parallel calls that are answered in odd order', async () => {
    const queue = new ApprovalQueue();
    const answers = asked(queue, 'a', 'b', 'c');
    queue.answer('c', deny);
    queue.answer('a', allow);
    queue.answer('b', deny);
    assert.deepEqual(await answers, ['a allow', 'b deny', 'c deny']);
    assert.deepEqual(queue.waiting, []);
  });

  it('leaves the current call in place when a later one is answered', () => {
    const queue = new ApprovalQueue();
    void asked(queue, 'a', 'b');
    queue.answer('b', allow);
    assert.equal(queue.current?.callId, 'a');
  });

  it('ignores an answer for a call that does not wait', () => {
    const queue = new ApprovalQueue();
    void asked(queue, 'a');
    assert.equal(queue.answer('other', allow), false);
    assert.deepEqual(
      queue.waiting.map((each) => each.callId),
      ['a'],
    );
  });

  it('keeps the first of two answers', async () => {
    const queue = new ApprovalQueue();
    const answers = asked(queue, 'a');
    assert.equal(queue.answer('a', deny), true);
    assert.equal(queue.answer('a', allow), false);
    assert.deepEqual(await answers, ['a deny']);
  });

  it('lets a call go with the reason of its signal', async () => {
    const queue = new ApprovalQueue();
    const controller = new AbortController();
    const ask = queue.ask(request('a'), controller.signal);
    void asked(queue, 'b');
    controller.abort();
    await assert.rejects(ask, { name: 'AbortError' });
    assert.equal(queue.current?.callId, 'b');
    assert.equal(queue.answer('a', allow), false);
  });

  it('does not ask when the signal has ended already', async () => {
    const queue = new ApprovalQueue();
    await assert.rejects(queue.ask(request('a'), AbortSignal.abort()), { name: 'AbortError' });
    assert.deepEqual(queue.waiting, []);
  });

  it('does not cancel an answered call whose signal ends later', async () => {
    const queue = new ApprovalQueue();
    const controller = new AbortController();
    const ask = queue.ask(request('a'), controller.signal);
    queue.answer('a', allow);
    let changes = 0;
    queue.onDidChange(() => changes++);
    controller.abort();
    assert.deepEqual(await ask, allow);
    assert.equal(changes, 0);
  });

  it('refuses a second question about a waiting call', async () => {
    const queue = new ApprovalQueue();
    const answers = asked(queue, 'a');
    await assert.rejects(queue.ask(request('a'), new AbortController().signal), /waits for an approval already/);
    queue.answer('a', allow);
    assert.deepEqual(await answers, ['a allow']);
  });

  it('asks again about an id that was answered before', async () => {
    const queue = new ApprovalQueue();
    const first = asked(queue, 'a');
    queue.answer('a', allow);
    await first;
    const second = asked(queue, 'a');
    assert.equal(queue.current?.callId, 'a');
    queue.answer('a', deny);
    assert.deepEqual(await second, ['a deny']);
  });

  it('tells each change once, with the calls that wait now', () => {
    const queue = new ApprovalQueue();
    const seen: string[] = [];
    queue.onDidChange((waiting) => seen.push(waiting.map((each) => each.callId).join(' ')));
    void asked(queue, 'a', 'b');
    queue.answer('a', allow);
    queue.answer('a', allow);
    queue.answer('b', allow);
    assert.deepEqual(seen, ['a', 'a b', 'b', '']);
  });
});
