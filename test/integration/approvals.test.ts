import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { answer } from './answering.ts';

const proposal = 'proposal.txt (proposed by the agent)';

describe('approvals in the extension host', () => {
  let model: StrictServer;
  let api: TodoAgentApi;
  let folder: vscode.Uri;
  let lastId = 0;
  let run: Thenable<RunOutcome>;

  const configuration = () => vscode.workspace.getConfiguration('agent');
  const labels = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));

  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    api = (await extension?.activate()) ?? assert.fail('the extension is missing');
    folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
    model = await StrictServer.start([], { otherwise: () => say('Done.') });
    process.env['ANTHROPIC_API_KEY'] = 'test-key';
    await configuration().update('baseUrl', model.url, vscode.ConfigurationTarget.Global);
  });

  after(async () => {
    delete process.env['ANTHROPIC_API_KEY'];
    await configuration().update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await model.stop();
  });

  afterEach(() => vscode.commands.executeCommand('agent.stopTask'));

  /** Starts a task that writes proposal.txt; resolves to the call's id once it waits. */
  async function waitingCall(): Promise<string> {
    const id = `toolu_integration_${++lastId}`;
    model.push(call(id, 'write_file', { file_path: 'proposal.txt', content: 'proposed\n' }));
    const waiting = new Promise<void>((resolve) => {
      const listener = api.session.onDidChangeState((state) => {
        if (state !== 'waitingForApproval') return;
        listener.dispose();
        resolve();
      });
    });
    run = vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt: 'Do it.' });
    await waiting;
    return id;
  }

  function tabsBecome(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (isSo()) return resolve();
      const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (!isSo()) return;
        listener.dispose();
        resolve();
      });
    });
  }

  it('are answered by a listener that hears of the question', async () => {
    model.push(call(`toolu_integration_${++lastId}`, 'write_file', { file_path: 'proposal.txt', content: 'heard\n' }));
    const answered = new Promise<unknown>((resolve) => {
      const listener = api.session.onDidChangeState((state) => {
        if (state !== 'waitingForApproval') return;
        listener.dispose();
        resolve(vscode.commands.executeCommand('agent.approve'));
      });
    });
    run = vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt: 'Do it.' });
    assert.equal(await answered, true);
    assert.equal((await run).kind, 'completed');
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'proposal.txt'));
  });

  it('are answered by the id of the call, and by nothing else', async () => {
    const id = await waitingCall();
    assert.equal(await vscode.commands.executeCommand('agent.approve', 'toolu_other'), false);
    assert.equal(await vscode.commands.executeCommand('agent.approve', { label: 'a row of another view' }), false);
    assert.equal(api.session.state, 'waitingForApproval');
    await answer('agent.deny', `call:${id}`, 'not this file');
    assert.equal((await run).kind, 'completed');
    assert.match(JSON.stringify(model.bodies.at(-1)), /The user says: not this file/);
    assert.equal(existsSync(vscode.Uri.joinPath(folder, 'proposal.txt').fsPath), false);
  });

  it('show the diff beside for as long as they wait, and leave the active editor alone', async () => {
    const mine = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'README.md'));
    const editor = await vscode.window.showTextDocument(mine, { preview: false });
    editor.selection = new vscode.Selection(0, 1, 0, 3);
    await waitingCall();
    await tabsBecome(() => labels().includes(proposal));
    assert.equal(vscode.window.activeTextEditor?.document, mine);
    assert.deepEqual(vscode.window.activeTextEditor.selection, new vscode.Selection(0, 1, 0, 3));
    assert.equal(await vscode.commands.executeCommand('agent.deny'), true);
    await tabsBecome(() => !labels().includes(proposal));
    await run;
    assert.deepEqual(labels(), ['README.md']);
  });

  it('can be answered in the moment in which the session says that it waits', async () => {
    await waitingCall();
    assert.equal(await vscode.commands.executeCommand('agent.deny'), true);
    await run;
    assert.equal(existsSync(vscode.Uri.joinPath(folder, 'proposal.txt').fsPath), false);
  });

  it('are not given by closing the diff', async () => {
    await waitingCall();
    await tabsBecome(() => labels().includes(proposal));
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => tab.label === proposal));
    assert.equal(api.session.state, 'waitingForApproval');
    await answer('agent.deny');
    await run;
    assert.equal(existsSync(vscode.Uri.joinPath(folder, 'proposal.txt').fsPath), false);
  });

  it('end with the run', async () => {
    const id = await waitingCall();
    await vscode.commands.executeCommand('agent.stopTask');
    assert.equal((await run).kind, 'cancelled');
    assert.equal(await vscode.commands.executeCommand('agent.approve', id), false);
    assert.equal(existsSync(vscode.Uri.joinPath(folder, 'proposal.txt').fsPath), false);
  });
});
