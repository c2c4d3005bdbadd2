import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentProbe } from '../support/agentProbe.ts';
import { StrictServer } from '../support/strictServer.ts';
import { answer, plan, use } from '../support/todoTurns.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const item = 'Change the file';
const command = 'echo spoken';

describe('the storage of sessions', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start()));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url, 'agent.permissions.mode': 'bypassPermissions' },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    files: { 'mine.txt': 'one\n' },
  }));
  after('stop the model', () => model.stop());
  const probe = new AgentProbe(ui);
  const view = () => ui.workbench.view('Todos');

  /** Where the extension keeps what is of this workspace. */
  function storage(): string {
    const workspaces = path.join(ui.testServer.directory, 'data', 'User', 'workspaceStorage');
    const found = readdirSync(workspaces)
      .map((id) => path.join(workspaces, id, 'todo-agent.todo-agent'))
      .find((folder) => existsSync(folder));
    return found ?? assert.fail('nothing is kept');
  }

  async function run(commandId: string, argument: object): Promise<void> {
    await probe.begin(commandId, argument);
    const outcome = await probe.outcome();
    assert.equal(outcome.kind, 'completed', outcome.reason);
  }

  it('gives rows back that open what was done, as in the run itself', async () => {
    await ui.workbench.openContainer('Agent');
    model.push(
      answer(plan(`[>] ${item}`)),
      answer(use('edit_file', { file_path: 'mine.txt', old_string: 'one', new_string: 'two' })),
      answer(use('bash', { command })),
      answer({ text: 'Done.' }),
    );
    await run('agent.startTask', { prompt: 'Change it.' });
    await ui.reload();
    await ui.workbench.openContainer('Agent');
    await view().row(`[>] ${item}`).waitFor();
    await view().expand(`[>] ${item}`);
    await view().row('+1 -1 mine.txt').click();
    await ui.workbench.editors.tab('mine.txt (changed by the agent)').waitFor();
    const side = (name: string) => ui.workbench.page.locator(`.monaco-diff-editor .editor.${name} .view-lines`);
    await side('original').getByText('one').waitFor();
    await side('modified').getByText('two').waitFor();
    await view().row(`bash: ${command}`).click();
    await ui.workbench.page
      .locator('.monaco-editor .view-line')
      .filter({ hasText: /^spoken$/ })
      .waitFor();
  });

  it('that takes nothing is told of once; the task goes on, and all is kept once it can be', async () => {
    const places = ['sessions', 'checkpoints'].map((name) => path.join(storage(), name));
    for (const place of places) {
      renameSync(place, `${place}.aside`);
      writeFileSync(place, '');
    }
    model.push(
      answer(plan(`[>] ${item}`)),
      answer(use('write_file', { file_path: 'mine.txt', content: 'three\n' })),
      answer({ text: 'Written.' }),
    );
    await run('agent.startTask', { prompt: 'Write it.' });
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'mine.txt'), 'utf8'), 'three\n');
    const { notifications } = ui.workbench;
    const centre = await notifications.openCentre();
    const told = (text: string) => centre.locator('.notification-list-item', { hasText: text });
    await told("This session can't be saved at the moment; the task goes on.").waitFor();
    await told("Changes to files can't be undone at the moment").waitFor();
    assert.equal(await told("can't be saved").count(), 1);

    for (const place of places) {
      rmSync(place);
      mkdirSync(place);
    }
    model.push(answer({ text: 'Now it is kept.' }));
    await run('agent.sendMessage', { text: 'And now?' });
    await ui.reload();
    await ui.workbench.openContainer('Agent');
    await view().row(`[>] ${item}`).waitFor();
    const transcript = await probe.transcriptWith('Now it is kept.');
    for (const part of ['Write it.', 'Written.', 'And now?']) assert.ok(transcript.includes(part), part);
  });
});
