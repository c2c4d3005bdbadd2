import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

  it('takes back what a command renamed, deleted and changed, and touches nothing else', async () => {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder().fsPath, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
        encoding: 'utf8',
      });
    const names = ['undo-f.sh', 'undo-g.txt', 'undo-h.txt', 'undo-i.txt', '.gitignore', 'undo-untracked.txt'];
    try {
      await put('.gitignore', 'undo-ignored.txt\n');
      await put('undo-f.sh', 'echo\r\n');
      await chmod(at('undo-f.sh'), 0o755);
      await put('undo-g.txt', 'caf\xe9\n');
      await put('undo-h.txt', '\xff\xfeo\0k\0');
      git('init', '-q');
      git('add', '.gitignore', 'undo-f.sh', 'undo-g.txt', 'undo-h.txt');
      git('commit', '-q', '-m', 'one');
      await put('undo-untracked.txt', 'mine');
      await put('undo-ignored.txt', 'mine too');
      const repository = (): string => git('for-each-ref') + git('stash', 'list') + git('log', '--format=%H');
      const before = repository();
      const script = 'mv undo-g.txt undo-i.txt; rm undo-h.txt; echo more >> undo-f.sh; chmod 644 undo-f.sh';
      const id = await work(['bash', { command: script }]);
      assert.deepEqual((await kinds('agent.undoItem', id)).toSorted(), [
        'undo-f.sh restored',
        'undo-g.txt recreated',
        'undo-h.txt recreated',
        'undo-i.txt deleted',
      ]);
      assert.deepEqual(await Promise.all(names.map(bytes)), [
        'echo\r\n',
        'caf\xe9\n',
        '\xff\xfeo\0k\0',
        undefined,
        'undo-ignored.txt\n',
        'mine',
      ]);
      assert.equal((await stat(at('undo-f.sh'))).mode & 0o777, 0o755);
      assert.equal(await bytes('undo-ignored.txt'), 'mine too');
      assert.equal(repository(), before);
    } finally {
      for (const name of [...names, 'undo-ignored.txt', '.git']) await rm(at(name), { recursive: true, force: true });
    }
  });

  it('redoes after a conflict only what the person has not changed', async () => {
    await put('undo-a.txt', 'one\n');
    await put('undo-b.txt', 'one\n');
    const id = await work(
      ['write_file', { file_path: 'undo-a.txt', content: 'two\n' }],
      ['write_file', { file_path: 'undo-b.txt', content: 'two\n' }],
    );
    await put('undo-b.txt', 'mine\n');
    assert.deepEqual(await kinds('agent.undoItem', id), ['undo-a.txt restored', 'undo-b.txt conflict']);
    assert.deepEqual(await kinds('agent.redoItem', id), ['undo-a.txt restored']);
    assert.deepEqual([await bytes('undo-a.txt'), await bytes('undo-b.txt')], ['two\n', 'mine\n']);
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
