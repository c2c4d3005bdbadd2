import assert from 'node:assert/strict';
import type Anthropic from '@anthropic-ai/sdk';
import { tokenUsage } from '../../../../src/core/model/tokenUsage.ts';
import { AnswerBuilder } from '../../../../src/node/model/answerBuilder.ts';

type Event = Anthropic.RawMessageStreamEvent;

describe('AnswerBuilder', () => {
  it('joins the pieces of text, thinking and input, each in its place', () => {
    const { content, stop_reason, usage } = build([
      ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: 'Let me ' },
        { type: 'thinking_delta', thinking: 'see.' },
        { type: 'signature_delta', signature: 'c2ln' },
      ]),
      ...block(1, { type: 'text', text: '', citations: null }, [
        { type: 'text_delta', text: 'Two ' },
        { type: 'text_delta', text: 'calls.' },
      ]),
      ...block(2, call('a'), [
        { type: 'input_json_delta', partial_json: '{"comm' },
        { type: 'input_json_delta', partial_json: 'and": "ls"}' },
      ]),
      ...block(3, call('b'), [{ type: 'input_json_delta', partial_json: '' }]),
      ending('tool_use'),
    ]);
    assert.deepEqual(content, [
      { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' },
      { type: 'text', text: 'Two calls.', citations: null },
      { ...call('a'), input: { command: 'ls' } },
      call('b'),
    ]);
    assert.equal(stop_reason, 'tool_use');
    // What the end does not say again stays as the start said it.
    assert.deepEqual([usage.input_tokens, usage.output_tokens], [10, 30]);
  });

  it('counts nothing where a service says nothing of tokens, and does not know of a cache', () => {
    // What such a service sends, whatever the types promise.
    const { message } = start as unknown as { readonly message: object };
    for (const usage of [undefined, {}, { input_tokens: null }, { input_tokens: -5, output_tokens: -1 }]) {
      const answer = new AnswerBuilder();
      answer.take({ ...start, message: { ...message, usage } } as unknown as Event);
      answer.take({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
      } as unknown as Event);
      answer.take({ type: 'message_stop' });
      assert.deepEqual(answer.finish().usage, tokenUsage(0, 0));
    }
  });

  it('keeps blocks that come whole, and thinking whose text is kept back', () => {
    const redacted = { type: 'redacted_thinking' as const, data: 'ZGF0YQ==' };
    const { content } = build([
      ...block(0, redacted, []),
      ...block(1, { type: 'thinking', thinking: '', signature: '' }, [{ type: 'signature_delta', signature: 'c2ln' }]),
      ending('end_turn'),
    ]);
    assert.deepEqual(content, [redacted, { type: 'thinking', thinking: '', signature: 'c2ln' }]);
  });

  it('makes nothing of half an input: an answer that claims to be whole fails, a cut-off one has no input', () => {
    const half = block(0, call('a'), [{ type: 'input_json_delta', partial_json: '{"command": "rm -r' }]);
    assert.throws(() => build([...half, ending('tool_use')]), SyntaxError);
    assert.deepEqual(build([...half, ending('max_tokens')]).content, [call('a')]);
  });

  it('passes over events and deltas that are not known', () => {
    // Of an API of tomorrow.
    const unknown = { type: 'mood', index: 0 } as unknown as Event;
    const odd = { type: 'mood_delta' } as unknown as Anthropic.RawContentBlockDelta;
    const { content } = build([
      unknown,
      ...block(0, { type: 'text', text: 'So', citations: null }, [odd]),
      ending('end_turn'),
    ]);
    assert.deepEqual(content, [{ type: 'text', text: 'So', citations: null }]);
  });

  it('fails when the stream ends before the message', () => {
    const answer = new AnswerBuilder();
    answer.take(start);
    assert.throws(() => answer.finish(), /before the message did/);
  });
});

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
  // The fields that matter here.
} as unknown as Event;

function build(events: readonly Event[]) {
  const answer = new AnswerBuilder();
  for (const event of [start, ...events, { type: 'message_stop' } as const]) answer.take(event);
  return answer.finish();
}

function block(
  index: number,
  content_block: Anthropic.RawContentBlockStartEvent['content_block'],
  deltas: readonly Anthropic.RawContentBlockDelta[],
): Event[] {
  return [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta' as const, index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function call(id: string): Anthropic.ToolUseBlock {
  return { type: 'tool_use', id, name: 'bash', input: {}, caller: { type: 'direct' } };
}

function ending(stop_reason: Anthropic.StopReason): Event {
  // The fields that matter here.
  return {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { input_tokens: null, output_tokens: 30 },
  } as unknown as Event;
}
