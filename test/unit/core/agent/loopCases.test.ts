import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildSystemPrompt } from '../../../../src/core/agent/prompt/systemPrompt.ts';
import type { RunOutcome } from '../../../../src/core/agent/agentEvents.ts';
import type { HookName } from '../../../../src/core/hooks/hookTypes.ts';
import type { StopReason } from '../../../../src/core/model/messages.ts';
import { ModelError } from '../../../../src/core/model/modelClient.ts';
import type { ScriptedBlock, ScriptedTurn } from '../../../../src/core/model/scriptedModel.ts';
import { TodoManager } from '../../../../src/core/todos/todoManager.ts';
import { TodoReminder } from '../../../../src/core/todos/todoReminder.ts';
import { createTodoWriteTool } from '../../../../src/core/tools/todoWrite.ts';
import type { Tool } from '../../../../src/core/tools/tool.ts';
import { validateMessagesRequest } from '../../../support/messagesValidator.ts';
import { LoopBench, stubTool } from './loopBench.ts';

interface Settings {
  readonly nag_threshold: number;
  readonly nag_message: string;
  readonly enable_todo_write: boolean;
  readonly reset_on_todo_write: boolean;
  readonly tools_enabled: readonly string[];
  readonly nag_dynamic?: boolean;
}

interface CaseHook {
  readonly event: HookName;
  readonly id: string;
  readonly tool?: string;
  readonly call?: string;
  readonly returns?: readonly (string | null)[];
  readonly throws?: string;
}

interface Expected {
  readonly messages: readonly unknown[];
  readonly counter: readonly number[];
  readonly rounds: readonly unknown[];
  readonly todos_after: readonly unknown[];
  readonly requests: readonly number[];
  readonly hook_log: readonly unknown[];
  readonly outcome: readonly string[];
  readonly tools_offered: readonly string[];
  readonly system_mentions_todo_write: boolean;
}

interface LoopCase {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly settings: Settings;
  readonly prompts: readonly string[];
  readonly responses: readonly {
    readonly stop_reason?: StopReason;
    readonly content?: readonly ScriptedBlock[];
    readonly api_error?: string;
    readonly cancel?: boolean;
  }[];
  readonly tool_outputs?: Readonly<Record<string, string | { readonly throw: string }>>;
  readonly todos_before?: readonly unknown[];
  readonly hooks?: readonly CaseHook[];
  readonly cancel_before_call?: string;
  readonly match?: readonly { readonly path: readonly (string | number)[]; readonly regex: string }[];
  readonly expected: Expected;
}

// The file is ours and fixed; the interfaces above say what is in it.
const { cases } = JSON.parse(readFileSync('test/fixtures/cases/loop-cases.json', 'utf8')) as {
  readonly cases: readonly LoopCase[];
};

/** Settled: a call that max_tokens cut off is answered with an error and not run. */
const cutOffResult = 'Error: response was cut off (max_tokens); the call was not run';

/** A call without a name: there is no valid way to send it back. */
const neverSentByTheApi = ['L104'];

describe('loop cases', () => {
  for (const loopCase of cases) {
    it(`${loopCase.id} ${loopCase.title} (${loopCase.level})`, async () => {
      const expected = withSettledDecisions(loopCase);
      const actual = await play(loopCase);
      for (const { path, regex } of loopCase.match ?? []) {
        assert.match(String(at(actual.expected, path)), new RegExp(regex));
        put(actual.expected, path, at(expected, path));
      }
      assert.deepEqual(actual.expected, expected);
      if (!neverSentByTheApi.includes(loopCase.id)) for (const body of actual.bodies) validateMessagesRequest(body);
    });
  }
});

function withSettledDecisions(loopCase: LoopCase): Expected {
  const expected = structuredClone(loopCase.expected);
  if (loopCase.id === 'L116') put(expected, ['messages', 2, 'content', 0, 'content'], cutOffResult);
  // Both run and both are answered, and the model is told so: no request may hold an id twice.
  if (loopCase.id === 'L107') {
    put(expected, ['messages', 1, 'content', 1, 'id'], 'dup_2');
    put(expected, ['messages', 2, 'content', 1, 'tool_use_id'], 'dup_2');
  }
  return expected;
}

async function play(loopCase: LoopCase): Promise<{ readonly expected: Expected; readonly bodies: readonly unknown[] }> {
  const { settings } = loopCase;
  const todos = new TodoManager();
  if (loopCase.todos_before !== undefined) todos.update(loopCase.todos_before);
  const isOffered = settings.enable_todo_write && settings.tools_enabled.includes('todo_write');
  const enabledTools = settings.tools_enabled.filter((name) => name !== 'todo_write' || isOffered);
  const reminder = new TodoReminder(
    () => ({
      threshold: settings.nag_threshold,
      isDynamic: settings.nag_dynamic ?? false,
      message: settings.nag_message,
      resetOnTodoWrite: settings.reset_on_todo_write,
      isOffered,
    }),
    () => todos.items.filter((item) => item.status !== 'completed').length,
  );
  let isCancelDue = false;
  const bench: LoopBench = new LoopBench({
    turns: loopCase.responses.map(turnOf),
    tools: toolsFor(loopCase, todos),
    tails: [reminder],
    systemPrompt: () => buildSystemPrompt({ folders: ['/work'], os: 'Linux', date: '2026-01-01', enabledTools }),
    request: () => ({ model: 'test-model', maxTokens: 8000, enabledTools }),
    onEvent: (event) => {
      const response = loopCase.responses[bench.model.requests.length];
      if (event.kind === 'requestStarted' && response?.cancel === true) queueMicrotask(() => bench.stop());
      if (event.kind === 'toolFinished') isCancelDue = isBefore(loopCase, event.callId);
      if (isCancelDue) bench.stop();
    },
  });
  const hookLog = registerHooks(bench, loopCase.hooks ?? []);
  const outcomes: string[] = [];
  for (const prompt of loopCase.prompts) outcomes.push(wordFor(await bench.run(prompt)));
  const rounds = bench.events.filter((event) => event.kind === 'roundFinished');
  const { requests } = bench.model;
  const expected: Expected = {
    messages: bench.messages.map(plainMessage),
    counter: rounds.map((round) => round.counter),
    rounds: rounds.map((round, index) => ({
      round: index + 1,
      used_todo: round.usedTodo,
      reached: round.reached,
      reminder: round.reminded,
      after: round.counter,
    })),
    todos_after: todos.items.map(({ content, status }) => ({ content, status })),
    requests: requests.map((request) => request.messages.length),
    hook_log: hookLog,
    outcome: outcomes,
    tools_offered: requests[0]?.tools.map((tool) => tool.name) ?? loopCase.expected.tools_offered,
    system_mentions_todo_write: requests[0]?.system.includes('todo_write') ?? false,
  };
  const bodies = requests.map(({ model, maxTokens, messages }) => ({ model, max_tokens: maxTokens, messages }));
  return { expected, bodies };
}

function turnOf(response: LoopCase['responses'][number]): ScriptedTurn {
  if (response.api_error !== undefined) {
    return { kind: 'error', error: new ModelError('network', 'retry', response.api_error) };
  }
  if (response.cancel === true) return { kind: 'hang' };
  return { kind: 'answer', content: response.content ?? [], stopReason: response.stop_reason ?? null };
}

function toolsFor(loopCase: LoopCase, todos: TodoManager): readonly Tool[] {
  const stubs = ['bash', 'read_file', 'write_file', 'edit_file', 'glob'].map((name) =>
    stubTool(name, (_input, { callId }) => {
      const output = loopCase.tool_outputs?.[callId] ?? 'ok';
      if (typeof output !== 'string') throw new Error(output.throw);
      return { text: output };
    }),
  );
  return [...stubs, createTodoWriteTool({ todos })];
}

function registerHooks(bench: LoopBench, hooks: readonly CaseHook[]): unknown[] {
  const log: unknown[] = [];
  for (const hook of hooks) {
    let asked = 0;
    bench.hooks.on(
      hook.event,
      (input: object) => {
        const id = 'id' in input ? input.id : undefined;
        if (hook.call !== undefined && hook.call !== id) return undefined;
        const messages = 'messages' in input && Array.isArray(input.messages) ? input.messages.length : undefined;
        log.push([hook.event, hook.id, id ?? messages ?? ('prompt' in input ? input.prompt : undefined)]);
        if (hook.throws !== undefined) throw new Error(hook.throws);
        asked += 1;
        return hook.returns?.[asked - 1];
      },
      hook.tool === undefined ? {} : { tool: hook.tool },
    );
  }
  return log;
}

function isBefore(loopCase: LoopCase, callId: string): boolean {
  const ids = loopCase.responses.flatMap(
    (response) => response.content?.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) ?? [],
  );
  return (
    loopCase.cancel_before_call !== undefined && ids.indexOf(loopCase.cancel_before_call) === ids.indexOf(callId) + 1
  );
}

function wordFor(outcome: RunOutcome): string {
  if (outcome.kind === 'completed') return 'stopped';
  return outcome.kind === 'failed' ? `api error: ${outcome.reason}` : outcome.kind;
}

/** Without the wire's fields that the cases leave out. */
function plainMessage(message: { readonly role: string; readonly content: unknown }): unknown {
  if (!Array.isArray(message.content)) return { role: message.role, content: message.content };
  const leftOut = ['is_error', 'citations', 'caller'];
  const content = message.content.map((block: object) =>
    Object.fromEntries(Object.entries(block).filter(([key]) => !leftOut.includes(key))),
  );
  return { role: message.role, content };
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  // Paths of the case file lead through plain objects and arrays.
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
}

function put(value: unknown, path: readonly (string | number)[], replacement: unknown): void {
  const holder = at(value, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[path.at(-1) ?? ''] = replacement;
}
