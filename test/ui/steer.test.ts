import assert from 'node:assert/strict';
import { textsOf } from '../support/agentProbe.ts';
import { screenshot, screenshotInThemes } from '../support/screenshots.ts';
import { held } from '../support/strictServer.ts';
import { answer, hang, plan, use } from '../support/todoTurns.ts';
import { useListWindow } from '../support/useListWindow.ts';
import type { Row } from '../support/workbench/view.ts';

const read = 'Read the slug module';
const fix = 'Make one hyphen of many';
const check = 'Run the tests';
const command = 'node --print 6*7';

describe('steering through the tree', () => {
  const { ui, model, probe, view, rowWhen, begin, reset } = useListWindow();
  const described = (label: string, text: string) =>
    view().row(label).locator('.label-description', { hasText: text }).waitFor();
  const items = async (): Promise<readonly string[]> => itemsOf(await view().rows());
  const itemsWhen = async (isWanted: (items: readonly string[]) => boolean): Promise<readonly string[]> =>
    itemsOf(await view().rowsWhen((rows) => isWanted(itemsOf(rows))));

  /** Waits for a row whose description begins so. */
  const says = (label: string, start: string) => rowWhen(label, ({ description }) => description.startsWith(start));

  /** A run that waits for the answer to a question, so that the list stands still. */
  async function startToQuestion(): Promise<void> {
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`, `[ ] ${check}`)), answer(use('bash', { command })));
    await view().row(`bash: ${command}`).waitFor();
  }

  async function approve(): Promise<void> {
    // The row stands before the question does.
    await probe.asked();
    await probe.call('agent.approve');
  }

  /** The texts of the last request's last message. */
  const lastNote = (): string => textsOf(model.bodies.at(-1)).at(-1) ?? '';

  describe('while a run is on', () => {
    before('run to the question', startToQuestion);
    after('end the run', reset);

    it('adds an item from the title bar, and says that the agent does not know it yet', async () => {
      await view().titleAction('Add Todo');
      await ui.workbench.quickInput.titled('Add Todo');
      await ui.workbench.quickInput.answer('Write the changelog');
      const added = await rowWhen('[ ] Write the changelog');
      assert.match(added.description, /^not sent yet, locked/);
      assert.match(added.aria, /^Pending: Write the changelog, 4 of 4, not sent yet, locked/);
      assert.match(added.icon, /codicon-lock/);
      await view().row('[ ] Write the changelog').hover();
      await ui.workbench.page.locator('.workbench-hover').getByText('Locked: the agent can').waitFor();
    });

    it('renames an item from its menu', async () => {
      await view().contextMenu(`[ ] ${check}`, 'Rename Todo');
      await ui.workbench.quickInput.titled('Rename Todo');
      await ui.workbench.quickInput.answer('Run all tests');
      await described('[ ] Run all tests', 'not sent yet');
    });

    it('moves an item with the keyboard', async () => {
      await view().row(`[ ] ${fix}`).click();
      await ui.workbench.page.keyboard.press('ArrowDown');
      await ui.workbench.page.keyboard.press('Alt+ArrowDown');
      await described('[ ] Run all tests', 'not sent yet');
      await itemsWhen((all) => all.indexOf('[ ] Run all tests') === 3);
      await ui.workbench.page.keyboard.press('Alt+ArrowUp');
      await itemsWhen((all) => all.indexOf('[ ] Run all tests') === 2);
    });

    it('moves an item by dragging it', async () => {
      await view()
        .row('[ ] Write the changelog')
        .dragTo(view().row(`[ ] ${fix}`));
      const moved = await itemsWhen((all) => all[1] === '[ ] Write the changelog');
      assert.deepEqual(moved.slice(0, 4), [
        `[>] ${read}`,
        '[ ] Write the changelog',
        `[ ] ${fix}`,
        '[ ] Run all tests',
      ]);
    });

    it('skips an item, which stays in sight, struck off', async () => {
      await view().inline(`[ ] ${fix}`, 'Skip Todo');
      await itemsWhen((all) => all.includes(`[-] ${fix}`));
      const skipped = await rowWhen(`[-] ${fix}`);
      assert.match(skipped.description, /^skipped by you, not sent yet/);
      assert.match(skipped.aria, new RegExp(`^Off the list, skipped by you: ${fix}`));
      assert.equal(await view().description(), '0/3 completed');
    });

    it('looks right in every theme and in a narrow side bar', async () => {
      await ui.workbench.setSideBarWidth(250);
      await screenshotInThemes(ui, 'steer');
    });

    it('sends it all with the next results, and shows when the agent has seen it', async () => {
      const before = model.requests.length;
      const { turn, release } = held(answer(use('read_file', { file_path: 'slug.js' })));
      model.push(turn, hang);
      await approve();
      await says('[ ] Run all tests', 'sent');
      release();
      await says('[ ] Run all tests', 'seen');
      const note = textsOf(model.bodies[before]).at(-1) ?? '';
      assert.match(note, /<user_edits>/);
      assert.match(note, /added "Write the changelog"/);
      assert.match(note, new RegExp(`renamed "${check}" to "Run all tests"`));
      assert.match(note, new RegExp(`skipped "${fix}"`));
      assert.match(note, /\[>\] Read the slug module\n\[ \] Write the changelog\n\[ \] Run all tests/);
    });
  });

  describe('when the agent rewrites the list', () => {
    before('run to the question', startToQuestion);
    after('end the run', reset);

    it('keeps what the person locked, and shows what the agent dropped, until it is restored', async () => {
      await view().contextMenu(`[ ] ${check}`, 'Lock Todo');
      await described(`[ ] ${check}`, 'locked');
      model.push(answer(plan(`[>] ${read}`)), answer(use('bash', { command: `${command}+1` })));
      await approve();
      await view().row(`bash: ${command}+1`).waitFor();
      assert.deepEqual(await items(), [`[>] ${read}`, `[ ] ${check}`, `[-] ${fix}`]);
      const dropped = await rowWhen(`[-] ${fix}`);
      assert.match(dropped.description, /^dropped by the agent/);
      await screenshot(ui.workbench.page, 'dropped');
      await view().inline(dropped.label, 'Restore Todo');
      await itemsWhen((all) => all.includes(`[ ] ${fix}`));
      assert.deepEqual(await items(), [`[>] ${read}`, `[ ] ${fix}`, `[ ] ${check}`]);
    });

    it('puts edits that the agent has not seen on top of what it writes', async () => {
      const before = model.requests.length;
      const rewrite = plan(`[>] ${read}`, `[ ] ${fix}`, `[ ] ${check}`);
      const { turn, release } = held(answer(rewrite));
      model.push(turn, answer(use('bash', { command })));
      await approve();
      await model.received(before + 1);
      // The agent is writing its list by now.
      await view().contextMenu(`[ ] ${fix}`, 'Mark Todo Done');
      await view().row(`[x] ${fix}`).waitFor();
      release();
      await view().rowsWhen((rows) => rows.filter(({ label }) => label.startsWith('bash')).length === 3);
      assert.deepEqual(await items(), [`[>] ${read}`, `[x] ${fix}`, `[ ] ${check}`]);
      assert.match((await rowWhen(`[x] ${fix}`)).description, /^marked by you/);
      assert.ok(textsOf(model.bodies.at(-1)).some((text) => text.includes('The user has changed the list meanwhile')));
    });

    it('asks before it removes an item with work under it, and only then', async () => {
      await view().contextMenu(`[ ] ${check}`, 'Remove Todo');
      await itemsWhen((all) => !all.includes(`[ ] ${check}`));
      await view().row(`[>] ${read}`).click();
      await ui.workbench.page.keyboard.press('Delete');
      const { message, buttons } = await ui.workbench.dialog.text();
      assert.match(message, new RegExp(`Remove "${read}"`));
      assert.deepEqual([...buttons].sort(), ['Cancel', 'Remove']);
      await ui.workbench.dialog.click('Remove');
      await view().row('Earlier').waitFor();
      assert.deepEqual(await items(), [`[x] ${fix}`, 'Earlier']);
    });
  });

  it('tells the agent between two runs too, with the next message', async () => {
    model.push(answer(plan(`[x] ${read}`, `[ ] ${fix}`)), answer({ text: 'Half done.' }));
    await probe.call('agent.startTask', { prompt: 'Fix it.' });
    await ui.host((vscode) => vscode.commands.executeCommand('agent.addTodo', undefined, 'Write the changelog'));
    await described('[ ] Write the changelog', 'not sent yet');
    model.push(answer({ text: 'I see.' }));
    await probe.call('agent.sendMessage', { text: 'Go on.' });
    await described('[ ] Write the changelog', 'seen');
    assert.match(lastNote(), /added "Write the changelog"/);
    await reset();
  });

  it('shows what was said as sent, then seen', async () => {
    await startToQuestion();
    await ui.host((vscode) => vscode.commands.executeCommand('agent.sendMessage', { text: 'Be brief.' }));
    await described('Be brief.', 'not sent yet');
    const { turn, release } = held(answer(use('read_file', { file_path: 'slug.js' })));
    model.push(turn, hang);
    await approve();
    await says('Be brief.', 'sent');
    release();
    await says('Be brief.', 'seen');
    await reset();
  });
});

/** The labels of the root rows. */
function itemsOf(rows: readonly Row[]): readonly string[] {
  return rows.filter(({ level }) => level === 1).map(({ label }) => label);
}
