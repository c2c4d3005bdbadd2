import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../src/core/agent/agentEvents.ts';
import { RunStage } from '../../../../src/core/agent/runStage.ts';

const started = (name: string, title: string): AgentEvent => ({
  kind: 'toolStarted',
  callId: '1',
  name,
  claudeName: undefined,
  access: undefined,
  title,
  input: {},
});
const finished = (name: string): AgentEvent => ({
  kind: 'toolFinished',
  callId: '1',
  name,
  outcome: 'ok',
  output: '',
  durationMs: 1,
});
const list = (content: string): AgentEvent => ({
  kind: 'todosChanged',
  by: 'model',
  items: [{ id: '1', content, status: 'in_progress' }],
});

function stageAfter(...events: readonly AgentEvent[]): string {
  const stage = new RunStage();
  for (const event of events) stage.apply(event);
  return stage.text;
}

describe('what a stop interrupts', () => {
  it('is told in the words of the list where the list was changed', () => {
    const change = [started('todo_write', 'todos'), list('Run the tests')] as const;
    assert.equal(stageAfter(...change), 'while a change of the list was under way');
    assert.equal(stageAfter(...change, finished('todo_write')), 'before its next step in "Run the tests"');
  });

  it('is told by the call otherwise', () => {
    assert.equal(stageAfter(started('bash', 'npm test'), finished('bash')), 'after bash (npm test)');
  });
});
