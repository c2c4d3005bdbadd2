import type Anthropic from '@anthropic-ai/sdk';
import type { AssistantMessage, ContentBlock, Usage } from '../../core/model/messages.ts';
import { tokenUsage } from '../../core/model/tokenUsage.ts';

/** Stop reasons of answers that claim to be whole. */
const wholeReasons: readonly AssistantMessage['stop_reason'][] = ['tool_use', 'end_turn'];

/** Puts an answer together from the events of its stream. */
export class AnswerBuilder {
  #message: AssistantMessage | undefined;
  readonly #blocks = new Map<number, OpenBlock>();
  #isStopped = false;

  take(event: Anthropic.RawMessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.#message = { ...event.message, usage: addKnown(tokenUsage(0, 0), event.message.usage) };
        return;
      case 'content_block_start':
        this.#blocks.set(event.index, new OpenBlock(event.content_block));
        return;
      case 'content_block_delta':
        this.#blocks.get(event.index)?.add(event.delta);
        return;
      case 'message_delta':
        this.#change(event);
        return;
      case 'message_stop':
        this.#isStopped = true;
        return;
      default:
      // A block's end says nothing new; other events are of tomorrow.
    }
  }

  /** Nothing more can come. */
  get isWhole(): boolean {
    return this.#isStopped;
  }

  /**
   * The message as the API would have sent it in one piece.
   * @throws SyntaxError for a call's input that is damaged although the answer claims to be whole
   * @throws Error when the stream ended before the message did
   */
  finish(): AssistantMessage {
    if (this.#message === undefined || !this.#isStopped) throw new Error('The stream ended before the message did.');
    const isWhole = wholeReasons.includes(this.#message.stop_reason);
    const blocks = [...this.#blocks].sort(([one], [other]) => one - other);
    return { ...this.#message, content: blocks.map(([, block]) => block.finish(isWhole)) };
  }

  #change({ delta, usage }: Anthropic.RawMessageDeltaEvent): void {
    if (this.#message === undefined) return;
    this.#message = { ...this.#message, ...delta, usage: addKnown(this.#message.usage, usage) };
  }
}

/** Services that only speak the API's language leave fields out, or all of them, or count below zero. */
function addKnown(usage: Usage, said: object | null | undefined): Usage {
  const known = Object.entries(said ?? {}).filter(([, value]) => value !== null && value !== undefined && !(value < 0));
  return { ...usage, ...Object.fromEntries(known) };
}

/** A block whose text or input is still coming in pieces, which are joined once. */
class OpenBlock {
  readonly #block: ContentBlock;
  readonly #pieces: string[] = [];
  readonly #citations: Anthropic.TextCitation[] = [];
  #signature = '';

  constructor(block: ContentBlock) {
    this.#block = block;
  }

  add(delta: Anthropic.RawContentBlockDelta): void {
    switch (delta.type) {
      case 'text_delta':
        this.#pieces.push(delta.text);
        return;
      case 'thinking_delta':
        this.#pieces.push(delta.thinking);
        return;
      case 'signature_delta':
        this.#signature = delta.signature;
        return;
      case 'input_json_delta':
        this.#pieces.push(delta.partial_json);
        return;
      case 'citations_delta':
        this.#citations.push(delta.citation);
    }
  }

  finish(isWhole: boolean): ContentBlock {
    const block = this.#block;
    const joined = this.#pieces.join('');
    switch (block.type) {
      case 'text':
        return {
          ...block,
          text: given(block.text) + joined,
          ...(this.#citations.length === 0 ? {} : { citations: [...(block.citations ?? []), ...this.#citations] }),
        };
      case 'thinking':
        return { ...block, thinking: given(block.thinking) + joined, signature: this.#signature || block.signature };
      case 'tool_use':
      case 'server_tool_use':
        return { ...block, input: joined === '' ? block.input : parseInput(joined, isWhole) };
      default:
        return block;
    }
  }
}

/** A block's text at its start, which the same services leave out when it is empty. */
function given(text: string | undefined): string {
  return text ?? '';
}

/** Of an answer that was cut off, the input may be damaged: nothing may be made of half an input. */
function parseInput(json: string, isWhole: boolean): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (isWhole) throw error;
    return {};
  }
}
