import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentProbe, textsOf } from '../support/agentProbe.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const key = 'sk-ant-api03-Zq7-test-of-start';
const todos = (...contents: string[]) => ({ todos: contents.map((content) => ({ content, status: 'pending' })) });

/** All the files below a folder that hold this text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const holds = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_file, index) => holds[index]);
}

describe('the first start, without a key', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], { key, otherwise: () => say('Hello from the model.') });
  });
  const ui = useWorkbench(() => ({ settings: { 'agent.baseUrl': model.url } }));
  after('stop the model', () => model.stop());
  const welcome = () => ui.workbench.view('Todos').welcome;
  const toasts = () => ui.workbench.notifications;
  const box = () => ui.workbench.webview().getByRole('textbox');
  const lastTexts = (): readonly string[] => textsOf(model.bodies.at(-1));
  const noKey = 'There is no API key';

  async function giveKey(): Promise<void> {
    await ui.workbench.quickInput.titled('Set API Key');
    await ui.workbench.quickInput.answer(key);
  }

  /** Resolves once a task that went on by itself has ended. */
  async function ended(): Promise<void> {
    await toasts().toast('The task has ended').waitFor();
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
  }

  /** Takes the key away again. */
  async function forgetKey(): Promise<void> {
    await ui.workbench.command('Agent: Set API Key');
    await ui.workbench.quickInput.titled('Set API Key');
    await ui.workbench.quickInput.answer('');
    await toasts().toast('The stored API key was removed.').waitFor();
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
  }

  it('offers the demo first, then the key', async () => {
    await ui.workbench.openContainer('Agent');
    await welcome().getByText('Run Demo').waitFor();
    const buttons = await welcome().locator('.monaco-button').allInnerTexts();
    assert.deepEqual(buttons, ['Run Demo', 'Set API Key', 'Start Task']);
  });

  it('sends nothing, says why, and leads to the key', async () => {
    const outcome = await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.equal(outcome.kind, 'blocked');
    assert.match(outcome.reason ?? '', /no API key/);
    assert.equal(model.requests.length, 0);
    assert.deepEqual(await toasts().toastButtons(noKey), ['Set API Key', 'Run Demo', 'Use a Model of VS Code']);
    await toasts().clickToast(noKey, 'Set API Key');
    await ui.workbench.quickInput.titled('Set API Key');
    await ui.workbench.quickInput.box.getByText('console.anthropic.com').waitFor();
  });

  it('takes the key hidden, refuses one that no header can carry, and goes on with the task', async () => {
    const { quickInput } = ui.workbench;
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    await quickInput.answer('two words');
    await quickInput.box.getByText('A key has no spaces').waitFor();
    await quickInput.answer(` ${key} `);
    await toasts().toast('The API key was stored. In a browser it may last only until').waitFor();
    assert.deepEqual(await toasts().toastButtons('The API key was stored.'), []);
    await ended();
    assert.deepEqual(lastTexts(), ['user: hello']);
    await new AgentProbe(ui).reset();
  });

  it('offers the task first from then on', async () => {
    await welcome().getByText('watch it work through its list').waitFor();
    const buttons = await welcome().locator('.monaco-button').allInnerTexts();
    assert.deepEqual(buttons, ['Start Task', 'Run Demo']);
  });

  it('works with the key, which shows nowhere', async () => {
    const probe = new AgentProbe(ui);
    assert.equal((await probe.call('agent.startTask', 'hello')).kind, 'completed');
    assert.equal(model.requests.at(-1)?.headers['x-api-key'], key);
    assert.ok(!(await probe.transcriptWith('## Completed')).includes(key));
    await ui.workbench.notifications.toast('The task has ended').waitFor();
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.showList'));
    const centre = ui.workbench.page.locator('.notifications-center.visible');
    await centre.getByText('The task has ended').waitFor();
    assert.ok(!(await centre.innerText()).includes(key));
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.hideList'));
    await ui.workbench.command('Agent: Show Log');
    await ui.workbench.page.locator('.panel .view-line', { hasText: 'Run finished: completed' }).first().waitFor();
    assert.ok(!(await ui.workbench.editors.panelLines()).join('\n').includes(key));
    // Logs, output channels, settings and storage of VS Code among them; the browser keeps the secret.
    assert.deepEqual(await filesWith(ui.testServer.directory, key), []);
  });

  it('forgets the key when an empty one is given', async () => {
    await ui.workbench.command('Agent: Set API Key');
    await ui.workbench.quickInput.titled('Set API Key');
    await ui.workbench.quickInput.answer('');
    await ui.workbench.notifications.toast('The stored API key was removed.').waitFor();
    assert.match((await new AgentProbe(ui).call('agent.startTask', 'hello')).reason ?? '', /no API key/);
    await ui.host((vscode) => vscode.commands.executeCommand('notifications.clearAll'));
  });

  it('is told of a missing key before it asks for a task, and asks for it once there is one', async () => {
    await ui.workbench.command('Agent: Start Task');
    await toasts().clickToast(noKey, 'Set API Key');
    await giveKey();
    await ui.workbench.quickInput.titled('Start Task');
    await ui.workbench.quickInput.answer('from the palette');
    await ended();
    assert.deepEqual(lastTexts(), ['user: from the palette']);
  });

  it('is told so before a message too', async () => {
    await forgetKey();
    await new AgentProbe(ui).reset();
    await ui.workbench.command('Agent: Send Message');
    await toasts().clickToast(noKey, 'Set API Key');
    await giveKey();
    await ui.workbench.quickInput.titled('Send Message');
    await ui.workbench.quickInput.answer('a message');
    await ended();
    assert.deepEqual(lastTexts(), ['user: a message']);
  });

  it('is told so before it asks what a summary shall keep', async () => {
    await forgetKey();
    await ui.workbench.command('Agent: Compact Conversation');
    await toasts().clickToast(noKey, 'Set API Key');
    await giveKey();
    await ui.workbench.quickInput.titled('Compact Conversation');
    await ui.workbench.quickInput.escape();
  });

  it('keeps what was typed into the box of the conversation, and sends it once there is a key', async () => {
    await forgetKey();
    await new AgentProbe(ui).reset();
    await box().fill('from the box');
    await box().press('Enter');
    await toasts().toast(noKey).waitFor();
    await ui.workbench.webview().locator('textarea:not(:placeholder-shown)').waitFor();
    assert.equal(await box().inputValue(), 'from the box');
    await toasts().clickToast(noKey, 'Set API Key');
    await giveKey();
    await ended();
    assert.deepEqual(lastTexts(), ['user: from the box']);
    assert.equal(await box().inputValue(), '');
  });

  it('offers the first task when the key was given for nothing in particular', async () => {
    await forgetKey();
    await ui.workbench.command('Agent: Set API Key');
    await giveKey();
    await toasts().clickToast('The API key was stored.', 'Start Task');
    await ui.workbench.quickInput.titled('Start Task');
    await ui.workbench.quickInput.escape();
  });

  it('keeps a task that was typed when the settings went wrong meanwhile', async () => {
    await ui.workbench.command('Agent: Start Task');
    await ui.workbench.quickInput.titled('Start Task');
    await ui.host((vscode) => vscode.workspace.getConfiguration('agent').update('baseUrl', 'nonsense', true));
    await ui.workbench.quickInput.answer('a long text');
    await toasts().toast('agent.baseUrl').waitFor();
    await ui.changeSettings({ 'agent.baseUrl': model.url });
    await ui.workbench.command('Agent: Start Task');
    await ui.workbench.quickInput.titled('Start Task');
    assert.equal(await ui.workbench.quickInput.input.inputValue(), 'a long text');
    await ui.workbench.quickInput.escape();
  });
});

describe('the demo, from a folder of the person', () => {
  const ui = useWorkbench({ files: { 'own.txt': 'mine\n' } });

  it('opens in a window of its own, and says so in this one', async () => {
    const [other] = await Promise.all([
      ui.workbench.page.context().waitForEvent('page'),
      ui.workbench.command('Agent: Run Demo'),
    ]);
    await ui.workbench.notifications.toast('The demo opens in a window of its own.').waitFor();
    await other.close();
    assert.equal(new URL(ui.workbench.page.url()).searchParams.get('folder'), ui.workspaceFolder);
  });
});

describe('a window without a folder', () => {
  const ui = useWorkbench({ open: 'nothing', env: { ANTHROPIC_API_KEY: 'test-key' } });

  it('says that a folder is needed, before it asks for a task, and opens one', async () => {
    await ui.workbench.command('Agent: Start Task');
    await ui.workbench.notifications.clickToast('No folder is open', 'Open Folder');
    await ui.workbench.quickInput.titled('Open Folder');
    await ui.workbench.quickInput.escape();
  });

  it('says so in the view too', async () => {
    await ui.workbench.openContainer('Agent');
    const { welcome } = ui.workbench.view('Todos');
    await welcome.getByText('The agent works on a folder').waitFor();
    assert.deepEqual(await welcome.locator('.monaco-button').allInnerTexts(), ['Open Folder', 'Run Demo']);
  });
});

describe('Restricted Mode', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start([], { otherwise: () => say('Hi.') })));
  const ui = useWorkbench(() => ({
    workspaceTrust: true,
    settings: { 'agent.baseUrl': model.url, 'security.workspace.trust.startupPrompt': 'never' },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    files: { '.agent/settings.json': '{ "agent": { "nag_threshold": "often" } }' },
  }));
  after('stop the model', () => model.stop());
  const problems = (): Promise<readonly string[]> =>
    ui.host((vscode) =>
      vscode.languages
        .getDiagnostics()
        .flatMap(([, list]) => list.filter((each) => each.source === 'agent').map((each) => each.message)),
    );

  it('says so in the view, with the way out', async () => {
    await ui.workbench.openContainer('Agent');
    const { welcome } = ui.workbench.view('Todos');
    await welcome.getByText('Restricted Mode').waitFor();
    assert.deepEqual(await welcome.locator('.monaco-button').allInnerTexts(), ['Manage Trust']);
  });

  it('runs nothing and reads no settings file of the folder', async () => {
    const outcome = await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.deepEqual([outcome.kind, outcome.rounds], ['blocked', 0]);
    assert.match(outcome.reason ?? '', /Restricted Mode/);
    assert.equal(
      await ui.host((vscode) =>
        vscode.commands.executeCommand('agent.sendMessage', 'hello').then((said) => (said as { kind: string }).kind),
      ),
      'blocked',
    );
    assert.equal(model.requests.length, 0);
    assert.deepEqual(await problems(), []);
  });

  it('works once the folder is trusted', async () => {
    await ui.workbench.notifications.clickToast('Restricted Mode', 'Manage Trust');
    await ui.workbench.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
    const { welcome } = ui.workbench.view('Todos');
    await welcome.getByText('watch it work through its list').waitFor();
    assert.equal((await new AgentProbe(ui).call('agent.startTask', 'hello')).kind, 'completed');
    assert.match((await problems()).join(), /nag_threshold must be/);
  });
});

describe('an address that the workspace names', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start([], { otherwise: () => say('Hi.') })));
  const ui = useWorkbench(() => ({
    env: { ANTHROPIC_API_KEY: 'test-key' },
    files: { '.agent/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: model.url } }) },
  }));
  after('stop the model', () => model.stop());
  const host = () => new URL(model.url).host;

  it('gets no key when the person says no', async () => {
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    const { message, detail, buttons } = await ui.workbench.dialog.text();
    assert.equal(message, `Send your API key to ${host()}?`);
    assert.match(detail, /settings file of this workspace/);
    assert.deepEqual([...buttons].sort(), ['Cancel', 'Do Not Send', 'Send My Key There']);
    // As if the Enter was meant for the box before.
    await ui.workbench.page.keyboard.press('Enter');
    assert.equal((await probe.outcome()).kind, 'blocked');
    assert.equal(model.requests.length, 0);
  });

  it('gets none for its list of models either', async () => {
    await ui.workbench.command('Agent: Select Model');
    await ui.workbench.quickInput.titled('Select Model');
    await ui.workbench.quickInput.box.locator(`input[placeholder*="The key was not sent to ${host()}"]`).waitFor();
    await ui.workbench.quickInput.escape();
    assert.equal(model.requests.length, 0);
  });

  it('is asked for once when the person says yes', async () => {
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await ui.workbench.dialog.text();
    await ui.workbench.dialog.click('Send My Key There');
    assert.equal((await probe.outcome()).kind, 'completed');
    assert.equal((await probe.call('agent.startTask', 'again')).kind, 'completed');
    await ui.reload();
    assert.equal((await new AgentProbe(ui).call('agent.startTask', 'once more')).kind, 'completed');
    assert.equal(model.requests.length, 3);
  });

  it('is asked for anew when it changes', async () => {
    const file = path.join(ui.workspaceFolder, '.agent/settings.json');
    await writeFile(file, JSON.stringify({ env: { ANTHROPIC_BASE_URL: model.url.replace('127.0.0.1', 'localhost') } }));
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    assert.match((await ui.workbench.dialog.text()).message, /Send your API key to localhost:/);
    await ui.workbench.dialog.click('Cancel');
    assert.equal((await probe.outcome()).kind, 'blocked');
  });
});

describe('tasks and messages', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], {
      models: ['claude-sonnet-5-5', 'claude-opus-5'],
      otherwise: () => say('Done.'),
    });
  });
  const ui = useWorkbench(() => ({ settings: { 'agent.baseUrl': model.url }, env: { ANTHROPIC_API_KEY: 'test-key' } }));
  after('stop the model', () => model.stop());
  afterEach('end the run', () => new AgentProbe(ui).reset());
  const queued = (text: string) => ui.workbench.view('Todos').pane.locator('.message', { hasText: text });
  const lastTexts = (): readonly string[] => textsOf(model.bodies.at(-1));

  it('start from the palette, not without a word', async () => {
    const { quickInput, notifications } = ui.workbench;
    await ui.workbench.command('Agent: Start Task');
    await quickInput.titled('Start Task');
    await quickInput.answer('  ');
    await quickInput.box.getByText('Say what to do').waitFor();
    await quickInput.answer('say hello');
    await notifications.toast('The task has ended').waitFor();
    assert.deepEqual(lastTexts(), ['user: say hello']);
  });

  it('start with a text and with an object, and wait for no words where there are none', async () => {
    const probe = new AgentProbe(ui);
    assert.equal((await probe.call('agent.startTask', 'as text')).kind, 'completed');
    assert.deepEqual(lastTexts(), ['user: as text']);
    assert.equal((await probe.call('agent.startTask', { prompt: 'as object' })).kind, 'completed');
    assert.deepEqual(lastTexts(), ['user: as object']);
    const count = model.requests.length;
    assert.equal((await probe.call('agent.startTask', { prompt: ' ' })).kind, 'cancelled');
    assert.equal(model.requests.length, count);
  });

  it('can wait in a queue while one runs, and begin when it has ended', async () => {
    const probe = new AgentProbe(ui);
    const count = model.requests.length;
    model.push(call('toolu_q1', 'bash', { command: 'touch wait.txt' }));
    await probe.begin('agent.startTask', 'the first');
    await probe.asked();
    await ui.workbench.command('Agent: Start Task');
    await ui.workbench.quickInput.titled('Queue Task');
    await ui.workbench.quickInput.box.getByText('Enter puts this one in the queue').waitFor();
    await ui.workbench.quickInput.answer('the second');
    await queued('1 task queued: the second').waitFor();
    await probe.transcriptWith('Queued: the second');
    assert.equal((await probe.call('agent.startTask', 'the third')).kind, 'blocked');
    await probe.call('agent.approve');
    assert.equal((await probe.outcome()).kind, 'completed');
    await probe.transcriptWith('## Task\n\n    the second');
    await model.received(count + 3);
    await probe.idle();
    await ui.workbench.notifications.clickToast('this one is under Agent: Sessions', 'Show Sessions');
    await ui.workbench.quickInput.box.locator('.monaco-list-row', { hasText: 'the first' }).waitFor();
    await ui.workbench.quickInput.escape();
    await queued('queued').waitFor({ state: 'detached' });
    // A conversation of its own, and nobody queued the third.
    assert.deepEqual(lastTexts(), ['user: the second']);
    assert.equal(model.requests.length, count + 3);
  });

  it('that wait can be dropped', async () => {
    const probe = new AgentProbe(ui);
    const count = model.requests.length;
    model.push(call('toolu_d1', 'bash', { command: 'touch dropped.txt' }));
    await probe.begin('agent.startTask', 'the first');
    await probe.asked();
    for (const text of ['the second', 'the third']) {
      await ui.workbench.command('Agent: Start Task');
      await ui.workbench.quickInput.titled('Queue Task');
      await ui.workbench.quickInput.answer(text);
      await probe.transcriptWith(`Queued: ${text}`);
    }
    await queued('2 tasks queued, next: the second').waitFor();
    await ui.workbench.view('Todos').titleAction('Drop Queued Tasks');
    await ui.workbench.quickInput.titled('Drop Queued Tasks');
    await ui.workbench.page.keyboard.press('Enter');
    await queued('queued').waitFor({ state: 'detached' });
    await probe.call('agent.approve');
    await probe.outcome();
    await ui.workbench.notifications.toast('The task has ended').waitFor();
    assert.deepEqual([await probe.state(), model.requests.length], ['idle', count + 2]);
  });

  it('that wait do not begin after a stop, but can be begun', async () => {
    const probe = new AgentProbe(ui);
    model.push({ kind: 'hang' });
    const count = model.requests.length;
    await probe.begin('agent.startTask', 'the first');
    await model.received(count + 1);
    await probe.call('agent.startTask', 'the second');
    await ui.workbench.notifications.clickToast('was not started: the second', 'Queue This Task');
    await probe.transcriptWith('Queued: the second');
    await probe.call('agent.stopTask');
    assert.equal((await probe.outcome()).kind, 'cancelled');
    await ui.workbench.notifications.toast('The task was stopped').waitFor();
    assert.equal(await probe.state(), 'idle');
    await ui.workbench.notifications.clickToast('The task was stopped', 'Start Queued Task');
    await ui.workbench.notifications.toast('The task has ended').waitFor();
    assert.deepEqual(lastTexts(), ['user: the second']);
  });

  it('that wait go on waiting after a reload, and are begun from the view', async () => {
    const probe = new AgentProbe(ui);
    model.push({ kind: 'hang' });
    const count = model.requests.length;
    await probe.begin('agent.startTask', 'the first');
    await model.received(count + 1);
    await ui.workbench.command('Agent: Start Task');
    await ui.workbench.quickInput.titled('Queue Task');
    await ui.workbench.quickInput.answer('the second');
    await queued('1 task queued: the second').waitFor();
    await ui.reload();
    await ui.workbench.openContainer('Agent');
    await queued('1 task queued: the second').waitFor();
    assert.equal(model.requests.length, count + 1);
    await ui.workbench.view('Todos').titleAction('Start Queued Task');
    await ui.workbench.notifications.toast('The task has ended').waitFor();
    await queued('queued').waitFor({ state: 'detached' });
    assert.deepEqual(lastTexts(), ['user: the second']);
  });

  it('go on with the conversation when idle', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_f1', 'read_file', { file_path: 'slug.js' }), say('Read.'));
    await probe.call('agent.startTask', 'read it');
    assert.equal((await probe.call('agent.sendMessage', { text: 'and now?' })).kind, 'completed');
    const texts = lastTexts();
    assert.deepEqual(
      [texts[0], texts[1], texts[3], texts[4]],
      ['user: read it', 'assistant: [tool_use toolu_f1]', 'assistant: Read.', 'user: and now?'],
    );
    assert.match(texts[2] ?? '', /^user: \[tool_result toolu_f1\]/);
  });

  it('steer a run: they go along with its next results', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_s1', 'bash', { command: 'touch steer.txt' }));
    await probe.begin('agent.startTask', 'do it');
    await probe.asked();
    await ui.workbench.command('Agent: Send Message');
    await ui.workbench.quickInput.box.getByText('with the results of its current step').waitFor();
    await ui.workbench.quickInput.answer('in English, please');
    await probe.transcriptWith('in English, please');
    await probe.call('agent.approve');
    await probe.outcome();
    const texts = lastTexts();
    assert.equal(texts[2], 'user: [tool_result toolu_s1] (no output)');
    assert.match(texts[3] ?? '', /^user: [^]*in English, please/);
    assert.equal(texts.length, 4);
  });

  it('typed too late for a run begin the next one', async () => {
    const probe = new AgentProbe(ui);
    model.push(say('A long answer, word by word, which takes its time to come.', { pieceSize: 4, pieceDelayMs: 60 }));
    await probe.begin('agent.startTask', 'do it');
    await probe.transcriptWith('A long');
    await probe.call('agent.sendMessage', { text: 'one more thing' });
    await probe.outcome();
    await probe.transcriptWith('Done.');
    assert.match(lastTexts().at(-1) ?? '', /^user: [^]*one more thing/);
    assert.equal(lastTexts().length, 3);
  });

  it('begin anew in a new session', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_n1', 'todo_write', todos('Look around')));
    await probe.call('agent.startTask', 'do it');
    await ui.workbench.view('Todos').row('[ ] Look around').waitFor();
    await ui.workbench.command('Agent: New Session');
    await ui.workbench.view('Todos').row('[ ] Look around').waitFor({ state: 'detached' });
    await probe.call('agent.sendMessage', { text: 'who am I?' });
    assert.deepEqual(lastTexts(), ['user: who am I?']);
  });

  it('leave a list that can be cleared, the conversation kept', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_c1', 'todo_write', todos('Look around')));
    await probe.call('agent.startTask', 'do it');
    await ui.workbench.view('Todos').row('[ ] Look around').waitFor();
    await ui.workbench.command('Agent: Clear Todos');
    await ui.workbench.view('Todos').row('[ ] Look around').waitFor({ state: 'detached' });
    await probe.call('agent.sendMessage', { text: 'go on' });
    assert.equal(lastTexts()[0], 'user: do it');
  });

  it('go to the model that was selected from the list of the endpoint', async () => {
    await ui.workbench.command('Agent: Select Model');
    await ui.workbench.quickInput.titled('Select Model');
    await ui.workbench.quickInput.box.locator('.monaco-list-row', { hasText: 'claude-opus-5' }).waitFor();
    assert.deepEqual(
      (await ui.workbench.quickInput.picks()).map(({ label }) => label),
      ['claude-sonnet-5-5', 'claude-opus-5'],
    );
    await ui.workbench.quickInput.pick('claude-opus-5');
    await settingIs('claude-opus-5');
    await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.equal((model.bodies.at(-1) as { model: string }).model, 'claude-opus-5');
  });

  it('go to a model that was typed', async () => {
    await ui.workbench.command('Agent: Select Model');
    await ui.workbench.quickInput.titled('Select Model');
    await ui.workbench.quickInput.answer('my-own-model');
    await settingIs('my-own-model');
    await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.equal((model.bodies.at(-1) as { model: string }).model, 'my-own-model');
  });

  it('are refused while a setting is wrong, and lead to it', async () => {
    await ui.changeSettings({ 'agent.baseUrl': 'nonsense' });
    const { kind, reason = '' } = await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.deepEqual([kind, reason.split(' ')[0]], ['blocked', 'agent.baseUrl']);
    await ui.workbench.notifications.clickToast(reason, 'Open Settings');
    await ui.workbench.editors.tab('Settings').waitFor();
    await ui.changeSettings({ 'agent.baseUrl': model.url });
  });

  it('are refused while a settings file is wrong, and lead to its line', async () => {
    const folder = path.join(ui.workspaceFolder, '.agent');
    await mkdir(folder);
    await writeFile(path.join(folder, 'settings.json'), '{\n  "env": { "ANTHROPIC_MODEL": 7 }\n}\n');
    const { kind, reason = '' } = await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.equal(kind, 'blocked');
    assert.match(reason, /ANTHROPIC_MODEL must be a string \(\.agent\/settings\.json, line 2\)/);
    await ui.workbench.notifications.clickToast('ANTHROPIC_MODEL', 'Show Problems');
    await ui.workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'ANTHROPIC_MODEL' }).waitFor();
    await rm(folder, { recursive: true });
  });

  /** Resolves when the user's setting has this value. */
  const settingIs = (name: string): Promise<void> =>
    ui.host(
      (vscode, wanted) =>
        new Promise<void>((resolve) => {
          const check = (): void => {
            if (vscode.workspace.getConfiguration('agent').inspect('model')?.globalValue !== wanted) return;
            listener.dispose();
            resolve();
          };
          const listener = vscode.workspace.onDidChangeConfiguration(check);
          check();
        }),
      name,
    );
});
