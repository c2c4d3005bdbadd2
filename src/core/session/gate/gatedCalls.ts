import type { CallContext, CallReport, ToolCallRunner } from '../../agent/calls/toolCallRunner.ts';
import { callTexts } from '../../agent/calls/callTexts.ts';
import type { Message, ToolUse } from '../../model/messages.ts';
import type { RunGate } from './runGate.ts';

type Calls = Pick<ToolCallRunner, 'run' | 'skip'>;

/**
 * The calls of a run with the gate around them: it may hold the run before each, and behind the last one of a round,
 * so that what the person does meanwhile goes out with the results of that round.
 * @param messages the conversation, which ends with the answer whose calls these are.
 */
export function gatedCalls(calls: Calls, gate: Pick<RunGate, 'hold'>, messages: () => readonly Message[]): Calls {
  return {
    skip: (...args) => calls.skip(...args),
    run: async (call: ToolUse, context: CallContext): Promise<CallReport> => {
      const { signal } = context;
      await gate.hold('call', signal);
      if (signal.aborted) return calls.skip(call, context, 'cancelled', callTexts.cancelledBefore);
      const report = await calls.run(call, context);
      if (report.stop === undefined && call.id === lastCallOf(messages().at(-1))) await gate.hold('request', signal);
      return report;
    },
  };
}

function lastCallOf(message: Message | undefined): string | undefined {
  const content = message?.content;
  if (!Array.isArray(content)) return undefined;
  return content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])).at(-1);
}
