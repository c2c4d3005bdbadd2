import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { FileReport } from '../../src/core/checkpoints/undo.ts';
import type { RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { folder } from './workspaceFiles.ts';

const item = 'Change the files';

describe('undo in the extension host', () => {
  let model: StrictServer;
  let api: TodoAgentApi;
  let lastId = 0;

  const configuration = () => vscode.workspace.getConfiguration('agent');
  const at = (name: string): string => path.join(folder().fsPath, name);
  const bytes = async (name: string): Promise<string | undefined> =>
    (await readFile(at(name)).catch(() => undefined))?.toString('latin1');
  const put = (name: string, text: string): Promise<void> => writeFile(at(name), Buffer.from(text, 'latin1'));

  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    api = (await extension?.activate()) ?? assert.fail('the extension is missing');
    model = await StrictServer.start([], { otherwise: () => say('Done.') });
    process.env['ANTHROPIC_API_KEY'] = 'test-key';
    await configuration().update('baseUrl', model.url, vscode.ConfigurationTarget.Global);
    await configuration().update('permissions.mode', 'bypassPermissions', vscode.ConfigurationTarget.Global);
  });

  after(async () => {
    delete process.env['ANTHROPIC_API_KEY'];
    await configuration().update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    await configuration().update('permissions.mode', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('agent.newSession');
    await model.stop();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // Each test has files of its own: VS Code may still hold a document of the one before.
    for (const name of ['undo-a.txt', 'undo-b.txt', 'undo-c.txt', 'undo-d.txt', 'undo-e.txt'])
      await rm(at(name), { force: true });
  });

  /** Runs a task whose calls belong to one item; resolves to the item's id. */
  async function work(...calls: readonly (readonly [string, object])[]): Promise<string> {
    const id = (): string => `toolu_undo_${++lastId}`;
    model.push(call(id(), 'todo_write', { todos: [{ content: item, status: 'in_progress' }] }));
    for (const [name, input] of calls) model.push(call(id(), name, input));
    const outcome = await vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt: 'Do it.' });
    assert.equal(outcome.kind, 'completed', outcome.reason);
    return api.todos.items[0]?.id ?? assert.fail('the list is empty');
  }

  async function kinds(command: string, argument?: string): Promise<readonly string[]> {
    const reports = await vscode.commands.executeCommand<readonly FileReport[]>(command, argument);
    return reports.map(({ path: file, result }) => `${path.basename(file)} ${result.kind}`);
  }

  it('puts an item’s files back byte for byte, and makes the changes again', async () => {
    const before = '\xef\xbb\xbfone\r\ntwo\r\n';
    await put('undo-a.txt', before);
    const id = await work(
      ['read_file', { file_path: 'undo-a.txt' }],
      ['edit_file', { file_path: 'undo-a.txt', old_string: 'two', new_string: 'three' }],
      ['write_file', { file_path: 'undo-b.txt', content: 'new\n' }],
    );
    const after = '\xef\xbb\xbfone\r\nthree\r\n';
    assert.deepEqual([await bytes('undo-a.txt'), await bytes('undo-b.txt')], [after, 'new\n']);
    assert.deepEqual(await kinds('agent.undoItem', id), ['undo-a.txt restored', 'undo-b.txt deleted']);
    assert.deepEqual([await bytes('undo-a.txt'), await bytes('undo-b.txt')], [before, undefined]);
    assert.deepEqual(await kinds('agent.redoItem', id), ['undo-a.txt restored', 'undo-b.txt recreated']);
    assert.deepEqual([await bytes('undo-a.txt'), await bytes('undo-b.txt')], [after, 'new\n']);
    assert.deepEqual(await kinds('agent.undoRun'), ['undo-a.txt restored', 'undo-b.txt deleted']);
    assert.deepEqual([await bytes('undo-a.txt'), await bytes('undo-b.txt')], [before, undefined]);
  });

  it('leaves what the person changed in the same place, and shows both', async () => {
    await put('undo-d.txt', 'one\ntwo\n');
    const id = await work(['write_file', { file_path: 'undo-d.txt', content: 'one\nagent\n' }]);
    await put('undo-d.txt', 'one\nmine\n');
    assert.deepEqual(await kinds('agent.undoItem', id), ['undo-d.txt conflict']);
    assert.equal(await bytes('undo-d.txt'), 'one\nmine\n');
    const isShown = (): boolean =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .some(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.fsPath === at('undo-d.txt'));
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isShown()) return;
        listener.dispose();
        resolve();
      };
      const listener = vscode.window.tabGroups.onDidChangeTabs(look);
      look();
    });
  });

  it('keeps what the person changed elsewhere in the file', async () => {
    await put('undo-e.txt', 'one\ntwo\nthree\nfour\nfive\n');
    const id = await work(
      ['read_file', { file_path: 'undo-e.txt' }],
      ['edit_file', { file_path: 'undo-e.txt', old_string: 'one', new_string: 'agent' }],
    );
    await put('undo-e.txt', 'agent\ntwo\nthree\nfour\nmine\n');
    assert.deepEqual(await kinds('agent.undoItem', id), ['undo-e.txt merged']);
    assert.equal(await bytes('undo-e.txt'), 'one\ntwo\nthree\nfour\nmine\n');
  });

  it('does nothing while a task runs', async () => {
    const id = await work(['write_file', { file_path: 'undo-c.txt', content: 'new\n' }]);
    model.push({ kind: 'hang' });
    const running = new Promise<void>((resolve) => {
      const listener = api.session.onDidChangeState(() => {
        listener.dispose();
        resolve();
      });
    });
    const run = vscode.commands.executeCommand<RunOutcome>('agent.sendMessage', { text: 'Go on.' });
    await running;
    assert.deepEqual(await kinds('agent.undoItem', id), []);
    assert.equal(await bytes('undo-c.txt'), 'new\n');
    await vscode.commands.executeCommand('agent.stopTask');
    await run;
  });
});
