import { AgentLoop } from '../../src/core/agent/agentLoop.ts';
import { ToolCallRunner } from '../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../src/core/hooks/hookRegistry.ts';
import type { Message } from '../../src/core/model/messages.ts';
import type { ModelRequest } from '../../src/core/model/modelClient.ts';
import { ScriptedModel, type ScriptedBlock } from '../../src/core/model/scriptedModel.ts';
import { TodoManager } from '../../src/core/todos/todoManager.ts';
import { TodoReminder } from '../../src/core/todos/todoReminder.ts';
import { allowAll, stubTool } from '../unit/core/agent/loopBench.ts';

/** Rounds with every number of calls there may be in one, 11 of them at once included. */
const callCounts = [1, 1, 2, 1, 3, 11, 1, 1, 5, 1] as const;

/**
 * The requests of a run of so many rounds, as a real one is: thinking, words, parallel calls, results of any size,
 * reminders and a hook's context at the tail, a new prompt after every 40 rounds, and once one after a stop in the
 * middle of a big round.
 */
export async function longRun(rounds: number, model = 'claude-sonnet-5-5'): Promise<readonly ModelRequest[]> {
  const requests: ModelRequest[] = [];
  const messages: Message[] = [];
  const hooks = new HookRegistry();
  hooks.on('PostToolUse', ({ id }) => (id.endsWith('5-0') ? { additionalContext: 'formatted by a hook' } : undefined));
  const todos = new TodoManager();
  const reminder = new TodoReminder(
    () => ({
      threshold: 3,
      message: '<reminder>Update your todos.</reminder>',
      resetOnTodoWrite: true,
      isOffered: true,
    }),
    () => 1,
  );
  const tools = ['read_file', 'bash'].map((name) =>
    stubTool(name, (input) => ({ text: resultText(Number(Object(input).size)) })),
  );
  const registry = {
    get: (name: string) => tools.find(({ definition }) => definition.name === name),
    definitions: () => tools.map(({ definition }) => ({ ...definition, description: 'what it does. '.repeat(40) })),
  };
  for (let first = 0; first < rounds; first += 40) {
    const stop = new AbortController();
    const scripted = new ScriptedModel([
      ...answers(first, Math.min(40, rounds - first)),
      [{ type: 'text', text: 'Done.' }],
    ]);
    const loop = new AgentLoop({
      model: scripted,
      tools: registry,
      calls: new ToolCallRunner({ tools: registry, hooks, policy: allowAll }),
      hooks,
      tails: [reminder],
      sessionId: 's',
      systemPrompt: () => 'You are an agent of the test. '.repeat(60),
      request: () => ({ model, maxTokens: 8000, enabledTools: tools.map(({ definition }) => definition.name) }),
      maxRounds: () => 1000,
    });
    await loop.run(
      messages,
      `Task ${first}: go on with the work.`,
      (event) => {
        if (event.kind === 'messageAdded') messages.push(event.message);
        // In the middle of the last round with 11 calls of this prompt.
        if (first === 40 && event.kind === 'toolFinished' && event.callId === 'call-75-3') stop.abort();
      },
      stop.signal,
    );
    requests.push(...scripted.requests);
  }
  todos.dispose();
  return requests;
}

function answers(first: number, count: number): ScriptedBlock[][] {
  return Array.from({ length: count }, (_, index) => answer(first + index));
}

function answer(round: number): ScriptedBlock[] {
  const calls = callCounts[round % callCounts.length] ?? 1;
  return [
    { type: 'thinking', thinking: `About step ${round}. `.repeat(5 + (round % 7)), signature: `signed-${round}` },
    ...(round % 3 === 0 ? [{ type: 'text' as const, text: `Now step ${round}.` }] : []),
    ...Array.from({ length: calls }, (_, index) => ({
      type: 'tool_use' as const,
      id: `call-${round}-${index}`,
      name: index % 4 === 3 ? 'bash' : 'read_file',
      input: { size: ((round * 7 + index * 3) % 23) * 150 },
    })),
  ];
}

function resultText(size: number): string {
  return 'a line of a file\n'.repeat(1 + size / 17);
}
