import assert from 'node:assert/strict';
import { ApprovalQueue } from '../../../../src/core/permissions/approvalQueue.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../../../src/core/permissions/approver.ts';
import type { AllowOffer, AllowScope, AllowScopes } from '../../../../src/vscode/approvals/allowOffer.ts';
import {
  ApprovalPrompt,
  type ApprovalChoice,
  type ApprovalWindow,
} from '../../../../src/vscode/approvals/approvalPrompt.ts';
import type { ApprovalText } from '../../../../src/vscode/approvals/approvalText.ts';

interface Message {
  readonly text: string;
  readonly choices: readonly ApprovalChoice[];
  readonly click: (choice: ApprovalChoice) => void;
  readonly close: () => void;
}

/** A window whose messages and input boxes wait for the test. */
class FakeWindow implements ApprovalWindow {
  readonly log: string[] = [];
  readonly messages: Message[] = [];
  /** Settles the open input box. */
  write: (feedback: string | undefined) => void = () => assert.fail('no input box is open');
  /** Settles the open pick. */
  pick: (scope: AllowScope | undefined) => void = () => assert.fail('no pick is open');
  edited: string | undefined;
  beside: Promise<void> = Promise.resolve();
  hidden: Promise<void> = Promise.resolve();

  text(request: ApprovalRequest): ApprovalText {
    return { message: request.callId, detail: undefined, isWarning: false };
  }

  showBeside(request: ApprovalRequest, _text: ApprovalText, signal: AbortSignal): Promise<void> {
    this.log.push(`beside ${request.callId}`);
    signal.addEventListener('abort', () => this.log.push(`away ${request.callId}`), { once: true });
    return this.beside;
  }

  choose(text: ApprovalText, choices: readonly ApprovalChoice[]): Promise<ApprovalChoice | undefined> {
    this.log.push(`message ${text.message}`);
    return new Promise((resolve) => {
      this.messages.push({ text: text.message, choices, click: resolve, close: () => resolve(undefined) });
    });
  }

  askFeedback(request: ApprovalRequest, signal: AbortSignal): Promise<string | undefined> {
    this.log.push(`input ${request.callId}`);
    return new Promise((resolve) => {
      this.write = resolve;
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  pickScope(request: ApprovalRequest, _offer: AllowOffer, signal: AbortSignal): Promise<AllowScope | undefined> {
    this.log.push(`pick ${request.callId}`);
    return new Promise((resolve) => {
      this.pick = resolve;
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  editedText(): string | undefined {
    return this.edited;
  }

  tellFailure(reason: string): void {
    this.log.push(`failure ${reason}`);
  }

  hideMessage(): void {
    this.log.push('hide');
  }

  settled(): Promise<void> {
    return this.hidden;
  }

  tellAnswered(): void {
    this.log.push('told');
  }

  message(index = this.messages.length - 1): Message {
    return this.messages[index] ?? assert.fail(`no message ${index}`);
  }
}

class FakeScopes implements AllowScopes {
  offer: AllowOffer = {};
  failure: string | undefined;
  readonly granted: AllowScope[] = [];

  offerFor(): Promise<AllowOffer> {
    return Promise.resolve(this.offer);
  }

  grant(_request: ApprovalRequest, scope: AllowScope): Promise<string | undefined> {
    this.granted.push(scope);
    return Promise.resolve(this.failure);
  }
}

const item = { id: '1', content: 'Fix it' };
const forItem: AllowScope = { kind: 'item', itemId: '1' };

function request(callId: string, canRemember = true): ApprovalRequest {
  return {
    callId,
    toolName: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title: 'npm test', command: 'npm test', paths: [] },
    input: {},
    reason: { kind: 'default', access: 'execute' },
    canRemember,
  };
}

/** All that is due without a timer has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ApprovalPrompt', () => {
  let queue: ApprovalQueue;
  let window: FakeWindow;
  let scopes: FakeScopes;
  let prompt: ApprovalPrompt;
  let stop: AbortController;

  beforeEach(() => {
    queue = new ApprovalQueue();
    window = new FakeWindow();
    scopes = new FakeScopes();
    prompt = new ApprovalPrompt(queue, window, scopes);
    stop = new AbortController();
  });

  async function ask(callId: string, canRemember = true): Promise<{ readonly answer: Promise<ApprovalAnswer> }> {
    const answer = queue.ask(request(callId, canRemember), stop.signal);
    answer.catch(() => undefined);
    await settled();
    return { answer };
  }

  const answers: readonly (readonly [ApprovalChoice, ApprovalAnswer])[] = [
    ['allow', { kind: 'allow', remember: 'once' }],
    ['allowForSession', { kind: 'allow', remember: 'session' }],
    ['deny', { kind: 'deny' }],
  ];
  for (const [choice, expected] of answers) {
    it(`hands on a click on ${choice}`, async () => {
      const { answer } = await ask('a');
      window.message().click(choice);
      assert.deepEqual(await answer, expected);
      assert.deepEqual(window.log, ['beside a', 'message a', 'away a']);
    });
  }

  it('hands on what the person made of the proposal, whichever yes it is', async () => {
    window.edited = 'mine';
    const first = await ask('a');
    window.message().click('allowForSession');
    assert.deepEqual(await first.answer, { kind: 'allow', remember: 'session', editedText: 'mine' });
    const second = await ask('b');
    window.message().click('deny');
    assert.deepEqual(await second.answer, { kind: 'deny' });
  });

  it('offers more only where there is more', async () => {
    await ask('a');
    assert.deepEqual(window.message().choices, ['allow', 'allowForSession', 'deny', 'denyWithFeedback']);
    queue.answer('a', { kind: 'deny' });
    scopes.offer = { item };
    await ask('b');
    assert.equal(window.message().choices.at(-1), 'more');
  });

  it('allows as far as was picked, once that is seen to', async () => {
    scopes.offer = { item };
    const { answer } = await ask('a');
    window.message().click('more');
    await settled();
    window.pick(forItem);
    assert.deepEqual(await answer, { kind: 'allow', remember: 'item' });
    assert.deepEqual(scopes.granted, [forItem]);
  });

  it('goes back to the message when the pick is left', async () => {
    scopes.offer = { item };
    await ask('a');
    window.message().click('more');
    await settled();
    window.pick(undefined);
    await settled();
    assert.deepEqual(scopes.granted, []);
    assert.deepEqual(window.log, ['beside a', 'message a', 'pick a', 'beside a', 'message a']);
  });

  it('leaves the call waiting, and says why, when the yes cannot reach that far', async () => {
    scopes.offer = { item };
    scopes.failure = 'disk full';
    await ask('a');
    window.message().click('more');
    await settled();
    window.pick(forItem);
    await settled();
    assert.equal(queue.current?.callId, 'a');
    assert.deepEqual(window.log.slice(3), ['failure disk full', 'beside a', 'message a']);
  });

  it('grants nothing for a call that was stopped while the pick was open', async () => {
    scopes.offer = { item };
    await ask('a');
    window.message().click('more');
    await settled();
    stop.abort();
    window.pick(forItem);
    await settled();
    assert.deepEqual(scopes.granted, []);
  });

  it('shows what is beside before the buttons', async () => {
    let open = (): void => undefined;
    window.beside = new Promise((resolve) => (open = resolve));
    await ask('a');
    assert.deepEqual(window.log, ['beside a']);
    open();
    await settled();
    assert.deepEqual(window.log, ['beside a', 'message a']);
  });

  it('shows no buttons for a call that ended while the diff opened', async () => {
    let open = (): void => undefined;
    window.beside = new Promise((resolve) => (open = resolve));
    await ask('a');
    stop.abort();
    open();
    await settled();
    assert.deepEqual(window.log, ['beside a', 'away a']);
  });

  it('does not offer the session where it must not', async () => {
    await ask('a', false);
    assert.deepEqual(window.message().choices, ['allow', 'deny', 'denyWithFeedback']);
  });

  it('leaves the call waiting when the message is closed, and brings it back on request', async () => {
    const { answer } = await ask('a');
    window.message().close();
    await settled();
    assert.equal(queue.current?.callId, 'a');
    assert.equal(prompt.review(), true);
    await settled();
    window.message(1).click('deny');
    assert.deepEqual(await answer, { kind: 'deny' });
  });

  it('has nothing to bring back when nothing waits', () => {
    assert.equal(prompt.review(), false);
  });

  it('denies with the words of the person', async () => {
    const { answer } = await ask('a');
    window.message().click('denyWithFeedback');
    await settled();
    window.write('  use pnpm  ');
    assert.deepEqual(await answer, { kind: 'deny', feedback: 'use pnpm' });
  });

  it('denies without words when none are written', async () => {
    const { answer } = await ask('a');
    window.message().click('denyWithFeedback');
    await settled();
    window.write(' ');
    assert.deepEqual(await answer, { kind: 'deny' });
  });

  it('goes back to the message when the input box is left', async () => {
    await ask('a');
    window.message().click('denyWithFeedback');
    await settled();
    window.write(undefined);
    await settled();
    assert.equal(queue.current?.callId, 'a');
    assert.deepEqual(window.log, ['beside a', 'message a', 'input a', 'beside a', 'message a']);
  });

  it('closes the input box of a call that was stopped', async () => {
    await ask('a');
    window.message().click('denyWithFeedback');
    await settled();
    stop.abort();
    await settled();
    assert.deepEqual(window.log, ['beside a', 'message a', 'input a', 'away a']);
  });

  it('shows one call at a time, in order', async () => {
    await ask('a');
    await ask('b');
    assert.deepEqual(window.log, ['beside a', 'message a']);
    window.message().click('allow');
    await settled();
    assert.deepEqual(window.log, ['beside a', 'message a', 'away a', 'beside b', 'message b']);
  });

  it('keeps the message when another call is answered', async () => {
    await ask('a');
    await ask('b');
    queue.answer('b', { kind: 'deny' });
    assert.deepEqual(window.log, ['beside a', 'message a']);
  });

  it('takes a message out of sight whose call was answered elsewhere, and ignores clicks on it', async () => {
    await ask('a');
    queue.answer('a', { kind: 'deny' });
    const second = await ask('b');
    window.message(0).click('allow');
    await settled();
    assert.equal(queue.current?.callId, 'b');
    assert.deepEqual(window.log, ['beside a', 'message a', 'away a', 'hide', 'beside b', 'message b', 'told']);
    window.message(1).click('deny');
    assert.deepEqual(await second.answer, { kind: 'deny' });
  });

  it('shows the next message only when the old one is out of sight', async () => {
    let hide = (): void => undefined;
    window.hidden = new Promise((resolve) => (hide = resolve));
    await ask('a');
    await ask('b');
    queue.answer('a', { kind: 'deny' });
    await settled();
    assert.equal(window.log.at(-1), 'beside b');
    hide();
    await settled();
    assert.equal(window.log.at(-1), 'message b');
  });

  it('ignores an old message even if the same id is asked about again', async () => {
    await ask('a');
    queue.answer('a', { kind: 'deny' });
    await ask('a');
    window.message(0).click('allow');
    await settled();
    assert.equal(queue.current?.callId, 'a');
  });

  it('takes the first click of two messages for one call', async () => {
    const { answer } = await ask('a');
    prompt.review();
    await settled();
    window.message(0).click('deny');
    window.message(1).click('allow');
    await settled();
    assert.deepEqual(await answer, { kind: 'deny' });
    assert.deepEqual(scopes.granted, []);
  });

  it('answers nothing when it is disposed', async () => {
    await ask('a');
    prompt.dispose();
    await ask('b');
    assert.deepEqual(
      queue.waiting.map((each) => each.callId),
      ['a', 'b'],
    );
    assert.deepEqual(window.log, ['beside a', 'message a', 'away a', 'hide']);
  });
});
