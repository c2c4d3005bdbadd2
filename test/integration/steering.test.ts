import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { textsOf } from '../support/agentProbe.ts';
import { type ServerTurn, StrictServer } from '../support/strictServer.ts';
import { answer, plan } from '../support/todoTurns.ts';
import { remove, write } from './workspaceFiles.ts';

const done = answer({ text: 'Done.' });

describe('edits of the list while the agent rewrites it', () => {
  let api: TodoAgentApi;
  let model: StrictServer;

  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    assert.ok(extension);
    api = await extension.activate();
    model = await StrictServer.start();
    await write(
      '.agent/settings.json',
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-test-0123456789' } }),
    );
  });
  afterEach(() => vscode.commands.executeCommand('agent.newSession'));
  after(async () => {
    await remove('.agent');
    await model.stop();
  });

  const edit = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`agent.${command}`, ...args);

  const run = (...turns: readonly ServerTurn[]): Thenable<RunOutcome> => {
    model.push(...turns);
    return vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt: 'Do it.' });
  };

  /** As the model reads them. */
  const list = (): string[] => {
    const marks = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };
    return api.todos.items.map(({ content, status }) => `${marks[status]} ${content}`);
  };
  const idOf = (content: string): string | undefined => api.todos.items.find((item) => item.content === content)?.id;

  /** Does something when the nth list of the agent's has arrived and isn't taken over yet. */
  function atRewrite(count: number, act: () => Thenable<unknown>): vscode.Disposable {
    let calls = 0;
    const hook = api.hooks.on('PreToolUse', async ({ name }) => {
      if (name === 'todo_write' && ++calls === count) await act();
    });
    return new vscode.Disposable(() => hook.dispose());
  }

  /** The texts of the last request. */
  const lastRequest = (): string => textsOf(model.bodies.at(-1)).join('\n');

  const first = answer(plan('[>] Read', '[ ] Write', '[ ] Check'));

  it('win when the agent had not seen them: a rename, a mark, a move', async () => {
    const hook = atRewrite(2, async () => {
      await edit('renameTodo', idOf('Write'), 'Write it well');
      await edit('completeTodo', idOf('Read'));
      await edit('moveTodoUp', idOf('Check'));
    });
    await run(first, answer(plan('[>] Read', '[ ] Write', '[ ] Check', '[ ] Tell')), done);
    hook.dispose();
    assert.deepEqual(list(), ['[x] Read', '[ ] Check', '[ ] Write it well', '[ ] Tell']);
  });

  it('are told in the result of that very rewrite, and as a note beside it', async () => {
    const hook = atRewrite(2, () => edit('skipTodo', idOf('Write')));
    await run(first, answer(plan('[x] Read', '[>] Write', '[ ] Check')), done);
    hook.dispose();
    assert.deepEqual(list(), ['[x] Read', '[ ] Check']);
    assert.match(
      lastRequest(),
      /\[x\] Read\n\[ \] Check\n\n\(1\/2 completed\)\n\nThe user has changed the list meanwhile/,
    );
    assert.match(lastRequest(), /- skipped "Write": don't do it/);
  });

  it('lose to the agent once it has seen them', async () => {
    const hook = atRewrite(2, () => edit('completeTodo', idOf('Write')));
    await run(first, answer(plan('[x] Read', '[>] Write', '[ ] Check')), answer(plan('[x] Read', '[>] Write')), done);
    hook.dispose();
    assert.deepEqual(list(), ['[x] Read', '[>] Write']);
  });

  it('keep an item of the person on the list, whatever the agent writes', async () => {
    const hook = atRewrite(2, () => edit('addTodo', undefined, 'Tell me'));
    await run(first, answer(plan('[x] Read', '[>] Write')), answer(plan('[x] Read', '[x] Write')), done);
    hook.dispose();
    assert.deepEqual(list(), ['[x] Read', '[x] Write', '[ ] Tell me']);
    assert.match(lastRequest(), /Kept, because the user wants it on the list: "Tell me"/);
  });

  it('let no item vanish when both lists are more than a list holds', async () => {
    const many = Array.from({ length: 20 }, (_none, index) => `[ ] Step ${index + 1}`);
    const hook = atRewrite(2, () => edit('addTodo', undefined, 'Tell me'));
    await run(first, answer(plan(...many)), done);
    hook.dispose();
    assert.deepEqual(list(), ['[>] Read', '[ ] Write', '[ ] Check', '[ ] Tell me']);
    assert.match(lastRequest(), /Error: Max 20 todos allowed, and the user's own items stay on the list/);
  });

  it('do nothing to an item that the agent has dropped meanwhile', async () => {
    let check: string | undefined;
    const hook = atRewrite(2, () => {
      check = idOf('Check');
      return Promise.resolve();
    });
    await run(first, answer(plan('[>] Read', '[ ] Write')), done);
    hook.dispose();
    await edit('completeTodo', check);
    assert.deepEqual(list(), ['[>] Read', '[ ] Write']);
    await edit('restoreTodo', check);
    assert.deepEqual(list(), ['[>] Read', '[ ] Write', '[ ] Check']);
  });
});
