import type Anthropic from '@anthropic-ai/sdk';
import { effortFor, thinksAdaptively } from '../core/model/effort.ts';
import type { ContentBlockParam, Message } from '../core/model/messages.ts';
import type { ModelRequest } from '../core/model/modelClient.ts';

const cached = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The wire's request. Prompt caching: everything before a mark is read from the cache when it was sent before, so tools,
 * system and messages keep their bytes from round to round. The marks: the last tool, the system prompt, the end of the
 * messages, and the place where the request before had its end. So what was written is found at once, however many
 * blocks have come since; looking back from the end alone finds it in the last 20 only.
 */
export function toWireRequest(request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming {
  const { model, maxTokens, system, messages, tools } = request;
  return {
    model,
    max_tokens: maxTokens,
    ...thinkingFor(request),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool, at) => (at < tools.length - 1 ? tool : { ...tool, ...cached })) }),
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, ...cached }] }),
    messages: withMarks(messages),
  };
}

/** Thinking is shown to the person, so its text is asked for; models of today leave it out by default. */
function thinkingFor({ model, effort }: ModelRequest): Partial<Anthropic.MessageCreateParamsNonStreaming> {
  if (!thinksAdaptively(model)) return {};
  const taken = effort === undefined ? undefined : effortFor(model, effort);
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    ...(taken === undefined ? {} : { output_config: { effort: taken } }),
  };
}

function withMarks(messages: readonly Message[]): Message[] {
  const wire = messages.map(inBlocks);
  for (const at of markedIndexes(messages)) {
    const message = wire[at];
    if (message !== undefined) wire[at] = withMark(message);
  }
  return wire;
}

/**
 * The last user message, and the last one before the last answer, which ended the request that this answer came from.
 * Between the two may lie more than one user message: the results of a stopped round, then the next prompt.
 */
function markedIndexes(messages: readonly Message[]): readonly number[] {
  const end = lastUserIndex(messages, messages.length);
  const answer = lastIndex(messages, end, ({ role }) => role === 'assistant');
  const before = lastUserIndex(messages, answer);
  return [end, before];
}

function lastUserIndex(messages: readonly Message[], before: number): number {
  return lastIndex(messages, before, ({ role }) => role === 'user');
}

function lastIndex(messages: readonly Message[], before: number, fits: (message: Message) => boolean): number {
  for (let at = before - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message !== undefined && fits(message)) return at;
  }
  return -1;
}

/** One shape for all, so that a message has the same bytes with and without its mark. */
function inBlocks(message: Message): Message {
  return typeof message.content === 'string'
    ? { ...message, content: [{ type: 'text', text: message.content }] }
    : message;
}

function withMark(message: Message): Message {
  const { content } = message;
  const last = content.at(-1);
  if (typeof content === 'string' || last === undefined || typeof last === 'string' || !canCarryMark(last))
    return message;
  return { role: 'user', content: [...content.slice(0, -1), { ...last, ...cached }] };
}

type Markable = Extract<ContentBlockParam, { readonly type: 'text' | 'tool_result' | 'image' | 'document' }>;

function canCarryMark(block: ContentBlockParam): block is Markable {
  return ['text', 'tool_result', 'image', 'document'].includes(block.type);
}
