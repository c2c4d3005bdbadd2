import assert from 'node:assert/strict';
import { DemoModel } from '../../../../src/core/model/demoModel.ts';
import type { Message } from '../../../../src/core/model/messages.ts';

describe('DemoModel', () => {
  const turns = [[{ type: 'text' as const, text: 'All is done.' }]];

  it('plays its script while calls work out', async () => {
    assert.equal(await answerTo(toolResult(false)), 'All is done.');
  });

  it('ends without a claim after a call that failed or was declined', async () => {
    assert.match(await answerTo(toolResult(true)), /was not carried out/);
  });

  it('says what answers, so that no model is named for it', () =>
    assert.equal(new DemoModel(turns).name, 'demo script'));

  async function answerTo(last: Message): Promise<string> {
    const request = { model: 'scripted', maxTokens: 1, system: '', messages: [last], tools: [] };
    let text = '';
    for await (const event of new DemoModel(turns).stream(request, new AbortController().signal)) {
      if (event.kind === 'text') text += event.delta;
    }
    return text;
  }

  function toolResult(isError: boolean): Message {
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x', is_error: isError }],
    };
  }
});
