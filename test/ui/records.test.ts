import assert from 'node:assert/strict';
import { AgentProbe } from '../support/agentProbe.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const plan = (first: string, second: string) => ({
  todos: [
    { content: 'Look around', status: first },
    { content: 'Say what is there', status: second },
  ],
});

describe('what a run leaves to read', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], { otherwise: () => say('That is all.') });
  });
  const ui = useWorkbench(() => ({ settings: { 'agent.baseUrl': model.url }, env: { ANTHROPIC_API_KEY: 'test-key' } }));
  after('stop the model', () => model.stop());
  afterEach('end the run', () => new AgentProbe(ui).reset());
  const status = () => ui.workbench.statusBar.item('todo-agent.todo-agent.status');

  it('is a transcript that grows while the model still speaks, and that nobody can edit', async () => {
    const probe = new AgentProbe(ui);
    model.push(say('The first words, and then many more that take their time.', { pieceSize: 4, pieceDelayMs: 500 }));
    await probe.begin('agent.startTask', 'speak');
    await ui.workbench.command('Agent: Open Transcript');
    await ui.workbench.editors.tab('Agent Transcript').waitFor();
    await ui.workbench.page.locator('.monaco-editor .view-line', { hasText: 'The first words' }).waitFor();
    assert.equal(await probe.state(), 'running');
    assert.ok(!(await ui.workbench.editors.lines()).join('\n').includes('take their time'));
    await ui.workbench.page.locator('.monaco-editor .view-line', { hasText: 'The first words' }).click();
    await ui.workbench.page.keyboard.type('x');
    await ui.workbench.page.getByText('Cannot edit in read-only editor').first().waitFor();
    await probe.call('agent.stopTask');
    await probe.outcome();
  });

  it('is a terminal with the output as it comes', async () => {
    const probe = new AgentProbe(ui);
    const command = 'echo one; until [ -e go.txt ]; do sleep 0.1; done; echo two; false';
    model.push(call('toolu_t1', 'bash', { command }));
    await probe.begin('agent.startTask', 'run it');
    await probe.asked();
    await probe.call('agent.approve');
    await ui.workbench.command('Agent: Show Terminal');
    const rows = ui.workbench.page.locator('.terminal-wrapper.active .xterm-rows');
    await rows.getByText('one', { exact: true }).waitFor();
    assert.ok(!(await ui.workbench.editors.terminalRows()).includes('two'));
    await ui.host(async (vscode) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error('no folder');
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder.uri, 'go.txt'), new Uint8Array());
    });
    await rows.getByText('exit code 1').waitFor();
    assert.deepEqual((await ui.workbench.editors.terminalRows()).slice(-4), [
      `$ ${command}`,
      'one',
      'two',
      'exit code 1',
    ]);
    await probe.outcome();
  });

  it('is a log with one line for what matters', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_l1', 'todo_write', plan('in_progress', 'pending')));
    model.push(call('toolu_l2', 'read_file', { file_path: 'nowhere.txt' }));
    await probe.call('agent.startTask', 'log it');
    await ui.workbench.command('Agent: Show Log');
    const log = await logWith('Round 2: 1 since the last todo_write');
    for (const line of [
      '[info] Run started with claude-sonnet-5-5',
      '[info] Round 1: todo_write called',
      '[info] ## Current Tasks',
      '[>] Look around',
      '[warning] read_file failed: Error: ',
    ])
      assert.ok(log.includes(line), line);
  });

  /** The text of the log channel, once it holds `part`. */
  const logWith = (part: string): Promise<string> =>
    ui.host(
      (vscode, wanted) =>
        new Promise<string>((resolve) => {
          const check = (): void => {
            const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'output')?.getText() ?? '';
            if (!text.includes(wanted)) return;
            listener.dispose();
            resolve(text);
          };
          const listener = vscode.workspace.onDidChangeTextDocument(check);
          check();
        }),
      part,
    );

  it('is the status bar: state, count, and rounds since the last todo_write', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_s1', 'todo_write', plan('completed', 'in_progress')));
    model.push(call('toolu_s2', 'read_file', { file_path: 'slug.js' }), { kind: 'hang' });
    const count = model.requests.length;
    await probe.begin('agent.startTask', 'work');
    await model.received(count + 3);
    await status().filter({ hasText: 'Agent 1/2' }).waitFor();
    await status().locator('.codicon-modifier-spin').waitFor();
    await status().hover();
    const hover = ui.workbench.page.locator('.workbench-hover');
    await hover.getByText('Agent: running').waitFor();
    await hover.getByText('1 of 2 todos completed').waitFor();
    await hover.getByText('Rounds since the last todo_write call: 1 of 3').waitFor();
    await probe.call('agent.stopTask');
    await probe.outcome();
    await status().locator('.codicon-modifier-spin').waitFor({ state: 'detached' });
  });

  it('is a notification at the end that leads to the transcript', async () => {
    await new AgentProbe(ui).call('agent.startTask', 'hello');
    await ui.workbench.notifications.clickToast('The task has ended', 'Show Transcript');
    await ui.workbench.editors.tab('Agent Transcript').waitFor();
  });
});
