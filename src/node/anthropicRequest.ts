import type Anthropic from '@anthropic-ai/sdk';
import type { ContentBlockParam, Message } from '../core/model/messages.ts';
import type { ModelRequest } from '../core/model/modelClient.ts';

const cached = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The wire's request. Prompt caching: everything before a mark is read from the cache when it was sent before, so tools,
 * system and messages keep their bytes from round to round and the marks sit on the last tool, the system prompt and the
 * last two user messages. The older of these is where the round before had its last mark, so the prefix is found however
 * many blocks lie between.
 */
export function toWireRequest(request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming {
  const { model, maxTokens, system, messages, tools } = request;
  const marked = userIndexes(messages).slice(-2);
  return {
    model,
    max_tokens: maxTokens,
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, ...cached }] }),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool, at) => (at < tools.length - 1 ? tool : { ...tool, ...cached })) }),
    messages: messages.map((message, at) => (marked.includes(at) ? withMark(message) : inBlocks(message))),
  };
}

function userIndexes(messages: readonly Message[]): number[] {
  return messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
}

/** One shape for all, so that a message has the same bytes with and without its mark. */
function inBlocks(message: Message): Message {
  return typeof message.content === 'string'
    ? { ...message, content: [{ type: 'text', text: message.content }] }
    : message;
}

function withMark(message: Message): Message {
  const { content } = inBlocks(message);
  const last = content.at(-1);
  if (typeof content === 'string' || last === undefined || typeof last === 'string' || !canCarryMark(last))
    return message;
  return { role: 'user', content: [...content.slice(0, -1), { ...last, ...cached }] };
}

type Markable = Extract<ContentBlockParam, { readonly type: 'text' | 'tool_result' | 'image' | 'document' }>;

function canCarryMark(block: ContentBlockParam): block is Markable {
  return ['text', 'tool_result', 'image', 'document'].includes(block.type);
}
