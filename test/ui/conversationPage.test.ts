import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { HostMessage, PageEntry, PageMessage } from '../../src/core/session/transcript/transcriptMessages.ts';
import { type ConversationPage, openConversationPage } from '../support/conversationPage.ts';

const rounds = 2000;
/** Elements of a page that shows so much and more, at most. */
const maxElements = 3000;

/** A question, then for each round what the model says, a call and what became of the list. */
function conversation(): PageEntry[] {
  const entries: PageEntry[] = [{ kind: 'you', id: 1, label: 'You', text: 'Do it all.' }];
  for (let round = 1; round <= rounds; round++) {
    const id = round * 3;
    entries.push(
      {
        kind: 'agent',
        id,
        label: 'Agent',
        text: `Step **${round}**:\n\n- see \`file${round}.ts\`\n`,
        isStreaming: false,
      },
      {
        kind: 'call',
        id: id + 1,
        label: `bash: npm test ${round}`,
        state: 'ok',
        name: 'bash',
        title: `npm test ${round}`,
        status: '1.0 s',
        links: [{ kind: 'output', index: 0, label: 'Open Output' }],
        notes: [],
        output: 'line\n'.repeat(1 + (round % 9)),
      },
      { kind: 'todos', id: id + 2, label: 'Todos', changes: [{ kind: 'finished', text: `finished ${round}` }] },
    );
  }
  return entries;
}

const words = { conversation: 'Conversation', message: 'Message', send: 'Send', stop: 'Stop', files: 'Files' };

describe('the page of a conversation of 2,000 rounds', () => {
  let view: ConversationPage;
  let page: Page;

  before('open the page with a host of its own', async () => {
    view = await openConversationPage(words);
    page = view.page;
    const entries = conversation();
    for (let end = entries.length; end > 0; end -= 500) {
      await tell({ kind: 'entries', entries: entries.slice(Math.max(0, end - 500), end), isReplay: true });
    }
    await entry('Todos').last().waitFor();
  });
  after(() => view.close());

  const tell = (message: HostMessage): Promise<unknown> => view.tell(message);
  const posted = (): Promise<readonly PageMessage[]> => view.posted();
  const drawn = (): Promise<unknown> => view.drawn();
  const entry = (label: string) => page.getByRole('article', { name: label, exact: true });
  const elements = (): Promise<number> => page.evaluate('document.querySelectorAll("*").length');
  const scrollTo = async (part: number): Promise<void> => {
    await page.evaluate(`{
      const log = document.querySelector('.log');
      log.scrollTop = ${part} * (log.scrollHeight - log.clientHeight);
    }`);
    await drawn();
  };
  /** The entries in sight, by their ids. */
  const inSight = (): Promise<readonly number[]> =>
    page.evaluate(`{
      const log = document.querySelector('.log').getBoundingClientRect();
      [...document.querySelectorAll('article')]
        .filter((one) => { const box = one.getBoundingClientRect(); return box.bottom > log.top && box.top < log.bottom; })
        .map((one) => Number(one.dataset.id));
    }`);

  it('shows its end', async () => {
    await page.getByText(`finished ${rounds}`, { exact: true }).waitFor();
    assert.ok((await inSight()).includes(rounds * 3 + 2));
  });

  it('has few elements, wherever it is scrolled to, and shows what belongs there', async () => {
    for (const part of [1, 0.75, 0.5, 0.25, 0]) {
      await scrollTo(part);
      const ids = await inSight();
      assert.ok(ids.length > 3, `${ids.length} entries at ${part}`);
      const count = await elements();
      assert.ok(count < maxElements, `${count} elements at ${part}`);
      assert.deepEqual(
        [...ids],
        [...ids].sort((a, b) => a - b),
      );
    }
    assert.equal((await inSight())[0], 1);
  });

  it('stays where the person reads while more comes', async () => {
    await scrollTo(0.5);
    const before = await inSight();
    for (let extra = 0; extra < 20; extra++) {
      const id = 10_000 + extra;
      await tell({ kind: 'entries', entries: [{ kind: 'you', id, label: 'Me', text: 'x' }], isReplay: true });
    }
    await drawn();
    assert.deepEqual(await inSight(), before);
  });

  it('follows its end while that is in sight', async () => {
    await scrollTo(1);
    await tell({
      kind: 'entries',
      entries: [{ kind: 'agent', id: 20_000, label: 'New', text: '', isStreaming: true }],
      isReplay: false,
    });
    for (let line = 0; line < 40; line++) await tell({ kind: 'grown', id: 20_000, text: `- line ${line}\n` });
    await drawn();
    await page.getByText('line 39').waitFor();
    assert.equal((await inSight()).at(-1), 20_000);
    const box = await page.getByText('line 39').boundingBox();
    assert.ok(box !== null && box.y < 500, 'the newest line is in sight');
  });

  describe('with questions', () => {
    /** Pixels between what is in sight and the end. */
    const fromEnd = async (): Promise<number> => {
      await drawn();
      return page.evaluate(`{
        const log = document.querySelector('.log');
        log.scrollHeight - log.scrollTop - log.clientHeight;
      }`);
    };
    const card = (callId: string) => ({
      callId,
      message: `Allow ${callId}?`,
      isWarning: false,
      choices: [{ id: 'allow', label: 'Allow', isPrimary: true }],
    });
    const grow = async (text: string): Promise<void> => {
      for (let line = 0; line < 10; line++) await tell({ kind: 'grown', id: 20_000, text: `- ${text} ${line}\n` });
    };
    before('at the end', () => scrollTo(1));
    after('without a question', async () => {
      await tell({ kind: 'approvals', cards: [] });
      await page.setViewportSize({ width: 250, height: 500 });
    });

    it('follows its end when each comes, goes, and more is said', async () => {
      for (const name of ['one', 'two', 'three']) {
        await tell({ kind: 'grown', id: 20_000, text: `- before ${name}\n` });
        // The card takes room before the event of that scrolling comes.
        await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
        await tell({ kind: 'approvals', cards: [card(name)] });
        assert.ok((await fromEnd()) < 2, `with the question ${name}`);
        await grow(name);
        assert.ok((await fromEnd()) < 2, `while more is said at ${name}`);
        await tell({ kind: 'approvals', cards: [] });
        await grow(`after ${name}`);
        assert.ok((await fromEnd()) < 2, `after the question ${name}`);
      }
    });

    it('follows its end in a window of another size', async () => {
      for (const height of [300, 700, 420]) {
        await tell({ kind: 'grown', id: 20_000, text: `- at ${height}\n` });
        await page.setViewportSize({ width: 250, height });
        await page.waitForFunction(`window.innerHeight === ${height}`);
        assert.ok((await fromEnd()) < 2, `at ${height}`);
      }
    });

    it('stays where the person scrolls to, and follows again from its end', async () => {
      await page.locator('.log').hover();
      await page.mouse.wheel(0, -200);
      await page.waitForFunction(`{
        const log = document.querySelector('.log');
        log.scrollHeight - log.scrollTop - log.clientHeight > 100;
      }`);
      await tell({ kind: 'approvals', cards: [card('four')] });
      await grow('unread');
      assert.ok((await fromEnd()) > 100);
      await page.mouse.wheel(0, 10_000);
      await page.waitForFunction(`{
        const log = document.querySelector('.log');
        log.scrollHeight - log.scrollTop - log.clientHeight < 2;
      }`);
      await tell({ kind: 'approvals', cards: [] });
      await grow('read');
      assert.ok((await fromEnd()) < 2);
    });
  });

  it('moves from entry to entry by the keyboard, and to both ends', async () => {
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.dataset.id ?? document.activeElement.className');
    await page.getByRole('log').focus();
    await page.keyboard.press('Home');
    assert.equal(await focused(), '1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), '4');
    await page.keyboard.press('End');
    assert.equal(await focused(), '20000');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), '10019');
  });

  it('keeps what was folded open, out of sight too, and keeps the focus in the log', async () => {
    await page.getByRole('log').focus();
    await page.keyboard.press('Home');
    await entry('bash: npm test 1').locator('summary').click();
    await page.getByText('line').first().waitFor();
    await scrollTo(1);
    assert.equal(await page.evaluate('document.activeElement.className'), 'log');
    await scrollTo(0);
    assert.equal(await entry('bash: npm test 1').locator('details').getAttribute('open'), '');
    await entry('bash: npm test 1').getByRole('link', { name: 'Open Output' }).press('Enter');
    assert.deepEqual((await posted()).at(-1), { kind: 'openOutput', id: 4 });
  });

  it('takes no message that is not one', async () => {
    const before = await inSight();
    for (const data of ['cleared', { kind: 'clear' }, { kind: 'removed', ids: ['1'] }, { kind: 'grown', id: 1 }]) {
      await page.evaluate(`window.dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(data)} }))`);
    }
    await drawn();
    assert.deepEqual(await inSight(), before);
  });
});
