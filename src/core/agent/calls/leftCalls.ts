import type { Message, ToolUse } from '../../model/messages.ts';
import type { CallReport } from './toolCallRunner.ts';

/** A call of the last answer that a run left without its result when it was cut off, e.g. by a crash. */
export interface LeftCall {
  readonly callId: string;
  /** It never began: it goes through the gate as if it had just been made. Else `result` is what the model is told. */
  readonly isToRun: boolean;
  readonly result: CallReport['result'];
}

/** What the model is told of a call that must not be run again. */
export function reportOfLeft(call: ToolUse, left: readonly LeftCall[]): CallReport | undefined {
  const known = left.find(({ callId, isToRun }) => callId === call.id && !isToRun);
  return known && { result: known.result, context: [], reachedTool: false };
}

export function callsOf(message: Message | undefined): readonly ToolUse[] {
  const content = message?.content;
  if (!Array.isArray(content)) return [];
  // It was an answer: its blocks have all that an answer's blocks have.
  return content.filter((block) => block.type === 'tool_use') as readonly ToolUse[];
}
