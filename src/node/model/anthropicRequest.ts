import type Anthropic from '@anthropic-ai/sdk';
import { effortFor, thinksAdaptively } from '../../core/model/effort.ts';
import type { ContentBlockParam, Message } from '../../core/model/messages.ts';
import type { ModelRequest } from '../../core/model/modelClient.ts';

const cached = { cache_control: { type: 'ephemeral' } } as const;

/**
 * The wire's request. Prompt caching: everything before a mark is read from the cache when it was sent before, so tools,
 * system and messages keep their bytes from round to round. The marks: the last tool, the system prompt, the end of the
 * messages, and the place where the request before had its end. So what was written is found at once, however many
 * blocks have come since; looking back from the end alone finds it in the last 20 only.
 */
export function toWireRequest(request: ModelRequest): Anthropic.MessageCreateParamsStreaming {
  return { ...headOf(request), messages: withMarks(request.messages) };
}

/**
 * The bytes of wire requests. A conversation's next request begins as the one before, so its bytes are kept and only
 * the end is written anew: a request costs as much in round 1,000 as in round 1.
 */
export class RequestEncoder {
  /** What stands before the messages is made from it: settings, tools and system prompt, which change rarely. */
  #head: ModelRequest | undefined;
  readonly #kept: Message[] = [];
  /** Where each kept message ends in `#bytes`, its comma included. */
  readonly #ends: number[] = [];
  #bytes = Buffer.alloc(1 << 16);
  #headEnd = 0;

  /** @returns JSON in UTF-8, which the next call overwrites. */
  encode(request: ModelRequest): Uint8Array {
    const { messages } = request;
    const stable = firstMarkIn(messages);
    if (this.#head === undefined || !hasSameHead(this.#head, request)) this.#begin(request);
    this.#keep(messages, stable);
    const tail = withMarks(messages, stable).map((message) => JSON.stringify(message));
    const end = this.#write(`${tail.join(',')}]}`);
    return this.#bytes.subarray(0, end);
  }

  get #end(): number {
    return this.#ends.at(-1) ?? this.#headEnd;
  }

  #begin(request: ModelRequest): void {
    this.#head = { ...request, messages: [] };
    this.#kept.length = 0;
    this.#ends.length = 0;
    this.#headEnd = 0;
    this.#headEnd = this.#write(`${JSON.stringify(headOf(request)).slice(0, -1)},"messages":[`);
  }

  #keep(messages: readonly Message[], count: number): void {
    let same = 0;
    while (same < Math.min(count, this.#kept.length) && this.#kept[same] === messages[same]) same += 1;
    this.#kept.length = same;
    this.#ends.length = same;
    for (const message of messages.slice(same, count)) {
      this.#ends.push(this.#write(`${JSON.stringify(inBlocks(message))},`));
      this.#kept.push(message);
    }
  }

  /** Behind what is kept. @returns where the text ends. */
  #write(json: string): number {
    const text = withWholeCharacters(json);
    const start = this.#end;
    const end = start + Buffer.byteLength(text);
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(end * 2);
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#bytes.write(text, start);
    return end;
  }
}

/** Half of a surrogate pair, left by a cut or made up by a model, is an escape in JSON, and the API refuses the request. */
function withWholeCharacters(json: string): string {
  if (!json.includes('\\ud')) return json;
  // Each escape is taken as a whole: an escaped backslash before a u begins none.
  return json.replace(/\\(?:ud[89a-f]..|.)/g, (escape) => (escape.length === 2 ? escape : '\\ufffd'));
}

function hasSameHead(one: ModelRequest, other: ModelRequest): boolean {
  return (
    one.model === other.model &&
    one.maxTokens === other.maxTokens &&
    one.effort === other.effort &&
    one.system === other.system &&
    one.tools.length === other.tools.length &&
    one.tools.every((tool, at) => tool === other.tools[at])
  );
}

function headOf(request: ModelRequest): Omit<Anthropic.MessageCreateParamsStreaming, 'messages'> {
  const { model, maxTokens, system, tools } = request;
  return {
    model,
    max_tokens: maxTokens,
    stream: true,
    ...thinkingFor(request),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool, at) => (at < tools.length - 1 ? tool : { ...tool, ...cached })) }),
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, ...cached }] }),
  };
}

/** Thinking is shown to the person, so its text is asked for; models of today leave it out by default. */
function thinkingFor({ model, effort }: ModelRequest): Partial<Anthropic.MessageCreateParamsStreaming> {
  if (!thinksAdaptively(model)) return {};
  const taken = effort === undefined ? undefined : effortFor(model, effort);
  return {
    thinking: { type: 'adaptive', display: 'summarized' },
    ...(taken === undefined ? {} : { output_config: { effort: taken } }),
  };
}

/** From the message at `from` on. */
function withMarks(messages: readonly Message[], from = 0): Message[] {
  const wire = messages.slice(from).map(inBlocks);
  for (const at of markedIndexes(messages)) {
    const message = wire[at - from];
    if (message !== undefined) wire[at - from] = withMark(message);
  }
  return wire;
}

/** All before it are sent in the same bytes each time. */
function firstMarkIn(messages: readonly Message[]): number {
  const marked = markedIndexes(messages).filter((at) => at >= 0);
  return marked.length === 0 ? messages.length - 1 : Math.min(...marked);
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
