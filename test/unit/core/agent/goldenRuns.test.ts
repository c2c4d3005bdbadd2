import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AgentEvent } from '../../../../src/core/agent/agentEvents.ts';
import { ModelError } from '../../../../src/core/model/modelClient.ts';
import type { ScriptedBlock } from '../../../../src/core/model/scriptedModel.ts';
import type { PermissionDecider } from '../../../../src/core/permissions/permissionDecider.ts';
import { TodoManager } from '../../../../src/core/todos/todoManager.ts';
import { TodoReminder } from '../../../../src/core/todos/todoReminder.ts';
import { LoopBench, stubTool, type BenchOptions } from './loopBench.ts';

/** Whole runs, one line per event. UPDATE_GOLDEN=1 writes the files anew: read the difference before you keep it. */
describe('golden runs', () => {
  for (const [name, make] of Object.entries(runs())) {
    it(name, async () => {
      const bench = make();
      await bench.run('fix the slug');
      const actual = `${bench.events.map(lineOf).join('\n')}\n`;
      const file = `test/unit/golden/${name.replaceAll(' ', '-')}.txt`;
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, actual);
      assert.equal(actual, readFileSync(file, 'utf8'));
    });
  }
});

function runs(): Readonly<Record<string, () => LoopBench>> {
  return {
    'plan edit and finish': () =>
      planning({
        turns: [
          [say('I start with a plan.'), plan('t1', 'in_progress', 'pending')],
          [use('r1', 'read_file', { file_path: 'src/slug.ts' })],
          [use('e1', 'edit_file', { file_path: 'src/slug.ts', old_string: 'a', new_string: 'b' })],
          [plan('t2', 'completed', 'in_progress'), use('b1', 'bash', { command: 'npm test' })],
          [plan('t3', 'completed', 'completed'), say('All tests pass.')],
          [say('Fixed the slug.')],
        ],
        policy: askForChanges,
        approver: { ask: () => Promise.resolve({ kind: 'allow', remember: 'once' }) },
      }),
    'a declined edit and a reminder': () =>
      planning({
        turns: [
          [use('e1', 'edit_file', { file_path: 'a', old_string: 'a', new_string: 'b' })],
          [use('r1', 'read_file', { file_path: 'a' })],
          [use('r2', 'read_file', { file_path: 'b' })],
          [say('I leave it as it is.')],
        ],
        policy: askForChanges,
        approver: { ask: () => Promise.resolve({ kind: 'deny', feedback: 'not this file' }) },
      }),
    'stopped in the middle of a round': () => {
      const bench: LoopBench = planning({
        turns: [[use('b1', 'bash', { command: 'sleep 300' }), use('b2', 'bash', { command: 'ls' })]],
        onEvent: (event) => {
          if (event.kind === 'toolStarted') bench.stop();
        },
      });
      return bench;
    },
    'a failed request after a round': () =>
      planning({
        turns: [
          [use('r1', 'read_file', { file_path: 'a' })],
          { kind: 'error', error: new ModelError('overloaded', 'retry', 'api.example is overloaded (529).') },
        ],
      }),
  };
}

const askForChanges: PermissionDecider = {
  decide: ({ access }) =>
    Promise.resolve(
      access === 'write' || access === 'execute'
        ? { kind: 'ask', reason: { kind: 'default', access }, canRemember: true }
        : { kind: 'allow' },
    ),
  remember: () => undefined,
};

function planning(options: Omit<BenchOptions, 'tools' | 'tails'>): LoopBench {
  const todos = new TodoManager();
  const message = '<reminder>Update your todos.</reminder>';
  const reminder = new TodoReminder(
    () => ({ threshold: 3, message, resetOnTodoWrite: true, isOffered: true }),
    () => todos.items.length,
  );
  const change = { path: '/w/src/slug.ts', before: 'a', after: 'b' };
  return new LoopBench({
    ...options,
    tails: [reminder],
    tools: [
      stubTool('todo_write', (input) => ({ text: todos.update(Object(input).todos) }), { access: 'plan' }),
      stubTool('read_file', () => ({ text: '1\ta', evidence: { kind: 'read', path: '/w/src/slug.ts' } })),
      stubTool('edit_file', () => ({ text: 'Edited.', evidence: { kind: 'files', changes: [change] } }), {
        access: 'write',
        preview: () => Promise.resolve(change),
      }),
      stubTool('bash', () => ({ text: '3 passed' })),
    ],
  });
}

function say(text: string): ScriptedBlock {
  return { type: 'text', text };
}

function use(id: string, name: string, input: unknown): ScriptedBlock {
  return { type: 'tool_use', id, name, input };
}

function plan(id: string, first: string, second: string): ScriptedBlock {
  const todos = [
    { content: 'Fix slugify', status: first },
    { content: 'Run the tests', status: second },
  ];
  return use(id, 'todo_write', { todos });
}

function lineOf({ kind, ...rest }: AgentEvent): string {
  return `${kind} ${JSON.stringify(rest, (_key, value: unknown) => value ?? undefined)}`;
}
