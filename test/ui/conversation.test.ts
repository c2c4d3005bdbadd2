import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { screenshot, themes } from '../support/screenshots.ts';
import { type AnswerBlock, call, held, say, type ServerTurn, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sendOnceItRuns } from '../support/workbench/sendOnceItRuns.ts';

const numbers = 'one\ntwo\nthree\n';
const changed = 'one\n2\nthree\n';

/** Takes the request and never answers: the run goes on until it is stopped. */
const hang: ServerTurn = { kind: 'hang' };

describe('the conversation view', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start([], { otherwise: () => say('Done.') })));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    files: { 'numbers.txt': numbers, 'notes/slug notes.md': 'notes\n' },
  }));
  after('stop the model', () => model.stop());

  /** What the browser kept the page from doing. */
  const violations: string[] = [];

  before('show the view', async () => {
    ui.workbench.page.on('console', (message) => {
      if (/content.security.policy/i.test(message.text())) violations.push(message.text());
    });
    await ui.workbench.openContainer('Agent');
    await box().waitFor();
  });
  afterEach('end what a test left open', async () => {
    await ui.host(async (vscode) => {
      await vscode.commands.executeCommand('agent.stopTask');
      await vscode.commands.executeCommand('notifications.clearAll');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });
    await page().getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
    await ui.host((vscode) => vscode.commands.executeCommand('agent.newSession'));
    await box().fill('');
  });

  const page = (): FrameLocator => ui.workbench.webview();
  const box = (): Locator => page().getByRole('textbox');
  const button = (name: string): Locator => page().getByRole('button', { name, exact: true });
  /** A button of a card takes no click in its first moment. */
  const enabled = (name: string): Locator =>
    page().locator('vscode-button:not([disabled])').filter({ hasText: name }).first();
  const entry = (label: string | RegExp): Locator => page().getByRole('article', { name: label });
  const fileOf = (name: string): string => path.join(ui.workspaceFolder, name);

  async function send(text: string, ...turns: readonly ServerTurn[]): Promise<void> {
    model.push(...turns);
    await box().fill(text);
    await box().press('Enter');
  }

  const activeText = (): Promise<string | undefined> =>
    ui.host((vscode) => vscode.window.activeTextEditor?.document.getText());

  function use(id: string, name: string, input: unknown): AnswerBlock {
    return { call: { id, name, input } };
  }

  describe('sends', () => {
    it('a task when there is no conversation, then what follows it', async () => {
      await send('Say hello.', say('Hello.'));
      await entry('Completed.').waitFor();
      assert.equal(await button('Send').isVisible(), true);
      await send('And again.', say('Hello again.'));
      await entry('Completed.').nth(1).waitFor();
      assert.deepEqual(await page().getByRole('article', { name: 'You' }).allInnerTexts(), [
        'Say hello.',
        'And again.',
      ]);
      assert.equal((model.bodies.at(-1) as { messages: unknown[] }).messages.length, 3);
    });

    it('a new task when told to', async () => {
      await send('First.', say('One.'));
      await entry(/^Completed/).waitFor();
      await page().getByText('New task').click();
      assert.equal(await page().getByRole('checkbox', { name: 'New task' }).isChecked(), true);
      await button('Start').waitFor();
      await send('Second.', say('Two.'));
      await entry('Agent').filter({ hasText: 'Two.' }).waitFor();
      assert.deepEqual(await page().getByRole('article', { name: 'You' }).allInnerTexts(), ['Second.']);
    });

    it('words to a run that is on', async () => {
      const before = model.requests.length;
      const { turn, release } = held(call('toolu_1', 'read_file', { file_path: 'numbers.txt' }));
      // As quick as can be: the page knows that a run is on, but has none of its entries yet.
      const words = box().evaluate(sendOnceItRuns, 'Only the first line.');
      await send('Begin.', turn, hang);
      await words;
      await page().getByRole('article', { name: 'You' }).nth(1).waitFor();
      release();
      assert.equal(await box().inputValue(), '');
      await model.received(before + 2);
      assert.ok(JSON.stringify(model.bodies.at(-1)).includes('Only the first line.'));
    });

    it('nothing that would be lost: it comes back', async () => {
      await ui.changeSettings({ 'agent.baseUrl': 'not a url' });
      await send('Keep me.');
      await page().locator('textarea:not(:placeholder-shown)').waitFor();
      assert.equal(await box().inputValue(), 'Keep me.');
      await ui.changeSettings({ 'agent.baseUrl': model.url });
    });
  });

  it('shows Markdown while it streams, and stops at the button', async () => {
    const text = '## Plan\n\nFirst **read**, then `edit`.\n\n- one\n- two\n\nand so on, for a while';
    await send('Plan it.', { kind: 'silent', answer: say(text, { pieceSize: 10 }), afterEvents: 9 });
    const answer = entry('Agent');
    await answer.getByRole('heading', { name: 'Plan' }).waitFor();
    await answer.locator('strong', { hasText: 'read' }).waitFor();
    await answer.locator('.streaming').waitFor();
    await button('Stop').click();
    await entry(/^Stopped/).waitFor();
    assert.equal(await answer.locator('.streaming').count(), 0);
  });

  describe('asks for approvals', () => {
    beforeEach('put the file back', () => writeFile(fileOf('numbers.txt'), numbers));

    const write = (id: string): ServerTurn => call(id, 'write_file', { file_path: 'numbers.txt', content: changed });
    const card = (): Locator => page().getByRole('group', { name: 'Change "numbers.txt" (+1 -1)?' });

    it('with the buttons of the prompt, and changes the file when allowed', async () => {
      await send('Change it.', write('toolu_a1'));
      await card().waitFor();
      assert.deepEqual((await card().getByRole('button').allInnerTexts()).slice(0, 4), [
        'Allow',
        'Allow for Session',
        'Deny',
        'Deny with Feedback',
      ]);
      assert.equal(await readFile(fileOf('numbers.txt'), 'utf8'), numbers);
      await card().getByRole('button', { name: 'Allow', exact: true }).click();
      await entry(/^Completed/).waitFor();
      assert.equal(await readFile(fileOf('numbers.txt'), 'utf8'), changed);
      assert.equal(await card().count(), 0);
    });

    it('and leaves every byte when denied', async () => {
      await send('Change it.', write('toolu_a2'));
      await card().getByRole('button', { name: 'Deny', exact: true }).click();
      await entry(/^write_file: numbers.txt, denied by you/).waitFor();
      assert.equal(await readFile(fileOf('numbers.txt'), 'utf8'), numbers);
    });

    it('and shows the words of a denial without being opened', async () => {
      await send('Change it.', write('toolu_a5'));
      await card().getByRole('button', { name: 'Deny with Feedback' }).click();
      await ui.workbench.quickInput.titled('Deny: numbers.txt');
      await ui.workbench.quickInput.answer('as a table');
      await entry(/^write_file: numbers.txt, denied by you: as a table/)
        .locator('.status', { hasText: 'denied by you: as a table' })
        .waitFor();
      assert.equal(await readFile(fileOf('numbers.txt'), 'utf8'), numbers);
    });

    it('by the keyboard, without taking the focus from what is typed', async () => {
      await send('Run it.', call('toolu_a3', 'bash', { command: 'echo hi > made.txt' }));
      await box().pressSequentially('half a sen');
      await button('Deny').waitFor();
      await box().pressSequentially('tence ');
      assert.equal(await box().inputValue(), 'half a sentence ');
      assert.equal(existsSync(fileOf('made.txt')), false);
      await enabled('Allow').focus();
      await enabled('Allow').press('Enter');
      await entry(/^Completed/).waitFor();
      assert.equal(await readFile(fileOf('made.txt'), 'utf8'), 'hi\n');
    });

    it('and takes the card away when it was answered elsewhere', async () => {
      await send('Change it.', write('toolu_a4'));
      await card().waitFor();
      await ui.host((vscode) => vscode.commands.executeCommand('agent.deny'));
      await card().waitFor({ state: 'detached' });
    });
  });

  describe('shows what was done', () => {
    it('calls folded to a line, with links to the diff and the output', async () => {
      await writeFile(fileOf('numbers.txt'), numbers);
      await send(
        'Do it.',
        { kind: 'answer', blocks: [use('toolu_b1', 'bash', { command: 'node --print 6*7' })] },
        call('toolu_b2', 'write_file', { file_path: 'numbers.txt', content: changed }),
      );
      await button('Allow').click();
      await page()
        .getByRole('group', { name: 'numbers.txt' })
        .getByRole('button', { name: 'Allow', exact: true })
        .click();
      await entry(/^Completed/).waitFor();

      const bash = entry(/^bash: node --print/);
      assert.equal(await bash.getByText('42').count(), 0);
      await bash.locator('summary').click();
      await bash.getByText('42').waitFor();
      await bash.getByRole('link', { name: 'Open Output' }).click();
      await ui.workbench.editors.tab('node --print').waitFor();
      // The tab stands before its text is there.
      await ui.workbench.page.locator('.monaco-editor .view-line').filter({ hasText: /^42$/ }).first().waitFor();
      assert.equal(await activeText(), '42');

      await entry(/^write_file/)
        .getByRole('link', { name: '+1 -1 numbers.txt' })
        .press('Enter');
      await ui.workbench.editors.tab('numbers.txt (changed by the agent)').waitFor();
    });

    it('since when a command runs', async () => {
      await send('Wait for it.', call('toolu_w1', 'bash', { command: 'sleep 500' }));
      await enabled('Allow').click();
      const waiting = entry(/^bash: sleep 500, running, since \d/);
      await waiting.getByText(/^since \d+:\d\d:\d\d/).waitFor();
    });

    it('the list by what became different', async () => {
      const todos = (...statuses: readonly string[]) =>
        ['Read', 'Write'].map((content, index) => ({ content, status: statuses[index] }));
      await send(
        'Plan.',
        call('toolu_c1', 'todo_write', { todos: todos('in_progress', 'pending') }),
        call('toolu_c2', 'todo_write', { todos: todos('completed', 'in_progress') }),
      );
      await entry(/^The agent has finished/).waitFor();
      assert.deepEqual(await entry('Todos').locator('p').allInnerTexts(), [
        'planned Read',
        'planned Write',
        'started Read',
        'finished Read',
        'started Write',
      ]);
      assert.equal(await entry(/todo_write/).count(), 0);
      await ui.host((vscode) => vscode.commands.executeCommand('agent.addTodo', undefined, 'Report'));
      await send('Go on.', say('So I do.'));
      await page().getByRole('article').getByText('So I do.').waitFor();
      // Once, in the words for it.
      assert.equal(await page().getByRole('article').getByText('You added "Report"').count(), 1);
      assert.equal(await page().getByRole('article').getByText('planned Report').count(), 0);
    });

    it('files that answers link to, of the workspace alone', async () => {
      await send('Where?', say('In [the list](numbers.txt#L2) and [here](../outside.txt).'));
      await writeFile(path.join(ui.workspaceFolder, '..', 'outside.txt'), 'outside\n');
      await page().getByRole('link', { name: 'here' }).click();
      await ui.workbench.notifications.toast('The workspace has no such file.').waitFor();
      await page().getByRole('link', { name: 'the list' }).click();
      await ui.workbench.editors.tab('numbers.txt').waitFor();
      await ui.workbench.statusBar.item('status.editor.selection').filter({ hasText: 'Ln 2,' }).waitFor();
    });
  });

  it('lets nothing in an answer do anything', async () => {
    const hostile = [
      '<script>document.body.remove()</script><img src=x onerror="document.body.remove()">',
      '[run](command:workbench.action.closeWindow) [js](javascript:document.body.remove()) [data](data:text/html,x)',
      '![pixel](https://example.invalid/pixel.png)',
      'user\u202egnp.exe\u202c',
      '<style>*{display:none}</style><a href="command:workbench.action.closeWindow">x</a>',
    ].join('\n\n');
    await send('Be evil.', say(hostile));
    await entry(/^Completed/).waitFor();
    const answer = entry('Agent');
    assert.equal(await answer.locator('script, img, style, [href], [style]').count(), 0);
    assert.deepEqual(await answer.getByRole('link').allInnerTexts(), ['pixel']);
    const text = await answer.innerText();
    for (const part of ['<script>', '[run](command:', '[js](javascript:', 'user<U+202E>gnp.exe']) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  describe('has an input box', () => {
    it('that offers files after an @, by the keyboard', async () => {
      await box().pressSequentially('Read @slug');
      const options = page().getByRole('listbox', { name: 'Files' }).getByRole('option');
      await options.first().waitFor();
      assert.deepEqual((await options.allInnerTexts()).sort(), ['notes/slug notes.md', 'slug.js', 'slug.test.js']);
      const active = async (): Promise<string> =>
        page()
          .locator(`#${await box().getAttribute('aria-activedescendant')}[aria-selected=true]`)
          .innerText();
      assert.equal(await active(), 'slug.js');
      await box().press('ArrowUp');
      assert.equal(await active(), 'notes/slug notes.md');
      await box().press('Enter');
      assert.equal(await box().inputValue(), 'Read @"notes/slug notes.md" ');
      await box().pressSequentially('and @slug');
      await options.first().waitFor();
      await box().press('Escape');
      await options.first().waitFor({ state: 'hidden' });
      assert.equal(await box().inputValue(), 'Read @"notes/slug notes.md" and @slug');
    });

    it('with a history', async () => {
      await send('An old one.', say('One.'));
      await entry(/^Completed/).waitFor();
      await send('A newer one.', say('Two.'));
      await entry(/^Completed/)
        .nth(1)
        .waitFor();
      await box().fill('being typed');
      await box().press('ArrowUp');
      assert.equal(await box().inputValue(), 'A newer one.');
      await box().press('ArrowUp');
      assert.equal(await box().inputValue(), 'An old one.');
      await box().press('ArrowDown');
      await box().press('ArrowDown');
      assert.equal(await box().inputValue(), 'being typed');
    });

    it('that has the focus when the view gets it', async () => {
      await ui.host((vscode) => vscode.commands.executeCommand('agent.todos.focus'));
      await ui.host((vscode) => vscode.commands.executeCommand('agent.conversation.focus'));
      await page().locator('textarea:focus').waitFor();
    });

    it('that begins a new line with Shift+Enter', async () => {
      await box().pressSequentially('one');
      await box().press('Shift+Enter');
      await box().pressSequentially('two');
      assert.equal(await box().inputValue(), 'one\ntwo');
    });
  });

  it('is as it was when it comes back into sight', async () => {
    await send('Remember this.', say('I **do**.'));
    await entry(/^Completed/).waitFor();
    await box().fill('not sent yet');
    await ui.host((vscode) => vscode.commands.executeCommand('workbench.view.explorer'));
    await ui.workbench.page.locator('iframe.webview.ready').waitFor({ state: 'detached' });
    await ui.workbench.openContainer('Agent');
    await entry('Agent').locator('strong', { hasText: 'do' }).waitFor();
    assert.equal(await box().inputValue(), 'not sent yet');
    assert.equal(await entry('You').innerText(), 'Remember this.');
  });

  it('is told what is new alone, many words at a time', async () => {
    await send('First.', say('One. '.repeat(200)));
    await entry(/^Completed/).waitFor();
    const body = page().locator('body');
    await body.evaluate(`
      globalThis.told = [];
      addEventListener('message', ({ data }) => told.push([data.kind, JSON.stringify(data).length]));
    `);
    const pieces = 1500;
    await send('Go on.', say(`${'word'.repeat(pieces)} at last`, { pieceSize: 4 }));
    await page().getByText('at last').waitFor();
    await page().getByRole('article').last().getByText('Completed').waitFor();
    const told: readonly (readonly [kind: string, size: number])[] = await body.evaluate('told');
    assert.ok(!told.some(([kind]) => kind === 'cleared'));
    assert.ok(told.length < pieces / 2, `${told.length} messages for ${pieces} pieces`);
    const size = told.reduce((sum, [, one]) => sum + one, 0);
    // The words as they come, once more as the finished answer, and what stands around them.
    assert.ok(size < 3 * 4 * pieces, `${size} characters for ${4 * pieces}`);
  });

  it('tells a screen reader of finished answers, not of each word', async () => {
    await send('Speak.', say('A finished answer.', { pieceSize: 4 }));
    await entry(/^Completed/).waitFor();
    assert.deepEqual(await page().getByRole('status').locator('p').allInnerTexts(), [
      'Agent: A finished answer.',
      'Completed.',
    ]);
    assert.equal(await page().getByRole('log').getAttribute('aria-live'), 'off');
  });

  it('can be read in every theme and in a narrow side bar', async () => {
    await writeFile(fileOf('numbers.txt'), numbers);
    const { page: window } = ui.workbench;
    const side = await window.locator('.part.sidebar').boundingBox();
    if (side === null) throw new Error('no side bar');
    await window.mouse.move(side.x + side.width, 400);
    await window.mouse.down();
    await window.mouse.move(side.x + 250, 400, { steps: 5 });
    await window.mouse.up();
    const text = [
      '### What I found',
      'The loop in `slug.js` is **wrong**, see [the list](numbers.txt). 把多个连字符合并成一个，并且保留其余行为不变。',
      '1. one\n2. two',
      `\`${'x'.repeat(120)}\``,
      `| 列 | ${'宽'.repeat(40)} |\n| --- | --- |\n| 1 | 2 |`,
      `\`\`\`js\nconst long = '${'y'.repeat(120)}';\n\`\`\``,
    ].join('\n\n');
    await send(
      'Fix the numbers, please.',
      { kind: 'answer', blocks: [{ text }, use('toolu_d1', 'read_file', { file_path: 'numbers.txt' })] },
      call('toolu_d2', 'todo_write', { todos: [{ content: 'Fix the numbers', status: 'in_progress' }] }),
      call('toolu_d3', 'write_file', { file_path: 'numbers.txt', content: changed }),
    );
    await button('Allow').waitFor();
    const kinds: Readonly<Record<string, string>> = {
      light: 'vscode-light',
      dark: 'vscode-dark',
      highContrast: 'vscode-high-contrast',
    };
    for (const [name, theme] of Object.entries(themes)) {
      await ui.changeSettings({ 'workbench.colorTheme': theme });
      await page().locator(`body[data-vscode-theme-kind="${kinds[name]}"]`).waitFor();
      await screenshot(window, `conversation ${name}`);
    }
    await enabled('Allow').click();
    await entry(/^The agent has finished/).waitFor();
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
    for (const [name, theme] of Object.entries(themes)) {
      await ui.changeSettings({ 'workbench.colorTheme': theme });
      await page().locator(`body[data-vscode-theme-kind="${kinds[name]}"]`).waitFor();
      await screenshot(window, `conversation finished ${name}`);
    }
    await page().getByRole('log').press('Home');
    for (const [name, theme] of Object.entries(themes)) {
      await ui.changeSettings({ 'workbench.colorTheme': theme });
      await page().locator(`body[data-vscode-theme-kind="${kinds[name]}"]`).waitFor();
      await screenshot(window, `conversation start ${name}`);
    }
    const overflow = await page()
      .locator('body')
      .evaluate((body: unknown) => {
        // The page's own document; no browser types here.
        const { scrollWidth, clientWidth } = body as { scrollWidth: number; clientWidth: number };
        return scrollWidth - clientWidth;
      });
    assert.equal(overflow, 0);
  });

  describe('in all of this', () => {
    it('keeps to its content security policy', () => assert.deepEqual(violations, []));
  });
});
