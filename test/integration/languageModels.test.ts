import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AgentLoop } from '../../src/core/agent/agentLoop.ts';
import type { AgentEvent, RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { ToolCallRunner } from '../../src/core/agent/toolCallRunner.ts';
import { HookRegistry } from '../../src/core/hooks/hookRegistry.ts';
import type { Message } from '../../src/core/model/messages.ts';
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
      assert.match(outcome.reason ?? '', /VS Code has no language model to offer\. Install .* or set agent\.provider/);
    });
  });
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
  const outcome = await loop.run([], 'go', (event) => events.push(event), controller.signal);
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
