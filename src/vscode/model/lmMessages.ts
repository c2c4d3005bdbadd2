import type {
  AssistantMessage,
  ContentBlock,
  ContentBlockParam,
  Message,
  ToolResult,
} from '../../core/model/messages.ts';
import type { ModelRequest } from '../../core/model/modelClient.ts';
import { estimateMessages, estimateTokens } from '../../core/model/tokenEstimate.ts';
import { tokenUsage } from '../../core/model/tokenUsage.ts';

/** What a message of VS Code's language models is made of. */
export type LmPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly kind: 'result'; readonly id: string; readonly text: string };

export interface LmMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly LmPart[];
}

/**
 * A request as VS Code's models take it: the system prompt comes first, as the user's, since there is no other place for
 * it; thinking is left out, since there is none at all for that. Messages of one side in a row become one.
 */
export function toLmMessages({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>): readonly LmMessage[] {
  const all: LmMessage[] = [
    ...(system === '' ? [] : [{ role: 'user' as const, parts: [{ kind: 'text' as const, text: system }] }]),
    ...messages.map(toLmMessage),
  ];
  const joined: LmMessage[] = [];
  for (const message of all) {
    const last = joined.at(-1);
    if (message.parts.length === 0) continue;
    if (last?.role !== message.role) joined.push(message);
    else joined[joined.length - 1] = { role: last.role, parts: [...last.parts, ...message.parts] };
  }
  return joined;
}

function toLmMessage({ role, content }: Message): LmMessage {
  const blocks: readonly ContentBlockParam[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return { role: role === 'assistant' ? 'assistant' : 'user', parts: blocks.flatMap(toLmPart) };
}

function toLmPart(block: ContentBlockParam): readonly LmPart[] {
  switch (block.type) {
    case 'text':
      return [{ kind: 'text', text: block.text }];
    case 'tool_use':
      return [{ kind: 'call', id: block.id, name: block.name, input: objectOf(block.input) }];
    case 'tool_result':
      return [{ kind: 'result', id: block.tool_use_id, text: resultText(block) }];
    default:
      return [];
  }
}

function resultText({ content = '' }: ToolResult): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** An answer in the wire's shape. Its token counts are estimates: VS Code tells none. */
export function toAnswer(parts: readonly LmPart[], request: ModelRequest, model: string): AssistantMessage {
  const taken = callIdsOf(request.messages);
  const content = joinTexts(parts).flatMap((part) => toBlock(part, taken));
  return {
    id: `msg_${crypto.randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: tokenUsage(
      estimateTokens(request.system) + estimateTokens(request.tools) + estimateMessages(request.messages),
      estimateTokens(content),
    ),
  };
}

function joinTexts(parts: readonly LmPart[]): readonly LmPart[] {
  const joined: LmPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
}

function toBlock(part: LmPart, taken: Set<string>): ContentBlock[] {
  if (part.kind === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text, citations: null }];
  if (part.kind === 'result') return [];
  const { name, input } = part;
  return [{ type: 'tool_use', id: ownId(part.id, taken), name, input, caller: { type: 'direct' } }];
}

/** Providers have their own ideas of ids; a history holds each once, in the letters that every API takes. */
function ownId(id: string, taken: Set<string>): string {
  const clean = id.replace(/[^a-zA-Z0-9_-]/g, '_');
  const own = clean === '' || taken.has(clean) ? `call_${crypto.randomUUID()}` : clean;
  taken.add(own);
  return own;
}

function callIdsOf(messages: readonly Message[]): Set<string> {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return new Set(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])));
}
