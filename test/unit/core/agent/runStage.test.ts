import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../src/core/agent/agentEvents.ts';
import { RunStage } from '../../../../src/core/agent/runStage.ts';
import type { ApprovalRequest } from '../../../../src/core/permissions/approver.ts';

const started: AgentEvent = {
  kind: 'toolStarted',
  callId: 'a',
  name: 'bash',
  claudeName: 'Bash',
  access: 'execute',
  title: 'npm test',
  input: {},
};
// Only the kind is looked at.
const asked: AgentEvent = { kind: 'approvalAsked', request: {} as ApprovalRequest };

function textAfter(...events: readonly AgentEvent[]): string {
  const stage = new RunStage();
  for (const event of events) stage.apply(event);
  return stage.text;
}

describe('the stage of a run', () => {
  it('is before its beginning at first', () => assert.equal(textAfter(), 'before it began'));

  it('names the call that is at work, by its title', () => {
    assert.equal(textAfter(started), 'while bash (npm test) was under way');
    assert.equal(textAfter({ ...started, title: 'bash' }), 'while bash was under way');
    assert.equal(textAfter({ ...started, title: 'x'.repeat(99) }), `while bash (${'x'.repeat(80)}…) was under way`);
  });

  it('says that a call which waits for its answer was not run', () => {
    assert.equal(textAfter(started, asked), 'while bash (npm test) waited for your answer; it was not run');
    const answered: AgentEvent = { kind: 'approvalAnswered', callId: 'a', answer: { kind: 'allow', remember: 'once' } };
    assert.equal(textAfter(started, asked, answered), 'while bash (npm test) was under way');
  });

  it('tells the answer of the model from the wait for its next attempt', () => {
    assert.equal(textAfter({ kind: 'requestStarted', messageCount: 1 }), 'while the model was answering');
    const retry: AgentEvent = { kind: 'retry', attempt: 1, delayMs: 1000, reason: 'busy' };
    assert.equal(textAfter(retry), 'while waiting to ask the model again');
    assert.equal(textAfter(retry, { kind: 'text', delta: 'a' }), 'while the model was answering');
  });

  it('is told in the words of the list where the list was changed', () => {
    const change: AgentEvent = { ...started, name: 'todo_write', title: 'todos' };
    const done: AgentEvent = {
      kind: 'toolFinished',
      callId: 'a',
      name: 'todo_write',
      outcome: 'ok',
      output: '',
      durationMs: 1,
    };
    const items = [{ id: '1', content: 'Run the tests', status: 'in_progress' }] as const;
    const list: AgentEvent = { kind: 'todosChanged', by: 'model', items };
    assert.equal(textAfter(change), 'while a change of the list was under way');
    assert.equal(textAfter(change, list, done), 'before its next step in "Run the tests"');
    assert.equal(textAfter(started, { ...done, name: 'bash' }), 'after bash (npm test)');
  });
});
