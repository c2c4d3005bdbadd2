import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConversationPage, openConversationPage } from '../support/conversationPage.ts';

const words = {
  message: 'Message',
  send: 'Send',
  newTask: 'New task',
  queue: 'Queue',
  stop: 'Stop',
  resume: 'Resume',
  resumeWith: 'Send and Resume',
  resumeWithHint: 'Paused. What you send resumes it.',
  steer: 'Send',
  steerHint: 'Tell the working agent',
};

describe('the page of a conversation with a run', () => {
  let view: ConversationPage;
  let page: Page;

  before('open the page', async () => {
    view = await openConversationPage(words);
    page = view.page;
  });
  after(() => view.close());

  const box = () => page.getByRole('textbox');
  const buttons = (): Promise<readonly string[]> => page.locator('vscode-button:visible').allInnerTexts();
  const posted = async () => (await view.posted()).at(-1);

  it('that is paused says why, and resumes or stops it', async () => {
    const pause = 'Paused: before "Make one hyphen of many"';
    await view.tell({ kind: 'state', isRunning: true, pause });
    await page.getByRole('group', { name: pause }).getByText(pause).waitFor();
    assert.equal(await box().getAttribute('placeholder'), 'Paused. What you send resumes it.');
    assert.deepEqual(await buttons(), ['Resume', 'Stop', 'Send and Resume']);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    assert.deepEqual(await posted(), { kind: 'resume' });
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    assert.deepEqual(await posted(), { kind: 'stop' });
    await box().fill('Keep the tests.');
    await box().press('Enter');
    assert.deepEqual(await posted(), { kind: 'send', text: 'Keep the tests.', isNewTask: false });
  });

  it('queues a new task, and says so', async () => {
    await view.tell({ kind: 'state', isRunning: true });
    const entries = [{ kind: 'you' as const, id: 1, label: 'You', text: 'Fix it.' }];
    await view.tell({ kind: 'entries', entries, isReplay: false });
    await page.getByText('New task').click();
    assert.deepEqual(await buttons(), ['Stop', 'Queue']);
    await box().fill('Then this.');
    await box().press('Enter');
    assert.deepEqual(await posted(), { kind: 'send', text: 'Then this.', isNewTask: true });
    assert.deepEqual(await buttons(), ['Stop', 'Send']);
  });

  it('offers files over what was said, and over no button', async () => {
    await page.setViewportSize({ width: 250, height: 360 });
    const choices = ['Allow', 'Allow for Session', 'Deny', 'Deny with Feedback...', 'More...'].map((label) => ({
      id: label,
      label,
      isPrimary: label === 'Allow',
    }));
    const message = 'Change (+1 -1): slug.js. No rule allows this change yet. For "Make one hyphen of many".';
    await view.tell({ kind: 'approvals', cards: [{ callId: 'one', message, isWarning: false, choices }] });
    await box().fill('See @s');
    const asked = await posted();
    assert.ok(asked?.kind === 'findFiles');
    const files = ['slug.js', 'slug.test.js', 'src/one.js', 'src/two.js', 'src/three.js', 'src/four.js', 'src/five.js'];
    await view.tell({ kind: 'files', request: asked.request, files });
    const list = await page.getByRole('listbox').boundingBox();
    const card = await page.getByRole('group', { name: message }).boundingBox();
    assert.ok(list !== null && card !== null);
    assert.ok(list.y >= 0 && list.height >= 60, `files at ${list.y}, ${list.height} high`);
    assert.ok(list.y + list.height <= card.y + 1, 'the question stays in sight');
    for (const label of ['Allow', 'More...']) {
      const button = await page.getByRole('button', { name: label, exact: true }).boundingBox();
      assert.ok(button !== null && button.y + button.height <= 360, `${label} is in sight`);
    }
    await box().fill('');
    await view.tell({ kind: 'approvals', cards: [] });
    await page.setViewportSize({ width: 250, height: 500 });
  });

  it('that goes on takes words on the way', async () => {
    await view.tell({ kind: 'state', isRunning: true });
    assert.deepEqual(await buttons(), ['Stop', 'Send']);
    assert.equal(await box().getAttribute('placeholder'), 'Tell the working agent');
  });
});
