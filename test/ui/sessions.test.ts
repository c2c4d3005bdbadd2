import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentProbe } from '../support/agentProbe.ts';
import { StrictServer } from '../support/strictServer.ts';
import { answer, plan, use } from '../support/todoTurns.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const item = 'Write the file';

describe('sessions outlive the window', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start()));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    files: { 'mine.txt': 'mine\n' },
  }));
  after('stop the model', () => model.stop());
  const probe = new AgentProbe(ui);
  const rowsWith = (label: string) =>
    ui.workbench.view('Todos').rowsWhen((rows) => rows.some((row) => row.label === label));

  it('brings the list, its work and the conversation back after a reload', async () => {
    await ui.workbench.openContainer('Agent');
    model.push(
      answer(plan(`[>] ${item}`)),
      answer(use('read_file', { file_path: 'mine.txt' })),
      answer({ text: 'Read.' }),
    );
    await probe.begin('agent.startTask', { prompt: 'Read my file.' });
    assert.equal((await probe.outcome()).kind, 'completed');
    await ui.reload();
    await ui.workbench.openContainer('Agent');
    const rows = await rowsWith(`[>] ${item}`);
    assert.match(rows.find(({ label }) => label === `[>] ${item}`)?.description ?? '', /1 read/);
    await probe.transcriptWith('Read my file.');
    model.push(answer({ text: 'Again.' }));
    await probe.begin('agent.sendMessage', { text: 'And now?' });
    assert.equal((await probe.outcome()).kind, 'completed');
    assert.match(JSON.stringify(model.bodies.at(-1)), /Read my file/);
    await probe.reset();
  });

  it('offers to go on after a crash, asks the open question again, and waits for the answer', async () => {
    await ui.workbench.openContainer('Agent');
    model.push(answer(plan(`[>] ${item}`)), answer(use('write_file', { file_path: 'new.txt', content: 'new\n' })));
    await probe.begin('agent.startTask', { prompt: 'Write a file.' });
    await probe.asked();
    const pid = await ui.host(() => Promise.resolve(process.pid));
    process.kill(pid, 'SIGKILL');
    await ui.reload();
    await ui.workbench.openContainer('Agent');
    await rowsWith(`[>] ${item}`);
    const toast = 'The last run was interrupted: Write a file.';
    assert.deepEqual(await ui.workbench.notifications.toastButtons(toast), ['Resume', 'Show']);
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'new.txt'), 'utf8').catch(() => 'none'), 'none');
    model.push(answer({ text: 'Done.' }));
    const asked = model.requests.length;
    await ui.workbench.notifications.clickToast(toast, 'Resume');
    await probe.asked();
    assert.equal(model.requests.length, asked);
    await probe.begin('agent.approve');
    await model.received(asked + 1);
    await probe.transcriptWith('Done.');
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'new.txt'), 'utf8'), 'new\n');
  });

  it('are listed, and opened from the list', async () => {
    await ui.workbench.quickInput.command('Agent: Sessions');
    await ui.workbench.quickInput.titled('Sessions');
    const picks = await ui.workbench.quickInput.picks();
    assert.deepEqual(
      picks.map(({ label }) => label),
      ['Write a file.', 'Read my file.'],
    );
    await ui.workbench.quickInput.pick('Read my file.');
    await probe.transcriptWith('And now?');
  });

  it('go back to before a prompt, files too', async () => {
    model.push(
      answer(plan(`[>] ${item}`)),
      answer(use('write_file', { file_path: 'back.txt', content: 'new\n' })),
      answer({ text: 'Written.' }),
    );
    await probe.begin('agent.sendMessage', { text: 'Write another one.' });
    await probe.asked();
    await probe.call('agent.approve');
    assert.equal((await probe.outcome()).kind, 'completed');
    await ui.workbench.quickInput.command('Agent: Go Back');
    await ui.workbench.quickInput.titled('Go Back');
    await ui.workbench.quickInput.pick('Write another one.');
    await ui.workbench.dialog.click('Files Too');
    await ui.workbench.notifications.toast('Undone. Files put back: 1.').waitFor();
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'back.txt'), 'utf8').catch(() => 'none'), 'none');
    model.push(answer({ text: 'Fine.' }));
    await probe.begin('agent.sendMessage', { text: 'What now?' });
    assert.equal((await probe.outcome()).kind, 'completed');
    const sent = JSON.stringify(model.bodies.at(-1));
    assert.match(sent, /And now\?/);
    assert.doesNotMatch(sent, /Write another one/);
  });
});
