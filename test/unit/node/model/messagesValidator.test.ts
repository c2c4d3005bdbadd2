import assert from 'node:assert/strict';
import { ProtocolBreach, validateMessagesRequest } from '../../../support/messagesValidator.ts';

const user = { role: 'user', content: 'hello' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'bash', input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const text = (words: string) => ({ type: 'text', text: words });
const assistant = (...content: readonly unknown[]) => ({ role: 'assistant', content });
const results = (...content: readonly unknown[]) => ({ role: 'user', content });
const tool = (name: string, more = {}) => ({ name, input_schema: { type: 'object' }, ...more });
const mark = { cache_control: { type: 'ephemeral' } };

describe('validateMessagesRequest', () => {
  it('lets a whole conversation pass', () => {
    validateMessagesRequest({
      model: 'm',
      max_tokens: 1,
      stream: true,
      system: [{ ...text('be brief'), ...mark }],
      tools: [tool('bash'), tool('glob', mark)],
      messages: [
        user,
        assistant({ type: 'thinking', thinking: '', signature: 's' }, text('so'), use('a'), use('b')),
        results(result('b'), result('a'), { ...text('note'), ...mark }),
        { role: 'assistant', content: 'Done.' },
        user,
        user,
      ],
    });
  });

  const breaches: Readonly<Record<string, readonly [body: object, says: RegExp]>> = {
    'a parameter that nobody knows': [{ temperatur: 1 }, /temperatur/],
    'no model': [{ model: '' }, /model/],
    'no room for an answer': [{ max_tokens: 0 }, /max_tokens/],
    'a blank system prompt': [{ system: ' ' }, /system/],
    'two tools of one name': [{ tools: [tool('a'), tool('a')] }, /unique.*a/],
    'a tool name that is not allowed': [{ tools: [tool('a b')] }, /tools\.0/],
    'a tool without a schema': [{ tools: [{ name: 'a' }] }, /input_schema/],
    'no messages': [{ messages: [] }, /empty/],
    'a first message of the assistant': [{ messages: [assistant(text('hi')), user] }, /messages\.0.*first/],
    'a last message of the assistant': [{ messages: [user, assistant(text('hi'))] }, /last/],
    'another role': [{ messages: [{ role: 'system', content: 'x' }] }, /role/],
    'an empty message': [{ messages: [results()] }, /empty/],
    'a blank message': [{ messages: [{ role: 'user', content: ' ' }] }, /blank/],
    'a blank text block': [{ messages: [results(text('\n'))] }, /blank/],
    'thinking without its signature': [
      { messages: [user, assistant({ type: 'thinking', thinking: 'x' }), user] },
      /sign/,
    ],
    'a call without a result': [{ messages: [user, assistant(use('a')), user] }, /messages\.2: tool_use a/],
    'a call without a result at the end': [{ messages: [user, assistant(use('a'))] }, /tool_use a/],
    'a call behind another answer': [
      { messages: [user, assistant(use('a')), assistant(text('x')), user] },
      /tool_use a/,
    ],
    'a result without a call': [{ messages: [results(result('a'))] }, /tool_result a/],
    'a result behind text': [{ messages: [user, assistant(use('a')), results(text('x'), result('a'))] }, /come first/],
    'a result twice': [{ messages: [user, assistant(use('a')), results(result('a'), result('a'))] }, /twice/],
    'an id twice': [
      { messages: [user, assistant(use('a')), results(result('a')), assistant(use('a')), results(result('a'))] },
      /ids must be unique/,
    ],
    'input that is no object': [
      { messages: [user, assistant({ ...use('a'), input: 'x' }), results(result('a'))] },
      /input/,
    ],
    'five marks for the cache': [{ tools: ['a', 'b', 'c', 'd', 'e'].map((name) => tool(name, mark)) }, /cache_control/],
  };
  for (const [name, [body, says]] of Object.entries(breaches)) {
    it(`refuses ${name}`, () => {
      const request = { model: 'm', max_tokens: 1, messages: [user], ...body };
      assert.throws(
        () => validateMessagesRequest(request),
        (error) => error instanceof ProtocolBreach && says.test(error.message),
      );
    });
  }
});
