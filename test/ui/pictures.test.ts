import assert from 'node:assert/strict';
import { screenshotInThemes } from '../support/screenshots.ts';
import { answer, hang, plan, use } from '../support/todoTurns.ts';
import { useListWindow } from '../support/useListWindow.ts';
import type { Row } from '../support/workbench/view.ts';

const read = '阅读 slug 模块';
const fix = '把多个连字符合并成一个，并且保留其余行为不变';
const check = 'Run the whole test suite with every flag that the continuous integration uses';
const report = 'Report';

/** Each scene of the list in three themes, in a narrow side bar, with long and Chinese texts. */
describe('pictures of the list', () => {
  const { ui, model, probe, view, begin, reset, restoreSample } = useListWindow({
    settings: { 'agent.permissions.mode': 'acceptEdits' },
  });
  before('make the side bar narrow', async () => {
    await ui.workbench.openContainer('Agent');
    await ui.workbench.setSideBarWidth(250);
  });
  beforeEach('with the sample as it was', restoreSample);
  afterEach('end the run', reset);

  const look = (file = 'slug.js') => use('read_file', { file_path: file });
  const bash = (command: string) => use('bash', { command });
  const edit = () =>
    use('edit_file', { file_path: 'slug.js', old_string: '/[^a-z0-9]/g', new_string: '/[^a-z0-9]+/g' });

  const idOf = (content: string): Promise<string | undefined> =>
    ui.host((vscode, wanted) => {
      // The API of api.ts.
      const { todos } = vscode.extensions.getExtension('todo-agent.todo-agent')?.exports as {
        todos: { items: readonly { id: string; content: string }[] };
      };
      return todos.items.find((item) => item.content === wanted)?.id;
    }, content);

  /** Once a row says so, all of it in sight. */
  async function picture(name: string, label: string, says: string): Promise<readonly Row[]> {
    const rows = await view().rowsWhen((all) =>
      all.some((row) => row.label === label && row.description.includes(says)),
    );
    await probe.call('notifications.clearAll');
    await screenshotInThemes(ui, name);
    return rows;
  }

  it('live, with evidence folded and open', async () => {
    await begin(
      answer(plan(`[>] ${read}`, `[ ] ${fix}`, `[ ] ${check}`)),
      answer(look(), look('slug.test.js'), bash('cat slug.js')),
      answer(plan(`[x] ${read}`, `[>] ${fix}`, `[ ] ${check}`)),
      answer(edit(), look('nowhere.txt')),
      hang,
    );
    const rows = await picture('list-live', `[>] ${fix}`, '1 edit');
    assert.equal(rows.filter(({ icon }) => icon.includes('spin')).length, 1);
  });

  it('with a call that waits', async () => {
    await begin(
      answer(plan(`[>] ${read}`, `[ ] ${check}`)),
      answer(bash('rm -rf build && node --test --reporter spec')),
    );
    await picture('list-approval', `[>] ${read}`, 'waiting for you');
  });

  for (const [cause, turns, command] of [
    ['stopped by you', [hang], 'agent.stopTask'],
    ['run failed', [{ kind: 'error', status: 400, type: 'invalid_request_error', message: 'no' }], undefined],
    ['denied by you', [answer(bash('node --print 1')), answer({ text: 'So be it.' })], 'agent.deny'],
    ['a limit was reached', [answer(look())], 'limit'],
  ] as const) {
    it(`settled: ${cause}`, async () => {
      if (command === 'limit') await ui.changeSettings({ 'agent.maxRounds': 2 });
      const before = model.requests.length;
      await begin(answer(plan(`[x] ${read}`, `[>] ${fix}`, `[ ] ${check}`)), ...turns);
      await model.received(before + 2);
      if (command === 'limit') await ui.workbench.notifications.clickToast('The agent has paused', 'Stop');
      else if (command === 'agent.deny') await probe.asked();
      if (command?.startsWith('agent.') === true) await probe.call(command);
      await probe.outcome();
      const rows = await picture(`list-${cause.replaceAll(' ', '-')}`, `[>] ${fix}`, `unfinished: ${cause}`);
      assert.equal(rows.filter(({ icon }) => icon.includes('spin')).length, 0);
      await ui.changeSettings({ 'agent.maxRounds': undefined });
    });
  }

  it('drifted: dropped, renamed and set back', async () => {
    await begin(
      answer(plan(`[x] ${read}`, `[ ] ${check}`, `[ ] ${fix}`, `[ ] ${report}`)),
      answer(plan(`[ ] ${read}`, `[ ] ${check}, and more`)),
      hang,
    );
    await view().rowsWhen((all) => all.some(({ label }) => label === `[-] ${fix}`));
    const rows = await picture('list-drift', `[-] ${report}`, 'dropped by the agent');
    // What the words beside a long text have no room for, the icon shows.
    const icons = rows.map(({ icon }) => icon.split(' ')[0]);
    assert.deepEqual(icons, ['codicon-discard', 'codicon-edit', 'codicon-warning', 'codicon-warning']);
  });

  it('steered: added, locked, with stop points, and words that were seen', async () => {
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`, `[ ] ${report}`)), answer(bash('node --print 1')));
    await probe.asked();
    await probe.call('agent.addTodo', undefined, check);
    await probe.call('agent.pauseBeforeTodo', await idOf(report));
    await probe.call('agent.lockTodo', await idOf(report));
    await probe.call('agent.skipTodo', await idOf(fix));
    await probe.call('agent.sendMessage', { text: '请不要改动公共接口，测试也要保持通过，谢谢。' });
    await picture('list-unsent', `[-] ${fix}`, 'skipped by you, not sent yet');
    model.push(answer(look()), hang);
    await probe.call('agent.approve');
    await picture('list-seen', `[-] ${fix}`, 'skipped by you, seen');
  });

  it('with costs', async () => {
    await ui.changeSettings({ 'agent.showCost': true });
    const usage = { input_tokens: 10_000, output_tokens: 1000 };
    await begin({ ...answer(plan(`[>] ${read}`, `[ ] ${check}`)), usage }, { ...answer(look()), usage }, hang);
    await picture('list-cost', `[>] ${read}`, 'tokens');
    await ui.changeSettings({ 'agent.showCost': undefined });
  });

  it('as a receipt', async () => {
    await begin(
      answer(plan(`[>] ${fix}`, `[ ] ${check}`)),
      answer(edit()),
      answer(plan(`[x] ${fix}`, `[ ] ${check}`)),
      answer({ text: 'Done.' }),
    );
    await probe.outcome();
    await probe.call('agent.createReceipt');
    await probe.call('markdown.showPreview');
    await picture('receipt', `[ ] ${check}`, 'not started');
    await probe.call('workbench.action.closeActiveEditor');
    await probe.call('workbench.action.revertAndCloseActiveEditor');
  });
});
