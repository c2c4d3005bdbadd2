import assert from 'node:assert/strict';
import { textsOf } from '../support/agentProbe.ts';
import { screenshotInThemes } from '../support/screenshots.ts';
import { say } from '../support/strictServer.ts';
import { answer, hang, plan, use } from '../support/todoTurns.ts';
import { useListWindow } from '../support/useListWindow.ts';

const link = '[click](command:workbench.action.closeWindow)';

describe('whatever stands in a todo', () => {
  const { ui, model, probe, view, begin, reset } = useListWindow({ otherwise: () => say('Done.') });
  afterEach('end the run', reset);

  it('is shown as what it is, in the tree, in picks, in the box and in the conversation', async () => {
    const contents = [
      'x'.repeat(10_000),
      'a\u200bb\u2060c',
      '\u200b',
      '\u05d0\u05d1\u05d2 \u202eevil',
      'Say $(whoami) and \\$(sync~spin)',
      `${link} <img src=https://example.invalid/x.png> ~~gone~~`,
      'The same',
      'The same',
    ];
    await begin(answer(plan(...contents.map((content) => `[ ] ${content}`))), hang);
    const shown = contents.map((content) =>
      content.replace(/[\u200b\u2060\u202e]/gu, (one) => `<U+${one.charCodeAt(0).toString(16).toUpperCase()}>`),
    );
    const rows = await view().rowsWhen((all) => all.length === contents.length);
    assert.deepEqual(
      rows.map(({ label }) => label),
      shown.map((text) => `[ ] ${text}`),
    );
    await ui.workbench.setSideBarWidth(250);
    await screenshotInThemes(ui, 'odd-texts');
    await ui.workbench.command('Agent: Lock Todo');
    await ui.workbench.quickInput.box.getByPlaceholder('Which todo?').waitFor();
    const picks = await ui.workbench.quickInput.picks();
    assert.deepEqual(
      picks.map(({ label }) => label),
      shown,
    );
    await ui.workbench.quickInput.escape();
    await view().contextMenu(`[ ] ${shown[5] ?? ''}`, 'Add Todo');
    await ui.workbench.quickInput.titled('Add Todo');
    assert.equal(await ui.workbench.quickInput.box.locator('.quick-input-message a').count(), 0);
    await ui.workbench.quickInput.escape();
    const list = ui.workbench.webview().getByRole('article', { name: 'Todos' });
    await list.getByText('planned The same').first().waitFor();
    assert.equal(await list.locator('a, img, s').count(), 0);
    assert.ok((await list.innerText()).includes('<U+202E>evil'));
  });

  it('keeps two items of the same words apart', async () => {
    await begin(
      answer(plan('[>] The same', '[ ] The same')),
      answer(use('read_file', { file_path: 'slug.js' })),
      answer(plan('[x] The same', '[>] The same')),
      answer(use('read_file', { file_path: 'slug.test.js' })),
      hang,
    );
    const rows = await view().rowsWhen((all) => all.length === 4 && all[3]?.label === 'slug.test.js');
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['[x] The same', 'slug.js', '[>] The same', 'slug.test.js'],
    );
  });

  it('may come and go 500 times: the list stays in front, and what is too old to be brought back says so', async () => {
    const lists = Array.from({ length: 26 }, (_, list) =>
      answer(plan(...Array.from({ length: 20 }, (_item, item) => `[ ] ${names(list)} ${item}`))),
    );
    await ui.changeSettings({ 'agent.loopGuard': false });
    await begin(...lists, hang);
    await view()
      .row(`[ ] ${names(25)} 0`)
      .waitFor();
    const [first] = await view().rowsWhen((rows) => rows[0]?.label === `[ ] ${names(25)} 0`);
    assert.equal(first?.description, '');
    assert.equal(await view().description(), '0/20 completed');
    await ui.host((vscode) => vscode.commands.executeCommand('agent.clearStopPoints'));
    await ui.workbench.notifications.toast('There is no todo that this could be done with.').waitFor();
    const failure = await ui.host(async (vscode) => {
      // The API of api.ts.
      const { todos } = vscode.extensions.getExtension('todo-agent.todo-agent')?.exports as {
        todos: { items: readonly { id: string }[] };
      };
      const newest = Number(todos.items.at(-1)?.id.slice('todo-'.length));
      return vscode.commands.executeCommand('agent.restoreTodo', `todo-${newest - 519}`).then(() => '', String);
    });
    assert.equal(failure, '');
    await ui.workbench.notifications.toast(/list is full|Nothing was done/).waitFor();
    await ui.changeSettings({ 'agent.loopGuard': undefined });
  });

  it('reaches the agent in the words of the person when it comes after the last round', async () => {
    await begin(say('A long answer, word by word, which takes its time to come.', { pieceSize: 4, pieceDelayMs: 60 }));
    await probe.transcriptWith('A long');
    await probe.call('agent.sendMessage', { text: 'One more thing.' });
    await probe.outcome();
    await probe.transcriptWith('Done.');
    assert.equal(textsOf(model.bodies.at(-1)).at(-1), 'user: One more thing.');
  });

  it('is not lost when the agent can not be asked, and goes along with what can be sent', async () => {
    await begin(say('A long answer, word by word, which takes its time to come.', { pieceSize: 4, pieceDelayMs: 60 }));
    await probe.transcriptWith('A long');
    await ui.changeSettings({ 'agent.baseUrl': 'not a url' });
    await probe.call('agent.sendMessage', { text: 'One more thing.' });
    await probe.outcome();
    await ui.workbench.notifications.toast(/agent\.baseUrl|address/i).waitFor();
    await view().row('One more thing.').locator('.label-description', { hasText: 'not sent yet' }).waitFor();
    await ui.changeSettings({ 'agent.baseUrl': model.url });
    await probe.call('agent.sendMessage', { text: 'And another.' });
    const texts = textsOf(model.bodies.at(-1)).join('\n');
    assert.ok(texts.includes('One more thing.') && texts.includes('And another.'), texts);
    await view().row('One more thing.').locator('.label-description', { hasText: 'seen' }).waitFor();
  });
});

/** Words so unlike each other that no list continues another. */
function names(list: number): string {
  return String.fromCharCode(97 + list).repeat(12);
}
