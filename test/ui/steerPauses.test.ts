import assert from 'node:assert/strict';
import { textsOf } from '../support/agentProbe.ts';
import { screenshotInThemes } from '../support/screenshots.ts';
import { held } from '../support/strictServer.ts';
import { answer, hang, plan, use } from '../support/todoTurns.ts';
import { useListWindow } from '../support/useListWindow.ts';

const read = 'Read the slug module';
const fix = 'Make one hyphen of many';
const toast = 'The agent has paused';

describe('pauses', () => {
  const { ui, model, probe, view, begin, reset } = useListWindow();
  afterEach('end the run', reset);

  const look = () => use('read_file', { file_path: 'slug.js' });
  const message = (text: string) => view().pane.locator('.message', { hasText: text }).waitFor();
  const status = (text: string) =>
    ui.workbench.statusBar.item('todo-agent.todo-agent.status').filter({ hasText: text }).waitFor();

  it('are asked for in the title bar, come after the step, and end there', async () => {
    const { turn, release } = held(answer(look()));
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), turn, hang);
    await view().row(`[>] ${read}`).waitFor();
    await view().titleAction('Pause Now');
    await message('Pausing after this step');
    release();
    await message('Paused: asked for by you');
    assert.equal(await probe.state(), 'paused');
    await status('Agent: paused 0/2');
    const [row] = await view().rowsWhen(([first]) => first?.icon.includes('codicon-debug-pause') === true);
    assert.match(row?.aria ?? '', new RegExp(`^In progress, paused: ${read}`));
    assert.equal(await view().pane.locator('.codicon-modifier-spin').count(), 0);
    await ui.workbench.setSideBarWidth(250);
    await screenshotInThemes(ui, 'paused');
    const before = model.requests.length;
    await view().titleAction('Resume');
    await model.received(before + 1);
    assert.equal(await probe.state(), 'running');
  });

  it('come before an item, once', async () => {
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), answer(use('bash', { command: 'node --print 1' })));
    await view().row('bash: node --print 1').waitFor();
    await view().inline(`[ ] ${fix}`, 'Pause Before This Item');
    const rows = await view().rowsWhen((all) => all.some(({ icon }) => icon.includes('debug-breakpoint')));
    assert.match(rows.find(({ label }) => label.includes(fix))?.description ?? '', /^pauses before/);
    model.push(answer(plan(`[x] ${read}`, `[>] ${fix}`)), hang);
    await probe.asked();
    await probe.call('agent.approve');
    await message(`Paused: before "${fix}"`);
    await ui.workbench.notifications.toast(toast).waitFor();
    const before = model.requests.length;
    await ui.workbench.notifications.clickToast(toast, 'Resume');
    await model.received(before + 1);
  });

  describe('that nobody sees the message of', () => {
    const page = () => ui.workbench.webview();
    const why = `Paused: before "${fix}"`;
    beforeEach('pause, and close the message', async () => {
      const { turn, release } = held(answer(plan(`[x] ${read}`, `[>] ${fix}`)));
      await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), turn, hang);
      await view().row(`[ ] ${fix}`).waitFor();
      await view().inline(`[ ] ${fix}`, 'Pause Before This Item');
      await view().rowsWhen((all) => all.some(({ icon }) => icon.includes('debug-breakpoint')));
      release();
      await ui.workbench.notifications.toast(toast).waitFor();
      await ui.host((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
    });

    it('end with a button of the conversation, which says why', async () => {
      const before = model.requests.length;
      const group = page().getByRole('group', { name: why });
      await message('Resume with the button above.');
      await screenshotInThemes(ui, 'paused-conversation');
      await group.getByRole('button', { name: 'Resume', exact: true }).click();
      await model.received(before + 1);
      await group.waitFor({ state: 'hidden' });
    });

    it('end with what is said to the agent', async () => {
      const before = model.requests.length;
      await page().getByPlaceholder('Paused. What you send resumes it.').fill('Keep the tests.');
      await page().getByRole('textbox').press('Enter');
      await model.received(before + 1);
      assert.match(textsOf(model.bodies.at(-1)).at(-1) ?? '', /Keep the tests\./);
    });

    it('end at a click on the status bar', async () => {
      await ui.workbench.statusBar.item('todo-agent.todo-agent.status').click();
      await ui.workbench.quickInput.titled(why);
      const ways = (await ui.workbench.quickInput.picks()).map(({ label }) => label);
      assert.deepEqual(ways, ['Resume', 'Resume with a Message...', 'Stop']);
      await ui.workbench.quickInput.pick('Stop');
      assert.equal((await probe.outcome()).kind, 'cancelled');
    });
  });

  it('come after an item', async () => {
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), answer(use('bash', { command: 'node --print 2' })));
    await view().row(`[>] ${read}`).waitFor();
    await view().contextMenu(`[>] ${read}`, 'Pause After This Item');
    await view().rowsWhen((all) => all[0]?.description.includes('pauses after') === true);
    model.push(answer(plan(`[x] ${read}`, `[>] ${fix}`)), hang);
    await probe.asked();
    await probe.call('agent.approve');
    await message(`Paused: after "${read}"`);
  });

  it('are taken back', async () => {
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), answer(use('bash', { command: 'node --print 3' })));
    await view().row(`[ ] ${fix}`).waitFor();
    await view().contextMenu(`[ ] ${fix}`, 'Pause Before This Item');
    await view().rowsWhen((all) => all.some(({ icon }) => icon.includes('debug-breakpoint')));
    await view().contextMenu(`[ ] ${fix}`, "Don't Pause at This Item");
    await view().rowsWhen((all) => !all.some(({ icon }) => icon.includes('debug-breakpoint')));
  });

  it('ask before the next request when the budget is used up, and end the run when told to', async () => {
    await ui.changeSettings({ 'agent.maxRounds': 2 });
    await begin(answer(plan(`[>] ${read}`)), answer(look()));
    await ui.workbench.notifications.toast(`${toast}: 2 of 2 rounds used`).waitFor();
    await message('Paused: 2 of 2 rounds used (agent.maxRounds)');
    const before = model.requests.length;
    await ui.workbench.notifications.clickToast(toast, 'Stop');
    const { kind, reason } = await probe.outcome();
    assert.deepEqual([kind, model.requests.length], ['limit', before]);
    assert.match(reason ?? '', /agent\.maxRounds/);
    await view().rowsWhen((all) => all[0]?.description.startsWith('unfinished: a limit was reached') === true);
    await ui.changeSettings({ 'agent.maxRounds': undefined });
  });

  it('go on past a budget as far again', async () => {
    await ui.changeSettings({ 'agent.maxTokensPerTask': 100 });
    const usage = { input_tokens: 70, output_tokens: 10 };
    const turns = ['slug.js', 'slug.test.js', 'package.json'].map((file) => ({
      ...answer(use('read_file', { file_path: file })),
      usage,
    }));
    await begin(...turns, answer({ text: 'Done.' }));
    await ui.workbench.notifications.toast(`${toast}: 160 of 100 tokens used`).waitFor();
    await ui.workbench.notifications.clickToast(toast, 'Resume');
    assert.equal((await probe.outcome()).kind, 'completed');
    await ui.changeSettings({ 'agent.maxTokensPerTask': undefined });
  });

  it('ask with the evidence when the agent goes round in circles', async () => {
    await begin(answer(plan(`[>] ${read}`)), answer(look()), answer(look()), answer(look()));
    await ui.workbench.notifications.toast(`${toast}: the same call with the same result 3 times`).waitFor();
    await ui.workbench.notifications.toast('"read_file: slug.js"').waitFor();
    await screenshotInThemes(ui, 'loop');
    model.push(answer({ text: 'Done.' }));
    await ui.workbench.notifications.clickToast(toast, 'Resume');
    assert.equal((await probe.outcome()).kind, 'completed');
  });

  it('let Stop end the run', async () => {
    const { turn, release } = held(answer(look()));
    await begin(answer(plan(`[>] ${read}`)), turn, hang);
    await view().row(`[>] ${read}`).waitFor();
    await view().titleAction('Pause Now');
    await message('Pausing after this step');
    release();
    await message('Paused: asked for by you');
    await view().titleAction('Stop Task');
    assert.equal((await probe.outcome()).kind, 'cancelled');
    await view().rowsWhen((all) => all[0]?.description.startsWith('unfinished: stopped by you') === true);
  });
});
