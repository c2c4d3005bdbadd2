import type { AssistantMessage, ContentBlock, StopReason } from './messages.ts';
import { ModelError, type ModelClient, type ModelEvent, type ModelRequest } from './modelClient.ts';
import { tokenUsage } from './tokenUsage.ts';

/** A block of a scripted answer, with the fields that matter; the wire's other fields are filled in. */
export type ScriptedBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | Exclude<ContentBlock, { readonly type: 'text' | 'thinking' | 'tool_use' }>;

export interface ScriptedAnswer {
  readonly kind: 'answer';
  readonly content: readonly ScriptedBlock[];
  /** By default `tool_use` when there is a call, else `end_turn`. */
  readonly stopReason?: StopReason;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** One reply: the blocks alone, an answer with its details, a failure, or a wait that only an abort ends. */
export type ScriptedTurn =
  | readonly ScriptedBlock[]
  | ScriptedAnswer
  | { readonly kind: 'error'; readonly error: Error }
  | { readonly kind: 'hang' };

export interface ScriptedModelOptions {
  /** Awaited before each piece of text and each call, so that a person can follow. By default nothing waits. */
  readonly delay?: (signal: AbortSignal) => Promise<void>;
}

/** Plays prepared replies, one per request, in place of a model: for the demo and for tests. */
export class ScriptedModel implements ModelClient {
  readonly #turns: readonly ScriptedTurn[];
  readonly #delay: (signal: AbortSignal) => Promise<void>;
  readonly #requests: ModelRequest[] = [];

  constructor(turns: readonly ScriptedTurn[], options: ScriptedModelOptions = {}) {
    this.#turns = turns;
    this.#delay = options.delay ?? (() => Promise.resolve());
  }

  /** Every request so far, its messages as they were then. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const turn = this.#turns[this.#requests.length];
    this.#requests.push({ ...request, messages: [...request.messages] });
    if (turn === undefined) throw new ModelError('badRequest', 'openLog', 'The scripted model has no more replies.');
    const answer = isBlocks(turn) ? { kind: 'answer' as const, content: turn } : turn;
    if (answer.kind === 'error') throw answer.error;
    if (answer.kind === 'hang') return await untilAborted(signal);
    for (const block of answer.content) yield* this.#play(block, signal);
    yield { kind: 'done', message: messageOf(answer, request, this.#requests.length) };
  }

  async *#play(block: ScriptedBlock, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for (const event of eventsOf(block)) {
      await this.#delay(signal);
      signal.throwIfAborted();
      if (event !== undefined) yield event;
    }
  }
}

function isBlocks(turn: ScriptedTurn): turn is readonly ScriptedBlock[] {
  return Array.isArray(turn);
}

/** A block that isn't text takes its time too, but shows nothing. */
function eventsOf(block: ScriptedBlock): readonly (ModelEvent | undefined)[] {
  if (block.type === 'text') return piecesOf(block.text).map((delta) => ({ kind: 'text', delta }));
  if (block.type === 'thinking') return piecesOf(block.thinking).map((delta) => ({ kind: 'thinking', delta }));
  return [undefined];
}

/** Words with the space behind them, as a model's text arrives. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function messageOf(answer: ScriptedAnswer, request: ModelRequest, turn: number): AssistantMessage {
  const hasCall = answer.content.some((block) => block.type === 'tool_use');
  return {
    id: `msg_scripted_${turn}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: answer.content.map(wireBlock),
    stop_reason: answer.stopReason === undefined ? (hasCall ? 'tool_use' : 'end_turn') : answer.stopReason,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: tokenUsage(answer.inputTokens ?? 0, answer.outputTokens ?? 0),
  };
}

function wireBlock(block: ScriptedBlock): ContentBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, citations: null };
    case 'thinking':
      return { type: 'thinking', thinking: block.thinking, signature: block.signature ?? '' };
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input, caller: { type: 'direct' } };
    default:
      return block;
  }
}
