import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { screenshot } from '../support/screenshots.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const file = '.claude/settings.json';
const guard = 'echo "secrets stay closed" >&2; exit 2';

/** On lines, so that the place of the hook is more than the file. */
function settingsWith(command: string): string {
  return `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Read", "hooks": [{ "type": "command", "command": ${JSON.stringify(command)} }] }
    ],
    "SubagentStop": [{ "hooks": [{ "type": "command", "command": "./never.sh" }] }]
  }
}
`;
}

describe('hooks of a workspace', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start()));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    files: { 'notes.txt': 'hello\n', [file]: settingsWith(guard) },
  }));
  after('stop the model', () => model.stop());

  afterEach('close what is open', async () => {
    await ui.workbench.quickInput.escape();
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
  });

  /** Starts a task whose model reads the notes. */
  async function start(): Promise<void> {
    model.push(call(`c${model.bodies.length}`, 'read_file', { file_path: 'notes.txt' }), say('Done.'));
    await ui.host((vscode) => {
      // Kept for `outcome`.
      Object.assign(globalThis, { run: vscode.commands.executeCommand('agent.startTask', { prompt: 'Read it.' }) });
    });
  }

  const outcome = (): Promise<{ kind: string }> =>
    // `start` put it there.
    ui.host(() => (globalThis as unknown as { run: Promise<{ kind: string }> }).run);

  /** What the model was told about its call, once the run is over. */
  async function result(): Promise<string> {
    assert.equal((await outcome()).kind, 'completed');
    const { messages } = model.bodies.at(-1) as { messages: { content: { content?: string }[] }[] };
    return messages.at(-1)?.content[0]?.content ?? '';
  }

  async function openList(): Promise<void> {
    await ui.workbench.command('Agent: Show Hooks');
    await ui.workbench.quickInput.titled('Hooks');
  }

  const row = (text: string): Locator => ui.workbench.quickInput.box.locator('.monaco-list-row', { hasText: text });

  async function clickButton(text: string, button: string): Promise<void> {
    await row(text).first().hover();
    await row(text).first().locator(`.action-label[aria-label="${button}"]`).click();
  }

  it('are asked about before the first run: the question names the file and shows the commands', async () => {
    await start();
    const { message, detail, buttons } = await ui.workbench.dialog.text();
    assert.equal(message, 'Let this workspace run its 2 hooks?');
    assert.ok(
      detail.includes(`.claude/settings.json\n  PreToolUse (Read): ${guard}\n  SubagentStop: ./never.sh`),
      detail,
    );
    assert.deepEqual([...buttons].sort(), ['Allow These Hooks', 'Cancel', 'Open File', 'Run Without Them']);
    await screenshot(ui.workbench.page, 'hooks-question');
    await ui.workbench.dialog.click('Run Without Them');
    assert.match(await result(), /hello/);
  });

  it('stand in the list as not allowed yet', async () => {
    await openList();
    await row('Decide about the hooks of .claude/settings.json').waitFor();
    await row('echo "secrets stay closed"').first().waitFor();
    const picks = await ui.workbench.quickInput.picks();
    const found = picks.find(({ label }) => label.includes('secrets stay closed'));
    assert.equal(found?.description, 'Read · .claude/settings.json:4');
    assert.match(found.detail, /Does not run: not allowed yet/);
    await screenshot(ui.workbench.page, 'hooks-not-allowed');
  });

  it('are not asked about again in this window once the person went without', async () => {
    await start();
    assert.match(await result(), /hello/);
  });

  it('run after the yes, and the list tells of the run', async () => {
    await openList();
    await row('Decide about the hooks of .claude/settings.json').click();
    await ui.workbench.dialog.click('Allow These Hooks');
    await ui.workbench.dialog.box.waitFor({ state: 'hidden' });
    await start();
    assert.equal(await result(), 'secrets stay closed');
    await openList();
    await row('Runs: 1').waitFor();
    const picks = await ui.workbench.quickInput.picks();
    const detailOf = (text: string): string => picks.find(({ label }) => label.includes(text))?.detail ?? '';
    assert.match(detailOf('secrets stay closed'), /^Runs: 1, last #1: Read, \d+ ms, exit 2, deny$/);
    assert.match(detailOf('./never.sh'), /^Does not run: SubagentStop is not fired by this extension/);
    await screenshot(ui.workbench.page, 'hooks-list');
  });

  it('need no second yes after a reload of the window', async () => {
    await ui.reload();
    await start();
    assert.equal(await result(), 'secrets stay closed');
  });

  it('are tried on the last call without executing it', async () => {
    const before = await readFile(path.join(ui.workspaceFolder, 'notes.txt'), 'utf8');
    await ui.workbench.command('Agent: Try Hook on Last Call');
    await ui.workbench.quickInput.titled('Try Hook on Last Call');
    await row('secrets stay closed').click();
    const toast = await ui.workbench.notifications.toastText(/Tried as #/);
    assert.match(toast, /^Tried as #2: PreToolUse, Read, \d+ ms, exit 2, deny\. Nothing was executed\.$/);
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'notes.txt'), 'utf8'), before);
    await ui.workbench.notifications.clickToast(/Tried as #/, 'Show Hook Log');
    const panel = ui.workbench.page.locator('.part.panel .view-lines');
    await panel.getByText('#2').first().waitFor();
    assert.match((await panel.innerText()).replaceAll('\u00a0', ' '), /#2 PreToolUse Read: .*\(trial\)/s);
    await screenshot(ui.workbench.page, 'hooks-log');
    await ui.host((vscode) => vscode.commands.executeCommand('workbench.action.closePanel'));
  });

  it('are switched off and on in the list, without a change of their file', async () => {
    await openList();
    await clickButton('secrets stay closed', 'Switch This Hook Off');
    await row('Does not run: switched off by you').waitFor();
    await ui.workbench.quickInput.escape();
    await start();
    assert.match(await result(), /hello/);
    assert.equal(await readFile(path.join(ui.workspaceFolder, file), 'utf8'), settingsWith(guard));
    await openList();
    await clickButton('secrets stay closed', 'Switch This Hook On');
    await row('Does not run: switched off by you').waitFor({ state: 'detached' });
    await ui.workbench.quickInput.escape();
    await start();
    assert.equal(await result(), 'secrets stay closed');
  });

  it('open at their line', async () => {
    await openList();
    await row('secrets stay closed').first().click();
    // The editor opens first and is then moved to the place.
    await ui.host(
      (vscode) =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            const editor = vscode.window.activeTextEditor;
            if (editor?.document.uri.path.endsWith('/.claude/settings.json') !== true) return;
            if (editor.selection.active.line !== 3) return;
            for (const listener of listeners) listener.dispose();
            resolve();
          };
          const { window } = vscode;
          const listeners = [window.onDidChangeActiveTextEditor(look), window.onDidChangeTextEditorSelection(look)];
          look();
        }),
    );
  });

  it('are asked about again when their content changes', async () => {
    await writeFile(path.join(ui.workspaceFolder, file), settingsWith(`${guard} # changed`));
    await start();
    const { detail } = await ui.workbench.dialog.text();
    assert.ok(detail.includes('# changed'));
    await ui.workbench.dialog.click('Allow These Hooks');
    assert.equal(await result(), 'secrets stay closed');
  });
});
