import type { AgentEvent, TimedEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { isKept, type JournalEntry, type JournalHeader } from '../../../../../src/core/session/journal/journalEntry.ts';
import type { ScriptedBlock } from '../../../../../src/core/model/scriptedModel.ts';
import type { ToolCallPorts } from '../../../../../src/core/agent/calls/toolCallRunner.ts';
import type { PermissionDecider } from '../../../../../src/core/permissions/permissionDecider.ts';
import { TodoManager } from '../../../../../src/core/todos/todoManager.ts';
import type { Message } from '../../../../../src/core/model/messages.ts';
import { validateMessagesRequest } from '../../../../support/messagesValidator.ts';
import { LoopBench, stubTool } from '../../agent/loopBench.ts';

export const header: JournalHeader = { kind: 'header', version: 1, sessionId: 's1', createdAt: 1000 };

const asking: PermissionDecider = {
  decide: ({ access }) =>
    Promise.resolve(
      access === 'execute' || access === 'write'
        ? { kind: 'ask', reason: { kind: 'default', access }, canRemember: true }
        : { kind: 'allow' },
    ),
  remember: () => undefined,
};

type Answer = Awaited<ReturnType<NonNullable<ToolCallPorts['approver']>['ask']>>;

export interface RunScript {
  readonly prompts: readonly string[];
  readonly turns: readonly (readonly ScriptedBlock[])[];
  readonly answers?: readonly Answer[];
}

/** Real runs of the loop, as a journal would have kept them: with a list, questions and several calls in one answer. */
export async function entriesOf({ prompts, turns, answers = [] }: RunScript): Promise<readonly JournalEntry[]> {
  const events: AgentEvent[] = [];
  const todos = new TodoManager();
  todos.onDidChange((items) => events.push({ kind: 'todosChanged', items: [...items], by: todos.changedBy }));
  const left = [...answers];
  const bench = new LoopBench({
    turns: turns.map((turn) => [...turn]),
    policy: asking,
    approver: { ask: () => Promise.resolve(left.shift() ?? { kind: 'allow', remember: 'once' }) },
    tools: [
      stubTool('todo_write', (input) => ({ text: todos.update(Object(input).todos) }), { access: 'plan' }),
      stubTool('read_file', () => ({ text: '1\ta', evidence: { kind: 'read', path: '/w/a' } })),
      stubTool('bash', () => ({ text: '3 passed „grün“' })),
    ],
    onEvent: (event) => events.push(event),
  });
  for (const prompt of prompts) await bench.run(prompt);
  return events.map((event, index): TimedEvent => ({ ...event, at: 2000 + index })).filter(isKept);
}

export const say = (text: string): ScriptedBlock => ({ type: 'text', text });
export const use = (id: string, name: string, input: unknown = {}): ScriptedBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export function plan(id: string, ...statuses: readonly string[]): ScriptedBlock {
  return use(id, 'todo_write', { todos: statuses.map((status, index) => ({ content: `step ${index}`, status })) });
}

/** A plan, parallel calls, a question that is denied, a second prompt. */
export const longScript: RunScript = {
  prompts: ['fix the „slug“', 'and now the tests'],
  turns: [
    [say('First a plan.'), plan('t1', 'in_progress', 'pending')],
    [use('r1', 'read_file', { file_path: 'a' }), use('b1', 'bash', { command: 'npm test' }), use('r2', 'read_file')],
    [use('b2', 'bash', { command: 'rm -r x' })],
    [plan('t2', 'completed', 'completed'), say('Done.')],
    [say('Fixed.')],
    [use('b3', 'bash', { command: 'npm test' })],
    [say('All pass.')],
  ],
  answers: [
    { kind: 'allow', remember: 'once' },
    { kind: 'deny', feedback: 'not that' },
  ],
};

/** Throws `ProtocolBreach` unless a next prompt can follow these messages. */
export function checkHistory(messages: readonly Message[]): void {
  validateMessagesRequest({ model: 'm', max_tokens: 1, messages: [...messages, { role: 'user', content: 'go on' }] });
}
