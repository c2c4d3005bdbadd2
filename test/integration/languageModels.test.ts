import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AgentLoop } from '../../src/core/agent/agentLoop.ts';
import type { AgentEvent, RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { ToolCallRunner } from '../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../src/core/hooks/hookRegistry.ts';
import type { Message } from '../../src/core/model/messages.ts';
import type { TodoAgentApi } from '../../src/api.ts';
import { VscodeLmModel } from '../../src/vscode/model/vscodeLmModel.ts';
import { allowAll, stubTool } from '../unit/core/agent/loopBench.ts';

/** Since VS Code 1.104: there the model of test/support/vscode/lmExtension is offered, before that none is. */
const isOffered = 'registerLanguageModelChatProvider' in vscode.lm;

if (isOffered) {
  describe('the loop over a model that VS Code offers', () => {
    it('is listed as agent.model takes it', async () => {
      assert.deepEqual(await new VscodeLmModel().listModels(), [{ id: 'test-models/scripted', name: 'Scripted' }]);
    });

    it('sends system prompt and tools, runs the calls and goes on with their results', async () => {
      const seen: { roles: readonly unknown[]; tools: readonly string[] }[] = [];
      script((messages, { tools = [] }) => {
        seen.push({ roles: messages.map(({ role }) => role), tools: tools.map(({ name }) => name) });
        if (messages.length > 1) return [text('It says: '), text(textOf(messages.at(-1)))];
        return [text('I look.'), new vscode.LanguageModelToolCallPart('functions.probe:0', 'probe', { file: 'a' })];
      });
      const { outcome, events, messages } = await run();
      assert.equal(outcome.kind, 'completed', outcome.reason);
      const { User, Assistant } = vscode.LanguageModelChatMessageRole;
      assert.deepEqual(seen, [
        { roles: [User], tools: ['probe'] },
        { roles: [User, Assistant, User], tools: ['probe'] },
      ]);
      assert.deepEqual(
        events.flatMap((event) => (event.kind === 'text' ? [event.delta] : [])),
        ['I look.', 'It says: ', 'found {"file":"a"}'],
      );
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant', 'user', 'assistant'],
      );
    });

    it('knows how much the model takes, once it was used', async () => {
      script(() => [text('Hi.')]);
      const model = new VscodeLmModel();
      assert.equal(model.windowFor('test-models/scripted'), undefined);
      await run(model);
      assert.equal(model.windowFor('test-models/scripted'), 64_000);
    });

    it('says what went wrong', async () => {
      script(() => Promise.reject(new Error('the prompt is too long')));
      assert.match((await run()).outcome.reason ?? '', /too long for "test-models\/scripted"/);
      script(() => Promise.reject(vscode.LanguageModelError.Blocked('quota used up')));
      assert.match((await run()).outcome.reason ?? '', /quota used up/);
    });

    it('tells a silence, and asks again at once when the person wants that', async () => {
      let asked = 0;
      script(() => {
        asked += 1;
        // A provider that heeds no token and never answers.
        return asked === 1 ? new Promise(() => undefined) : [text('Here.')];
      });
      const model = new VscodeLmModel({ stallTimeout: () => 20 });
      const { outcome, events } = await run(model, 'test-models/scripted', undefined, (event) => {
        if (event.kind === 'notResponding') model.retryNow();
      });
      assert.equal(outcome.kind, 'completed', outcome.reason);
      const told = events.flatMap(({ kind }) => (kind === 'notResponding' || kind === 'retry' ? [kind] : []));
      assert.deepEqual(told, ['notResponding', 'retry']);
    });

    it('gives a silent model up', async () => {
      script(() => new Promise(() => undefined));
      const { outcome } = await run(new VscodeLmModel({ stallTimeout: () => 20 }));
      assert.match(outcome.reason ?? '', /"test-models\/scripted" is not responding/);
    });

    it('stops', async () => {
      const controller = new AbortController();
      script((_messages, _options, token) => {
        controller.abort();
        return new Promise((resolve) => token.onCancellationRequested(() => resolve([])));
      });
      assert.equal((await run(new VscodeLmModel(), 'test-models/scripted', controller)).outcome.kind, 'cancelled');
    });

    it('names what is there when the model is not', async () => {
      const { outcome } = await run(new VscodeLmModel(), 'claude-sonnet-5-5');
      assert.match(outcome.reason ?? '', /no model "claude-sonnet-5-5".*test-models\/scripted/);
    });
  });
} else {
  describe('the loop over a model of VS Code where it offers none', () => {
    it('says so, with the way on', async () => {
      const { outcome } = await run();
      assert.equal(outcome.kind, 'failed');
      assert.match(outcome.reason ?? '', noModel);
    });
  });
}

describe('the agent with agent.provider "vscode-lm", and no key anywhere', () => {
  const configuration = () => vscode.workspace.getConfiguration('agent');
  let api: TodoAgentApi;
  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    assert.ok(extension);
    api = await extension.activate();
    await configuration().update('provider', 'vscode-lm', vscode.ConfigurationTarget.Global);
    await configuration().update('model', 'test-models/scripted', vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    await configuration().update('provider', undefined, vscode.ConfigurationTarget.Global);
    await configuration().update('model', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('agent.newSession');
  });
  const start = () => vscode.commands.executeCommand<RunOutcome>('agent.startTask', 'look at the sample');

  if (isOffered) {
    it('works through a task with the real tools', async () => {
      script((messages) => {
        if (messages.length === 1) return [todoCall('one', 'in_progress')];
        if (messages.length === 3) return [new vscode.LanguageModelToolCallPart('g', 'glob', { pattern: 'slug.js' })];
        if (messages.length === 5) return [todoCall('two', 'completed')];
        return [text(`Found ${textOf(messages.at(-3))}`)];
      });
      const outcome = await start();
      assert.deepEqual([outcome.kind, outcome.rounds, outcome.reason], ['completed', 3, undefined]);
      assert.deepEqual(
        api.todos.items.map(({ content, status }) => [content, status]),
        [['Look', 'completed']],
      );
    });
  } else {
    it('says that this VS Code offers no model', async () => {
      const outcome = await start();
      assert.equal(outcome.kind, 'failed');
      assert.match(outcome.reason ?? '', noModel);
    });
  }
});

const noModel = /VS Code has no language model to offer\. Install .* or set agent\.provider/;

function todoCall(id: string, status: string): vscode.LanguageModelToolCallPart {
  return new vscode.LanguageModelToolCallPart(id, 'todo_write', { todos: [{ content: 'Look', status }] });
}

type Part = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart;

/** What the model shall say. */
function script(
  answer: (
    messages: readonly vscode.LanguageModelChatMessage[],
    options: vscode.LanguageModelChatRequestOptions,
    token: vscode.CancellationToken,
  ) => readonly Part[] | Promise<readonly Part[]>,
): void {
  Object.assign(globalThis, { answerOfTestModel: answer });
}

async function run(
  model = new VscodeLmModel(),
  name = 'test-models/scripted',
  controller = new AbortController(),
  listen: (event: AgentEvent) => void = () => undefined,
): Promise<{ outcome: RunOutcome; events: readonly AgentEvent[]; messages: readonly Message[] }> {
  const events: AgentEvent[] = [];
  const probe = stubTool('probe', (input) => ({ text: `found ${JSON.stringify(input)}` }));
  const tools = { get: () => probe, definitions: () => [probe.definition] };
  const hooks = new HookRegistry();
  const loop = new AgentLoop({
    model,
    tools,
    calls: new ToolCallRunner({ tools, hooks, policy: allowAll }),
    hooks,
    tails: [],
    sessionId: 's',
    systemPrompt: () => 'You are a test.',
    request: () => ({ model: name, maxTokens: 1000, enabledTools: ['probe'] }),
  });
  const outcome = await loop.run(
    [],
    'go',
    (event) => {
      events.push(event);
      listen(event);
    },
    controller.signal,
  );
  const messages = events.flatMap((event) => (event.kind === 'messageAdded' ? [event.message] : []));
  return { outcome, events, messages };
}

function text(value: string): vscode.LanguageModelTextPart {
  return new vscode.LanguageModelTextPart(value);
}

/** The text of the tool results in a message. */
function textOf(message: vscode.LanguageModelChatMessage | undefined): string {
  const results = message?.content.filter((part) => part instanceof vscode.LanguageModelToolResultPart) ?? [];
  const parts = results.flatMap(({ content }) => content);
  return parts.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}
