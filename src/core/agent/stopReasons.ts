import type { AssistantMessage, ContentBlock, StopReason, ToolUse } from '../model/messages.ts';

/** What an answer without tool calls means for the run. */
export type AnswerEnd =
  /** The model is done. */
  | { readonly kind: 'done' }
  /** The provider paused its own tools: the same history is sent again. */
  | { readonly kind: 'resume' }
  /** Something else ended the answer; `text` tells the person what. */
  | { readonly kind: 'cutShort'; readonly text: string }
  /** No further request can succeed. */
  | { readonly kind: 'full'; readonly text: string };

const contextIsFull =
  "The conversation no longer fits the model's context window. Start a new task, or choose a model with a larger window.";

/** Every stop reason by its name; nothing ends a run without a word. */
export function readStopReason(message: AssistantMessage): AnswerEnd {
  switch (message.stop_reason) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
    case null:
      if (message.content.length > 0) return { kind: 'done' };
      return { kind: 'cutShort', text: 'The model gave an empty answer.' };
    case 'pause_turn':
      if (message.content.some(isServerWork)) return { kind: 'resume' };
      return { kind: 'cutShort', text: 'The model paused its answer. Send a message to let it go on.' };
    case 'max_tokens':
      return {
        kind: 'cutShort',
        text: 'The answer was cut off at the token limit. Send a message to go on, or raise agent.maxTokens.',
      };
    case 'refusal':
      return { kind: 'cutShort', text: 'The model declined to answer. Rephrase the task, or choose another model.' };
    case 'model_context_window_exceeded':
      return { kind: 'full', text: contextIsFull };
    default:
      return { kind: 'cutShort', text: `The answer ended for a reason that isn't known here: ${message.stop_reason}.` };
  }
}

/** The answer's tokens were used up before it said anything. */
export function isCutOffInThought({ stop_reason: reason, content }: AssistantMessage): boolean {
  return reason === 'max_tokens' && content.every(({ type }) => type === 'thinking' || type === 'redacted_thinking');
}

/** The call that the end of the answer may have damaged: it must not run. */
export interface CutOffCall {
  readonly call: ToolUse;
  readonly reason: string;
}

export function cutOffCall(message: AssistantMessage): CutOffCall | undefined {
  const last = message.content.at(-1);
  const reason = message.stop_reason;
  if (last?.type !== 'tool_use' || reason === null || !cuttingReasons.includes(reason)) return undefined;
  return { call: last, reason };
}

const cuttingReasons: readonly StopReason[] = ['max_tokens', 'refusal', 'model_context_window_exceeded'];

const ownBlocks: readonly ContentBlock['type'][] = ['text', 'thinking', 'redacted_thinking', 'tool_use'];

function isServerWork(block: ContentBlock): boolean {
  return !ownBlocks.includes(block.type);
}
