import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotInThemes } from '../support/screenshots.ts';
import { held } from '../support/strictServer.ts';
import { answer, hang, plan, use } from '../support/todoTurns.ts';
import { useListWindow } from '../support/useListWindow.ts';
import type { Row } from '../support/workbench/view.ts';

const read = 'Read the slug module';
const fix = 'Make one hyphen of many';
const check = 'Run the tests';
const oldPattern = '/[^a-z0-9]/g';
const newPattern = '/[^a-z0-9]+/g';

describe('what the tree tells of a run', () => {
  const { ui, model, probe, view, rowWhen, begin, run, reset, restoreSample } = useListWindow({
    settings: { 'agent.permissions.mode': 'acceptEdits' },
  });
  beforeEach('with the sample as it was', restoreSample);
  afterEach('end the run', reset);

  const look = () => use('read_file', { file_path: 'slug.js' });
  const edit = (old: string, text: string) =>
    use('edit_file', { file_path: 'slug.js', old_string: old, new_string: text });

  /** The host may hear of the editor after the window shows its tab. */
  async function createReceipt(): Promise<{ readonly text: string; readonly language: string }> {
    await ui.workbench.command('Agent: Create Run Receipt');
    return ui.host((vscode) => {
      return new Promise<{ readonly text: string; readonly language: string }>((resolve) => {
        const look = (): void => {
          const document = vscode.window.activeTextEditor?.document;
          if (document?.isUntitled !== true || document.getText() === '') return;
          listener.dispose();
          resolve({ text: document.getText(), language: document.languageId });
        };
        const listener = vscode.window.onDidChangeActiveTextEditor(look);
        look();
      });
    });
  }

  it('tells an item with work from one that was only ticked', async () => {
    await run(
      answer(plan(`[>] ${read}`, `[ ] ${fix}`)),
      answer(look()),
      answer(plan(`[x] ${read}`, `[x] ${fix}`)),
      answer({ text: 'Done.' }),
    );
    const [proven, unproven] = [await rowWhen(`[x] ${read}`), await rowWhen(`[x] ${fix}`)];
    assert.match(proven.icon, /codicon-pass/);
    assert.match(proven.aria, new RegExp(`^Completed: ${read}`));
    assert.notEqual(unproven.iconColor, proven.iconColor);
  });

  it('has a shape and words of its own for each doubt about a tick', async () => {
    const bash = (command: string) => answer(use('bash', { command }));
    await begin(
      answer(plan(`[>] ${fix}`, `[ ] ${check}`, `[ ] ${read}`, '[ ] Report')),
      answer(edit('not in the file', newPattern)),
      answer(plan(`[x] ${fix}`, `[>] ${check}`, `[ ] ${read}`, '[ ] Report')),
      bash('node --print 1'),
      answer(plan(`[x] ${fix}`, `[x] ${check}`, `[x] ${read}`, '[>] Report')),
      bash('node --print 2'),
    );
    await probe.asked();
    await probe.call('agent.deny');
    // At a question the list stands still: a row that is drawn anew loses its tooltip.
    await rowWhen('bash: node --print 2', ({ icon }) => icon.includes('bell-dot'));
    for (const [content, doubt, icon] of [
      [fix, 'but its calls failed', 'codicon-error'],
      [check, 'but its calls were declined', 'codicon-circle-slash'],
      [read, 'nothing recorded', 'codicon-question'],
    ] as const) {
      const row = await rowWhen(`[x] ${content}`, ({ description }) => description.startsWith(doubt));
      const words = `Completed, ${doubt}: ${content}`;
      assert.equal(row.icon, icon);
      assert.ok(row.aria.startsWith(words), row.aria);
      await view().row(row.label).hover();
      await ui.workbench.page.locator('.workbench-hover').getByText(words).waitFor();
    }
  });

  it('gives every open item its end and the cause, and lets nothing spin', async () => {
    await run(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), answer(look()), answer({ text: 'That is all.' }));
    const started = await rowWhen(`[>] ${read}`, ({ description }) => description.startsWith('unfinished'));
    assert.match(started.description, /^unfinished: the agent ended its turn/);
    const open = await rowWhen(`[ ] ${fix}`);
    assert.equal(open.description, 'not started');
    assert.match(open.aria, /^Not started, the agent ended its turn/);
    await view().pane.locator('.message', { hasText: '2 left open: the agent ended its turn' }).waitFor();
    await ui.workbench.setSideBarWidth(250);
    await screenshotInThemes(ui, 'settled');
  });

  it('shows what a rewrite did to an item without a word', async () => {
    await run(
      answer(plan(`[x] ${read}`, `[ ] ${check}`)),
      answer(plan(`[ ] ${read}`, `[ ] ${check} of the whole suite`)),
      answer({ text: 'Done.' }),
    );
    await rowWhen(`[ ] ${read}`, ({ description }) => description.includes('set back by the agent'));
    await rowWhen(`[ ] ${check} of the whole suite`, ({ description }) => description.includes(`was: ${check}`));
  });

  it('says how long the list has not changed', async () => {
    const files = ['slug.js', 'slug.test.js', 'package.json', 'README.md', 'slug.js', 'slug.test.js'];
    await begin(
      answer(plan(`[>] ${read}`)),
      answer(...files.slice(0, 3).map((file_path) => use('read_file', { file_path }))),
      answer(...files.slice(3).map((file_path) => use('read_file', { file_path }))),
      hang,
    );
    await view().pane.locator('.message', { hasText: '6 actions since the list changed' }).waitFor();
  });

  it('shows a file under both items that changed it', async () => {
    await begin(
      answer(plan(`[>] ${read}`, `[ ] ${fix}`)),
      answer(edit(oldPattern, newPattern)),
      answer(plan(`[x] ${read}`, `[>] ${fix}`)),
      answer(edit(newPattern, oldPattern)),
      answer(plan(`[x] ${read}`, `[x] ${fix}`)),
      // Rows open by themselves only while the agent works.
      hang,
    );
    await view().rowsWhen((all) => all.filter(({ label }) => label === '+1 -1  slug.js').length === 2);
  });

  it('shows new problems below the change, and takes them back once they are gone', async () => {
    await begin(answer(plan(`[>] ${fix}`)), answer(edit(oldPattern, newPattern)), hang);
    await rowWhen('+1 -1  slug.js');
    await ui.host((vscode) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error('no folder');
      const problems = vscode.languages.createDiagnosticCollection('test');
      Object.assign(globalThis, { problems });
      const at = new vscode.Range(0, 0, 0, 1);
      problems.set(vscode.Uri.joinPath(folder.uri, 'slug.js'), [new vscode.Diagnostic(at, 'x is not defined')]);
    });
    const found = await rowWhen('1 new problem');
    assert.equal(found.description, 'slug.js: x is not defined');
    await rowWhen(`[>] ${fix}`, ({ description }) => description.includes('1 new problem'));
    // Put there above.
    await ui.host(() => (globalThis as unknown as { problems: { dispose(): void } }).problems.dispose());
    await view().rowsWhen((all) => !all.some(({ label }) => label === '1 new problem'));
  });

  it('keeps finished plans apart', async () => {
    await run(
      answer(plan(`[>] ${read}`)),
      answer(look()),
      answer(plan(`[x] ${read}`)),
      answer(plan(`[>] ${fix}`)),
      answer(edit(oldPattern, newPattern)),
      answer(plan(`[x] ${fix}`)),
      answer({ text: 'Done.' }),
    );
    await rowWhen(`[x] ${fix}`);
    await view().expand('Earlier');
    const old = await rowWhen(`[x] ${read}`);
    assert.deepEqual([old.level, old.description.startsWith('from an earlier plan')], [2, true]);
    assert.equal(await view().description(), '1/1 completed');
  });

  it('marks and counts what changed while the view was hidden, until it was seen', async () => {
    const first = held(answer(plan(`[>] ${read}`, `[ ] ${fix}`)));
    const count = model.requests.length;
    await begin(first.turn, answer(look()));
    model.push(answer(plan(`[x] ${read}`, `[>] ${fix}`)), hang);
    await model.received(count + 1);
    // Before there is a row: one that comes is brought into sight, which opens the view for somebody who is just leaving.
    await ui.workbench.openContainer('Explorer');
    await view().pane.waitFor({ state: 'hidden' });
    first.release();
    const badge = ui.workbench.page.locator('.activitybar [aria-label*="2 todos changed since you looked"]');
    await badge.first().waitFor();
    assert.equal(await ui.workbench.badge('Agent'), '2');
    await ui.workbench.openContainer('Agent');
    const row = await rowWhen(`[x] ${read}`, ({ aria }) => aria.includes('changed since you looked'));
    assert.ok(row);
    await view().pane.locator('.highlight', { hasText: '[x]' }).waitFor();
    await screenshotInThemes(ui, 'since-you-looked');
    await view().row(`[>] ${fix}`).click();
    await rowWhen(`[x] ${read}`, ({ aria }) => !aria.includes('changed since you looked'));
  });

  it('says what an item cost, beside it when that is switched on', async () => {
    const usage = { input_tokens: 10_000, output_tokens: 1000 };
    await run(
      answer(plan(`[>] ${read}`)),
      { ...answer(look()), usage },
      { ...answer(plan(`[x] ${read}`)), usage },
      answer({ text: 'Done.' }),
    );
    const plain = await rowWhen(`[x] ${read}`);
    assert.doesNotMatch(plain.description, /tokens/);
    await ui.changeSettings({ 'agent.showCost': true });
    const shown = await rowWhen(`[x] ${read}`, ({ description }) => description.includes('tokens'));
    assert.match(shown.description, /2 rounds, .*22K tokens, \$0\.06/);
    await ui.changeSettings({ 'agent.showCost': undefined });
  });

  describe('of an item whose work was undone', () => {
    const label = `[x] ${fix}`;
    const sample = () => readFile(path.join(ui.workspaceFolder, 'slug.js'), 'utf8');
    /** What the menu of the row has for its files. */
    const offers = async (): Promise<readonly string[]> =>
      (await view().menuItems(label)).filter((item) => /^(Undo|Redo) /.test(item));
    const isUndone = ({ description }: Row) => description.startsWith('undone by you');
    const isDone = ({ description }: Row) => description === '1 edit';

    beforeEach('let the agent edit a file', () =>
      run(
        answer(plan(`[>] ${fix}`)),
        answer(edit(oldPattern, newPattern)),
        answer(plan(label)),
        answer({ text: 'Done.' }),
      ),
    );

    it('says so on the row, and offers there to do it again, which it does', async () => {
      const written = await sample();
      const done = await rowWhen(label, isDone);
      assert.deepEqual(await offers(), ['Undo This Item']);
      await view().contextMenu(label, 'Undo This Item');
      const undone = await rowWhen(label, isUndone);
      assert.match(undone.aria, /, undone by you/);
      assert.match(undone.icon, /codicon-discard/);
      assert.equal(await sample(), written.replace(newPattern, oldPattern));
      assert.deepEqual(await offers(), ['Redo This Item']);
      await view().contextMenu(label, 'Redo This Item');
      const { icon, aria } = await rowWhen(label, isDone);
      assert.deepEqual([icon, aria], [done.icon, done.aria]);
      assert.equal(await sample(), written);
    });

    it('offers to do it again where it says that it was undone', async () => {
      const written = await sample();
      await view().contextMenu(label, 'Undo This Item');
      await rowWhen(label, isUndone);
      await ui.workbench.notifications.clickToast('Undone. Files put back: 1.', 'Redo');
      await rowWhen(label, isDone);
      assert.equal(await sample(), written);
    });

    it('says so in the receipt', async () => {
      await view().contextMenu(label, 'Undo This Item');
      await rowWhen(label, isUndone);
      const { text } = await createReceipt();
      assert.match(text, /## Undone by the user\n\n- `slug\.js`\n/);
      await ui.host((vscode) => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
    });
  });

  it('shows the question of an item in one conversation after another, though the model repeats its ids', async () => {
    for (const command of ['node --print 1', 'node --print 2']) {
      const question = held(answer({ call: { id: 'toolu_again', name: 'bash', input: { command } } }));
      await begin(answer(plan(`[>] ${read}`)), question.turn);
      await rowWhen(`[>] ${read}`, ({ icon }) => icon.includes('spin'));
      question.release();
      await rowWhen(`bash: ${command}`);
      await reset();
    }
  });

  it('goes into a receipt', async () => {
    await run(
      answer(plan(`[>] ${fix}`, `[ ] ${check}`)),
      answer(edit(oldPattern, newPattern)),
      answer(plan(`[x] ${fix}`, `[ ] ${check}`)),
      answer({ text: 'I have **proven** everything.' }),
    );
    const { text, language } = await createReceipt();
    assert.equal(language, 'markdown');
    for (const part of ['# Run receipt', `- [x] \`${fix}\``, '`slug.js` +1 -1', `\`${check}\`: not started`])
      assert.ok(text.includes(part), `${part}\n\n${text}`);
    assert.doesNotMatch(text, /proven/);
    await ui.host((vscode) => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));
  });
});
