import assert from 'node:assert/strict';
import { ModelError, type ModelEvent, type ModelRequest } from '../../../../src/core/model/modelClient.ts';
import { ScriptedModel } from '../../../../src/core/model/scriptedModel.ts';
import { isAbort } from '../../../../src/core/util/errors.ts';

const request: ModelRequest = { model: 'm', maxTokens: 10, system: '', messages: [], tools: [] };

describe('ScriptedModel', () => {
  it('streams thinking and text in pieces that join to the whole, then the message', async () => {
    const model = new ScriptedModel([
      [
        { type: 'thinking', thinking: 'let me see' },
        { type: 'text', text: 'Two  words\n' },
        { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'ls' } },
      ],
    ]);
    const events = await collect(model);
    assert.deepEqual(events.slice(0, -1), [
      { kind: 'thinking', delta: 'let ' },
      { kind: 'thinking', delta: 'me ' },
      { kind: 'thinking', delta: 'see' },
      { kind: 'text', delta: 'Two  ' },
      { kind: 'text', delta: 'words\n' },
    ]);
    const last = events.at(-1);
    assert.equal(last?.kind === 'done' && last.message.stop_reason, 'tool_use');
  });

  it('tells usage and the stop reason that the script says', async () => {
    const turn = { kind: 'answer', content: [], stopReason: 'max_tokens', inputTokens: 7, outputTokens: 3 } as const;
    const [event] = await collect(new ScriptedModel([turn]));
    assert.ok(event?.kind === 'done');
    const { stop_reason, usage } = event.message;
    assert.deepEqual([stop_reason, usage.input_tokens, usage.output_tokens], ['max_tokens', 7, 3]);
  });

  it('keeps each request with its messages as they were then', async () => {
    const model = new ScriptedModel([[], []]);
    const messages: ModelRequest['messages'][number][] = [{ role: 'user', content: 'one' }];
    await collect(model, { ...request, messages });
    messages.push({ role: 'user', content: 'two' });
    await collect(model, { ...request, messages });
    assert.deepEqual(
      model.requests.map((sent) => sent.messages.length),
      [1, 2],
    );
  });

  it('waits before each piece when it is told to, and stops there', async () => {
    const controller = new AbortController();
    let waits = 0;
    const delay = () => {
      waits += 1;
      if (waits === 2) controller.abort();
      return Promise.resolve();
    };
    const model = new ScriptedModel([[{ type: 'text', text: 'one two three' }]], { delay });
    await assert.rejects(collect(model, request, controller.signal), (error) => isAbort(error));
    assert.equal(waits, 2);
  });

  it('fails as the script says, and when the script is over', async () => {
    const model = new ScriptedModel([{ kind: 'error', error: new ModelError('network', 'retry', 'gone') }]);
    await assert.rejects(collect(model), (error) => ModelError.is(error, 'network'));
    await assert.rejects(collect(model), (error) => ModelError.is(error, 'badRequest'));
  });

  it('hangs until it is stopped', async () => {
    const controller = new AbortController();
    const ended = collect(new ScriptedModel([{ kind: 'hang' }]), request, controller.signal);
    controller.abort();
    await assert.rejects(ended, (error) => isAbort(error));
  });
});

async function collect(
  model: ScriptedModel,
  what = request,
  signal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(what, signal)) events.push(event);
  return events;
}
