import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../../src/core/model/modelClient.ts';
import { lmErrorFor } from '../../../../src/vscode/model/lmFailure.ts';
import { toAnswer, toLmMessages } from '../../../../src/vscode/model/lmMessages.ts';

const request: ModelRequest = {
  model: 'test/one',
  maxTokens: 1000,
  system: 'You are a test.',
  messages: [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        { type: 'text', text: 'Two.' },
        { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'Exit code 1', is_error: true },
        { type: 'text', text: '<reminder>' },
      ],
    },
    { role: 'user', content: 'and?' },
  ],
  tools: [],
};

describe('a request to a model of VS Code', () => {
  it('begins with the system prompt, joins messages of one side and leaves thinking out', () => {
    assert.deepEqual(toLmMessages(request), [
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'You are a test.' },
          { kind: 'text', text: 'go' },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: 'Two.' },
          { kind: 'call', id: 'a', name: 'bash', input: { command: 'ls' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { kind: 'result', id: 'a', text: 'Exit code 1' },
          { kind: 'text', text: '<reminder>' },
          { kind: 'text', text: 'and?' },
        ],
      },
    ]);
  });

  it('takes the text of a result in blocks, and leaves out a message of nothing but thinking', () => {
    const result = { type: 'tool_result' as const, tool_use_id: 'a', content: [{ type: 'text' as const, text: 'x' }] };
    const thought = { type: 'thinking' as const, thinking: 'hm', signature: 'c2ln' };
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: [result] },
      { role: 'assistant', content: [thought] },
    ];
    assert.deepEqual(toLmMessages({ system: '', messages }), [
      { role: 'user', parts: [{ kind: 'result', id: 'a', text: 'x' }] },
    ]);
  });
});

describe('an answer of a model of VS Code', () => {
  it('joins its text and says that it calls tools', () => {
    const { content, stop_reason, usage } = toAnswer(
      [
        { kind: 'text', text: 'Now ' },
        { kind: 'text', text: 'the file.' },
        { kind: 'call', id: 'b', name: 'read_file', input: { file_path: 'a.ts' } },
      ],
      request,
      'test/one',
    );
    assert.deepEqual(content, [
      { type: 'text', text: 'Now the file.', citations: null },
      { type: 'tool_use', id: 'b', name: 'read_file', input: { file_path: 'a.ts' }, caller: { type: 'direct' } },
    ]);
    assert.equal(stop_reason, 'tool_use');
    assert.ok(usage.input_tokens > 0 && usage.output_tokens > 0);
  });

  it('without calls is the end, blank text left out', () => {
    const { content, stop_reason } = toAnswer([{ kind: 'text', text: ' \n' }], request, 'test/one');
    assert.deepEqual([content, stop_reason], [[], 'end_turn']);
  });

  it('has ids that are new in the history and fit every API', () => {
    const ids = ['a', 'functions.bash:0', '', 'x', 'x'];
    const answer = toAnswer(
      ids.map((id) => ({ kind: 'call', id, name: 'bash', input: {} })),
      request,
      'test/one',
    );
    const own = answer.content.map((block) => (block.type === 'tool_use' ? block.id : ''));
    assert.deepEqual([own[1], own[3]], ['functions_bash_0', 'x']);
    assert.equal(new Set([...own, 'a']).size, 6);
    for (const id of own) assert.match(id, /^[a-zA-Z0-9_-]+$/);
  });
});

describe('a failure of a model of VS Code', () => {
  for (const [code, message, reason, action] of [
    ['NoPermissions', 'no', 'forbidden', 'retry'],
    ['Blocked', 'quota used up', 'rateLimit', 'retry'],
    ['NotFound', 'gone', 'notFound', 'selectModel'],
    ['', 'the prompt is too long', 'contextWindow', 'selectModel'],
    ['', 'Request exceeds the maximum number of tokens', 'contextWindow', 'selectModel'],
    ['', 'boom', 'server', 'retry'],
  ] as const) {
    it(`${code} "${message}" is ${reason}`, () => {
      const error = lmErrorFor(Object.assign(new Error(message), { code }), 'test/one');
      assert.deepEqual([error.reason, error.action], [reason, action]);
      assert.ok(error.message.includes('test/one'));
    });
  }
});
