import assert from 'node:assert/strict';
import type { CallContext, CallReport } from '../../../../../src/core/agent/calls/toolCallRunner.ts';
import type { Message, ToolUse } from '../../../../../src/core/model/messages.ts';
import { gatedCalls } from '../../../../../src/core/session/gate/gatedCalls.ts';

function use(id: string): ToolUse {
  return { type: 'tool_use', id, name: 'bash', input: {}, caller: { type: 'direct' } };
}

function report(id: string, more: Partial<CallReport> = {}): CallReport {
  return {
    result: { type: 'tool_result', tool_use_id: id, content: '' },
    context: [],
    reachedTool: true,
    ...more,
  };
}

/** Runs the calls of one answer and says what happened in what order. */
async function order(ids: readonly string[], more: Partial<CallReport> = {}, abortAt?: string): Promise<string[]> {
  const steps: string[] = [];
  const controller = new AbortController();
  const context: CallContext = { emit: () => undefined, signal: controller.signal, enabledTools: [] };
  const messages: readonly Message[] = [{ role: 'assistant', content: ids.map(use) }];
  const calls = gatedCalls(
    {
      run: ({ id }) => {
        steps.push(`run ${id}`);
        return Promise.resolve(report(id, more));
      },
      skip: ({ id }, _context, outcome) => {
        steps.push(`${outcome} ${id}`);
        return report(id);
      },
    },
    {
      hold: (at) => {
        steps.push(at);
        if (steps.length === 1 && abortAt === at) controller.abort();
        return Promise.resolve();
      },
    },
    () => messages,
  );
  for (const id of ids) await calls.run(use(id), context);
  return steps;
}

describe('gatedCalls', () => {
  it('holds before each call, and behind the last of a round before its results go out', async () => {
    assert.deepEqual(await order(['a', 'b']), ['call', 'run a', 'call', 'run b', 'request']);
  });

  it('runs no call that was stopped while it was held', async () => {
    assert.deepEqual(await order(['a'], {}, 'call'), ['call', 'cancelled a']);
  });

  it('holds nothing up behind a call that ends the run', async () => {
    assert.deepEqual(await order(['a'], { stop: 'a hook said so' }), ['call', 'run a']);
  });
});
