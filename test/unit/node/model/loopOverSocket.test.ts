import assert from 'node:assert/strict';
import { AgentLoop } from '../../../../src/core/agent/agentLoop.ts';
import type { AgentEvent, RunOutcome } from '../../../../src/core/agent/agentEvents.ts';
import { ToolCallRunner } from '../../../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../../../src/core/hooks/hookRegistry.ts';
import type { Message } from '../../../../src/core/model/messages.ts';
import { AnthropicModel } from '../../../../src/node/model/anthropicModel.ts';
import { call, fail, say, StrictServer, type AnswerBlock, type ServerTurn } from '../../../support/strictServer.ts';
import { allowAll, stubTool } from '../../core/agent/loopBench.ts';

/** The server refuses any request that breaks the rules, and its stop() then fails the test. */
describe('the loop over a real socket', () => {
  let server: StrictServer;
  let controller: AbortController;
  let messages: Message[];
  let events: AgentEvent[];
  let hooks: HookRegistry;
  beforeEach(() => {
    controller = new AbortController();
    messages = [];
    events = [];
    hooks = new HookRegistry();
  });
  afterEach(() => server.stop());

  async function run(prompt: string, onEvent: (event: AgentEvent) => void = () => undefined): Promise<RunOutcome> {
    const tools = new Map(
      [stubTool('bash'), stubTool('break', () => Promise.reject(new Error('disk full')))].map((tool) => [
        tool.definition.name,
        tool,
      ]),
    );
    const registry = {
      get: (name: string) => tools.get(name),
      definitions: () => [...tools.values()].map((tool) => tool.definition),
    };
    const loop = new AgentLoop({
      model: new AnthropicModel({
        connection: () => ({ baseUrl: server.url, key: 'k', keyHeader: 'x-api-key' }),
        wait: () => Promise.resolve(),
      }),
      tools: registry,
      calls: new ToolCallRunner({ tools: registry, hooks, policy: allowAll }),
      hooks,
      tails: [{ reset: () => undefined, afterRound: () => '<reminder>Update your todos.</reminder>' }],
      sessionId: 's',
      systemPrompt: () => 'You are a test.',
      request: () => ({ model: 'claude-sonnet-5-5', maxTokens: 1000, enabledTools: [...tools.keys()] }),
    });
    const take = (event: AgentEvent): void => {
      events.push(event);
      if (event.kind === 'messageAdded') messages.push(event.message);
      onEvent(event);
    };
    return await loop.run([...messages], prompt, take, controller.signal);
  }

  async function serve(...turns: readonly ServerTurn[]): Promise<void> {
    server = await StrictServer.start(turns);
  }

  it('answers every call, whatever happens to it', async () => {
    hooks.on('PreToolUse', ({ id }) => (id === 'denied' ? 'Permission denied by deny list' : undefined));
    hooks.on('PostToolUse', () => ({ additionalContext: 'a hook was here' }));
    await serve(
      {
        kind: 'answer',
        thinking: 'Which one first?',
        blocks: [{ text: 'All of them.' }, use('fine'), use('denied'), use('broken', 'break'), use('odd', 'nope')],
      },
      say('I see.'),
    );
    assert.equal((await run('go')).kind, 'completed');
    assert.deepEqual(
      events.flatMap((event) => (event.kind === 'toolFinished' ? [event.output] : [])),
      ['ok', 'Permission denied by deny list', 'Error: disk full', 'Unknown: nope'],
    );
  });

  it('sends nothing back that the API refuses: half a character, odd ids and names of calls', async () => {
    const half = 'Ende 😀'.slice(0, -1);
    await serve(
      {
        kind: 'answer',
        blocks: [
          { text: half },
          { call: { id: 'functions.bash:0', name: 'bash', input: { command: half, [half]: '\\ud83d' } } },
          { call: { id: 'functions.bash:0', name: 'no such tool!'.repeat(20), input: {} } },
        ],
      },
      say('Now.'),
    );
    assert.equal((await run(half)).kind, 'completed');
    // What is text stays as it is.
    assert.ok(JSON.stringify(server.bodies[1]).includes('\\\\ud83d'));
  });

  it('goes on after a cut-off call, with more room', async () => {
    await serve(call('a', 'bash', { command: 'ls' }, { stopReason: 'max_tokens' }), say('Now.'));
    assert.equal((await run('go')).kind, 'completed');
    assert.deepEqual(
      server.bodies.map((body) => Object(body).max_tokens),
      [1000, 128_000],
    );
  });

  it('takes the next prompt after a stop in the middle of a round', async () => {
    await serve({ kind: 'answer', blocks: [use('a'), use('b'), use('c')] }, say('Where were we?'));
    const stopped = await run('go', (event) => {
      if (event.kind === 'toolFinished' && event.callId === 'a') controller.abort();
    });
    assert.equal(stopped.kind, 'cancelled');
    controller = new AbortController();
    assert.equal((await run('go on')).kind, 'completed');
  });

  it('takes the next prompt after a stop in the middle of an answer', async () => {
    await serve({ kind: 'silent', answer: say('one two three four'), afterEvents: 4 }, say('Again.'));
    const stopped = await run('go', (event) => {
      if (event.kind === 'text') controller.abort();
    });
    assert.deepEqual([stopped.kind, stopped.reason], ['cancelled', 'Stopped while the model was answering.']);
    controller = new AbortController();
    assert.equal((await run('go on')).kind, 'completed');
  });

  it('takes the next prompt after a failure', async () => {
    await serve(call('a', 'bash', {}), fail(401, 'authentication_error', 'no'), say('Better.'));
    assert.equal((await run('go')).kind, 'failed');
    assert.equal((await run('again')).kind, 'completed');
  });

  it('shows a wait and then the answer when the server is overloaded for a moment', async () => {
    await serve(fail(529, 'overloaded_error', 'Overloaded'), say('Here.'));
    assert.equal((await run('go')).kind, 'completed');
    assert.equal(events.filter((event) => event.kind === 'retry').length, 1);
  });

  it('keeps the prefix of the requests byte for byte, but for the marks', async () => {
    await serve(call('a', 'bash', {}), call('b', 'bash', {}), call('c', 'bash', {}), say('Done.'));
    await run('go');
    const bare = server.bodies.map((body) =>
      JSON.stringify(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
    );
    const parts = bare.map((body) => Object(JSON.parse(body)));
    for (const [index, next] of parts.slice(1).entries()) {
      const before = parts[index];
      assert.equal(JSON.stringify([next.tools, next.system]), JSON.stringify([before.tools, before.system]));
      assert.equal(JSON.stringify(next.messages.slice(0, before.messages.length)), JSON.stringify(before.messages));
    }
  });
});

function use(id: string, name = 'bash'): AnswerBlock {
  return { call: { id, name, input: {} } };
}
