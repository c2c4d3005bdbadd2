import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { AgentEvent, RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { read, remove, write } from './workspaceFiles.ts';

describe('the exported API', () => {
  let api: TodoAgentApi;
  let model: StrictServer;

  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    assert.ok(extension);
    api = await extension.activate();
    model = await StrictServer.start([], { models: ['model-a', 'model-b'] });
    await write(
      '.agent/settings.json',
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-test-0123456789' } }),
    );
  });
  after(async () => {
    await remove('.agent');
    await remove('made.txt');
    await vscode.commands.executeCommand('agent.newSession');
    await model.stop();
  });

  it('shows the list as it changes', async () => {
    const seen: string[] = [];
    const listener = api.todos.onDidChange((items) => seen.push(items.map(({ status }) => status).join()));
    model.push(
      call('t1', 'todo_write', { todos: [{ content: 'Look', status: 'in_progress' }] }),
      call('t2', 'todo_write', { todos: [{ content: 'Look', status: 'completed' }] }),
      say('Done.'),
    );
    const outcome = await start('look');
    listener.dispose();
    assert.equal(outcome.kind, 'completed');
    assert.equal(outcome.rounds, 2);
    assert.deepEqual(seen.filter(Boolean), ['in_progress', 'completed']);
    assert.deepEqual(
      api.todos.items.map(({ content, status }) => ({ content, status })),
      [{ content: 'Look', status: 'completed' }],
    );
  });

  it("lets another extension's hook refuse a call, with its reason for the model", async () => {
    const hook = api.hooks.on('PreToolUse', ({ name }) => (name === 'write_file' ? 'not today' : undefined));
    model.push(call('w1', 'write_file', { file_path: 'made.txt', content: 'x' }), say('All right.'));
    await start('write');
    hook.dispose();
    assert.deepEqual(lastResults(), ['not today']);
    await assert.rejects(read('made.txt'));
  });

  it("lets another extension's hook allow a call, which then runs without a question", async () => {
    const events: AgentEvent['kind'][] = [];
    const listener = api.session.onDidEmit(({ kind }) => events.push(kind));
    const hook = api.hooks.on('PreToolUse', () => ({ decision: 'allow' }));
    model.push(call('w2', 'write_file', { file_path: 'made.txt', content: 'x' }), say('Written.'));
    await start('write');
    hook.dispose();
    listener.dispose();
    assert.equal(await read('made.txt'), 'x');
    assert.ok(!events.includes('approvalAsked'));
  });

  it('refuses an event that does not exist', () => {
    // As a caller in JavaScript could.
    assert.throws(() => api.hooks.on('PreToolUsed' as 'PreToolUse', () => undefined), /no hook event/i);
  });

  it('tells the states of a run', async () => {
    const states: string[] = [];
    const listener = api.session.onDidChangeState((state) => states.push(state));
    model.push(say('Hello.'));
    await start('hello');
    listener.dispose();
    assert.deepEqual(states, ['running', 'idle']);
    assert.equal(api.session.state, 'idle');
  });

  async function start(prompt: string): Promise<RunOutcome> {
    return await vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt });
  }

  /** The texts of the tool results in the last request. */
  function lastResults(): unknown[] {
    const { messages } = model.bodies.at(-1) as { messages: { content: { type: string; content?: unknown }[] }[] };
    const results = messages.at(-1)?.content.filter(({ type }) => type === 'tool_result') ?? [];
    return results.map(({ content }) => content);
  }
});
