// A process: a server of the Messages API with no think time, given `rounds` and `{ name, input }` of a call. Answers each request with one call, up
// to `rounds` times, then with a word. Posts, for each request but the first, the milliseconds since the response before
// had ended. A process of its own, so that its work isn't taken for the loop's.
import { createServer } from 'node:http';

const rounds = Number(process.argv[2]);
const called = JSON.parse(process.argv[3]);
let served = 0;
let endedAt;

const server = createServer((request, response) => {
  if (endedAt !== undefined) process.send({ gap: performance.now() - endedAt });
  request.resume();
  request.on('end', () => {
    served += 1;
    const isLast = served > rounds;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(isLast ? lastAnswer : answer(served), () => {
      endedAt = isLast ? undefined : performance.now();
      if (isLast) served = 0;
    });
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

function answer(round) {
  const id = `toolu_${round}`;
  const input = JSON.stringify(called.input);
  return events([
    start,
    block(0, { type: 'text', text: '' }, [
      { type: 'text_delta', text: 'Next I look at the file that is named there.' },
    ]),
    block(1, { type: 'tool_use', id, name: called.name, input: {} }, [
      { type: 'input_json_delta', partial_json: input.slice(0, 10) },
      { type: 'input_json_delta', partial_json: input.slice(10) },
    ]),
    end('tool_use'),
  ]);
}

const start = [
  [
    'message_start',
    {
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
    },
  ],
];
const lastAnswer = events([
  start,
  block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'Done.' }]),
  end('end_turn'),
]);

function block(index, content_block, deltas) {
  return [
    ['content_block_start', { index, content_block }],
    ...deltas.map((delta) => ['content_block_delta', { index, delta }]),
    ['content_block_stop', { index }],
  ];
}

function end(stop_reason) {
  return [
    ['message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 30 } }],
    ['message_stop', {}],
  ];
}

function events(parts) {
  return parts
    .flat()
    .map(([type, rest]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`)
    .join('');
}
