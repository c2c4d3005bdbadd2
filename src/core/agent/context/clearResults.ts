import type { ContentBlockParam, Message, ToolResult } from '../../model/messages.ts';
import { estimateTokens } from '../../model/tokenEstimate.ts';
import { withoutThinking } from '../../model/withoutThinking.ts';

/** What stands in for a result that was left out. */
const clearedNote = '(This result was left out to save room. Make the call again if you need it.)';

/** Results of at most so many tokens stay: they are worth more than the room. */
const smallResult = 60;

export interface Cleared {
  readonly messages: readonly Message[];
  /** Tokens that were won, estimated. */
  readonly freed: number;
}

/**
 * Leaves old tool results out, the newest `keepTokens` of them kept, and those of the last round whatever their size.
 * Thinking behind the first change goes too, for its signature covers what stood before it.
 */
export function clearOldResults(messages: readonly Message[], keepTokens: number): Cleared {
  let kept = 0;
  let freed = 0;
  let isLastRound = true;
  const clear = (block: ContentBlockParam): ContentBlockParam => {
    if (block.type !== 'tool_result') return block;
    const tokens = estimateTokens(block.content ?? '');
    if (isLastRound || tokens <= smallResult || kept + tokens <= keepTokens) {
      kept += tokens;
      return block;
    }
    freed += tokens - smallResult / 3;
    return emptied(block);
  };
  const cleared = messages.toReversed().map((message) => {
    if (typeof message.content === 'string' || message.role !== 'user') return message;
    const content = message.content.map(clear);
    if (message.content.some(({ type }) => type === 'tool_result')) isLastRound = false;
    return content.every((block, at) => block === message.content[at]) ? message : { ...message, content };
  });
  cleared.reverse();
  return { messages: withoutStaleThinking(messages, cleared), freed: Math.max(0, Math.round(freed)) };
}

function emptied({ tool_use_id, is_error }: ToolResult): ToolResult {
  return {
    type: 'tool_result',
    tool_use_id,
    content: clearedNote,
    ...(is_error === undefined ? {} : { is_error }),
  };
}

function withoutStaleThinking(before: readonly Message[], after: readonly Message[]): readonly Message[] {
  const changed = after.findIndex((message, at) => message !== before[at]);
  if (changed === -1) return before;
  return after.flatMap((message, at) => (at < changed ? message : (withoutThinking(message) ?? [])));
}
