import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { screenshot } from '../support/screenshots.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const plan = (...statuses: string[]): { todos: unknown[] } => ({
  todos: ['Read the module', 'Write the fix', 'Run the tests'].map((content, index) => ({
    content,
    status: statuses[index],
  })),
});

describe('a task, end to end', () => {
  let model: StrictServer;
  before(async () => {
    model = await StrictServer.start([
      call('t1', 'todo_write', plan('in_progress', 'pending', 'pending')),
      call('r1', 'read_file', { file_path: 'note.txt' }),
      call('t2', 'todo_write', plan('completed', 'in_progress', 'pending')),
      call('e1', 'edit_file', { file_path: 'note.txt', old_string: 'one', new_string: 'two' }),
      call('t3', 'todo_write', plan('completed', 'completed', 'in_progress')),
      call('b1', 'bash', { command: 'touch done.txt' }),
      call('t4', 'todo_write', plan('completed', 'completed', 'completed')),
      say('All three steps are done.'),
    ]);
  });
  after(() => model.stop());
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    files: { 'note.txt': 'one\n' },
    withoutSample: true,
  }));

  it('goes from the palette over the prompts to changed files and a ticked list', async () => {
    const { workbench } = ui;
    await workbench.command('Agent: Start Task');
    await workbench.quickInput.answer('change one to two');
    const view = workbench.view('Todos');
    await view.row('[>] Write the fix').waitFor();
    await workbench.notifications.toast('note.txt').waitFor();
    // Both places of the question take clicks now: nothing is on the move any more.
    await workbench.webview().getByRole('button', { name: 'Allow', exact: true }).click({ trial: true });
    await workbench.notifications.toast('note.txt').hover();
    await view.row('edit_file: note.txt').filter({ hasText: 'waiting for you' }).waitFor();
    await screenshot(workbench.page, 'approval');
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'note.txt'), 'utf8'), 'one\n');
    await workbench.notifications.clickToast('note.txt', 'Allow');
    await view.row('[>] Run the tests').waitFor();
    assert.equal(await readFile(path.join(ui.workspaceFolder, 'note.txt'), 'utf8'), 'two\n');
    await screenshot(workbench.page, 'run');
    await workbench.notifications.toast('touch done.txt').waitFor();
    await workbench.notifications.clickToast('touch done.txt', 'Allow');
    await view.row('[x] Run the tests').waitFor();
    await workbench.notifications.toast('The task has ended').waitFor();
    await screenshot(workbench.page, 'done');
    assert.deepEqual(model.breaches, []);
  });
});
