import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { screenshot } from '../support/screenshots.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const steps = ['Find the failing tests', 'Read the module', 'Collapse runs of hyphens', 'Run all tests'];

/** The plan with that many steps done and the next one in progress. */
const plan = (done: number): { todos: unknown[] } => ({
  todos: steps.map((content, index) => ({
    content,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  })),
});

// The pictures of the README are this test's.
describe('a task, end to end', () => {
  let model: StrictServer;
  before(async () => {
    model = await StrictServer.start([
      call('t1', 'todo_write', plan(0)),
      call('b1', 'bash', { command: 'node --test' }),
      call('t2', 'todo_write', plan(1)),
      call('r1', 'read_file', { file_path: 'slug.js' }),
      call('r2', 'read_file', { file_path: 'slug.test.js' }),
      call('t3', 'todo_write', plan(2)),
      call('e1', 'edit_file', {
        file_path: 'slug.js',
        old_string: ".replace(/[^a-z0-9]/g, '-')\n    .replace(/^-|-$/g, '')",
        new_string: ".replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '')",
      }),
      call('t4', 'todo_write', plan(3)),
      call('b2', 'bash', { command: 'node --test' }),
      call('t5', 'todo_write', plan(4)),
      say('All tests pass now: a run of other characters becomes **one** hyphen.'),
    ]);
  });
  after(() => model.stop());
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
  }));

  it('goes from the palette over the prompts to a mended file, passing tests and a ticked list', async () => {
    const { workbench } = ui;
    const view = workbench.view('Todos');
    await workbench.command('Agent: Start Task');
    await workbench.quickInput.answer('Make the failing tests of slug pass');
    await workbench.notifications.clickToast('node --test', 'Allow');
    await view.row('[>] Collapse runs of hyphens').waitFor();
    await workbench.notifications.toast('slug.js').waitFor();
    // Both places of the question take clicks now: nothing is on the move any more.
    await workbench.webview().getByRole('button', { name: 'Allow', exact: true }).click({ trial: true });
    await workbench.notifications.toast('slug.js').hover();
    await view.row('edit_file: slug.js').filter({ hasText: 'waiting for you' }).waitFor();
    await screenshot(workbench.page, 'approval');
    const file = path.join(ui.workspaceFolder, 'slug.js');
    assert.doesNotMatch(await readFile(file, 'utf8'), /\]\+/);
    await workbench.notifications.clickToast('slug.js', 'Allow');
    await view.row('[>] Run all tests').waitFor();
    assert.match(await readFile(file, 'utf8'), /\[\^a-z0-9\]\+/);
    await workbench.notifications.toast('node --test').waitFor();
    await workbench.webview().getByRole('button', { name: 'Allow', exact: true }).click({ trial: true });
    await screenshot(workbench.page, 'run');
    await workbench.notifications.clickToast('node --test', 'Allow');
    await view.row('[x] Run all tests').waitFor();
    await workbench.notifications.toast('The task has ended').waitFor();
    await screenshot(workbench.page, 'done');
    assert.match(JSON.stringify(model.requests.at(-1)), /fail 0/);
    assert.deepEqual(model.breaches, []);
  });
});
