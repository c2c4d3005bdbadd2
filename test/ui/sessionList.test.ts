import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentProbe } from '../support/agentProbe.ts';
import { StrictServer } from '../support/strictServer.ts';
import { answer, plan } from '../support/todoTurns.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

describe('the list of sessions', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start()));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url, 'files.simpleDialog.enable': true },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    files: { 'mine.txt': 'mine\n' },
  }));
  after('stop the model', () => model.stop());
  const probe = new AgentProbe(ui);

  before('have three sessions', async () => {
    await ui.workbench.openContainer('Agent');
    for (const [prompt, said] of [
      ['Sort the shelves', 'The teapot is on top.'],
      ['Water the plants', 'The fern was dry.'],
      ['Feed the cat', 'It was asleep.'],
    ] as const) {
      model.push(answer(plan(`[x] ${prompt}`)), answer({ text: said }));
      await probe.begin('agent.startTask', { prompt });
      assert.equal((await probe.outcome()).kind, 'completed');
    }
  });
  afterEach('close what is open', async () => {
    await ui.workbench.quickInput.escape();
    await ui.host(async (vscode) => {
      await vscode.commands.executeCommand('notifications.clearAll');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });
  });

  async function show(): Promise<readonly string[]> {
    await ui.workbench.quickInput.command('Agent: Sessions');
    await ui.workbench.quickInput.titled('Sessions');
    return (await ui.workbench.quickInput.picks()).map(({ label }) => label);
  }

  it('finds what was said in one', async () => {
    await show();
    await ui.workbench.quickInput.titleButton('Search in Sessions');
    await ui.workbench.quickInput.titled('Search in Sessions');
    await ui.workbench.quickInput.answer('teapot');
    await ui.workbench.quickInput.titled('Sessions');
    const [only, ...others] = await ui.workbench.quickInput.picks();
    assert.deepEqual([only?.label, others.length], ['Sort the shelves', 0]);
    assert.match(only?.aria ?? '', /The teapot is on top/);
  });

  it('renames one, also the one that is open', async () => {
    await show();
    for (const [before, after] of [
      ['Sort the shelves', 'Shelves'],
      ['Feed the cat', 'Cat'],
    ] as const) {
      await ui.workbench.quickInput.rowButton(before, 'Rename');
      await ui.workbench.quickInput.titled('Rename Session');
      await ui.workbench.quickInput.answer(after);
      await ui.workbench.quickInput.titled('Sessions');
      await ui.workbench.quickInput.box.locator('.monaco-list-row', { hasText: after }).first().waitFor();
    }
    const labels = (await ui.workbench.quickInput.picks()).map(({ label }) => label);
    assert.deepEqual(labels.toSorted(), ['Cat', 'Shelves', 'Water the plants']);
  });

  for (const [name, isRight] of [
    ['plants.md', (text: string) => /^# Agent session\n/.test(text) && text.includes('The fern was dry.')],
    ['plants.json', (text: string) => JSON.parse(text).entries[0].prompt === 'Water the plants'],
  ] as const) {
    it(`exports one as ${path.extname(name)}`, async () => {
      await show();
      await ui.workbench.quickInput.rowButton('Water the plants', 'Export');
      await ui.workbench.quickInput.titled('Export Session');
      // The dialog puts its own text in first.
      const { box, input } = ui.workbench.quickInput;
      await box.getByText('OK', { exact: true }).waitFor();
      await box.page().waitForFunction((folder) => {
        const page = globalThis as unknown as { readonly document: { readonly activeElement: { value?: string } } };
        return page.document.activeElement.value?.startsWith(folder);
      }, ui.workspaceFolder);
      await input.press('ControlOrMeta+a');
      await ui.workbench.quickInput.answer(path.join(ui.workspaceFolder, name));
      await ui.workbench.editors.tab(name).waitFor();
      assert.ok(isRight(await readFile(path.join(ui.workspaceFolder, name), 'utf8')));
    });
  }

  it('deletes one once the person has said so', async () => {
    await show();
    await ui.workbench.quickInput.rowButton('Water the plants', 'Delete');
    const { message, detail } = await ui.workbench.dialog.text();
    assert.match(message, /Delete the session "Water the plants"\?/);
    assert.match(detail, /Files of the workspace stay/);
    await ui.workbench.dialog.click('Cancel');
    assert.equal((await show()).length, 3);
    await ui.workbench.quickInput.rowButton('Water the plants', 'Delete');
    await ui.workbench.dialog.click('Delete');
    await ui.workbench.dialog.box.waitFor({ state: 'detached' });
    const rows = ui.workbench.quickInput.box.locator('.monaco-list-row');
    await rows.filter({ hasText: 'Water the plants' }).waitFor({ state: 'detached' });
    assert.deepEqual((await show()).toSorted(), ['Cat', 'Shelves']);
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'mine.txt'), 'utf8'), 'mine\n');
  });

  it('is the same in a second window, which leaves alone what is open in the first', async () => {
    const second = await ui.secondWindow();
    try {
      const { quickInput, notifications } = second.workbench;
      await quickInput.command('Agent: Sessions');
      await quickInput.titled('Sessions');
      const picks = await quickInput.picks();
      const open = picks.find(({ label }) => label === 'Cat');
      assert.match(open?.description ?? '', /open in another window/);
      await quickInput.pick('Cat');
      await notifications.toast('This session is open in another window.').waitFor();
      model.push(answer({ text: 'Of the second.' }), answer({ text: 'Of the first.' }));
      const other = new AgentProbe({ host: second.host });
      await other.call('agent.startTask', { prompt: 'In the second window' });
      await probe.call('agent.sendMessage', { text: 'In the first window' });
      assert.match(JSON.stringify(model.bodies.at(-1)), /Feed the cat.*In the first window/);
    } finally {
      await second.close();
    }
    assert.ok((await show()).includes('In the second window'));
  });
});
