import assert from 'node:assert/strict';
import { HistoryRepair, repairHistory } from '../../../../../src/core/agent/context/historyRepair.ts';
import type { ContentBlockParam, Message } from '../../../../../src/core/model/messages.ts';
import { validateMessagesRequest } from '../../../../support/messagesValidator.ts';

const ask: Message = { role: 'user', content: 'do the work' };
const lost = 'Error: no result was recorded for this call; it may or may not have run';

describe('repairHistory', () => {
  it('leaves a valid history as it is, object by object', () => {
    const history: Message[] = [
      ask,
      calls('a', 'b'),
      { role: 'user', content: [result('a'), result('b'), text('hook says')] },
      { role: 'assistant', content: [thinking, text('Done.')] },
      { role: 'user', content: 'and then' },
    ];
    const repaired = repairHistory(history);
    assert.equal(repaired.length, history.length);
    repaired.forEach((message, index) => assert.equal(message, history[index]));
  });

  it('leaves thinking out that has lost its signature, and keeps it without a text', () => {
    const hidden: ContentBlockParam = { type: 'thinking', thinking: '', signature: 'c2ln' };
    const lostOne: ContentBlockParam = { type: 'thinking', thinking: 'hm', signature: '' };
    const empty: ContentBlockParam = { type: 'redacted_thinking', data: '' };
    assert.deepEqual(repairHistory([ask, { role: 'assistant', content: [hidden, lostOne, empty, text('Done.')] }]), [
      ask,
      { role: 'assistant', content: [hidden, text('Done.')] },
    ]);
    // Nothing else in it: the message goes.
    assert.deepEqual(repairHistory([ask, { role: 'assistant', content: [lostOne] }, ask]), [ask, ask]);
  });

  it('makes an input an object, and leaves blank text out of results', () => {
    const words = (said: string) => ({ type: 'text' as const, text: said });
    const history: Message[] = [
      ask,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'bash', input: 'ls' }] },
      { role: 'user', content: [{ ...result('a'), content: [words(' '), words('x')] }] },
    ];
    assert.deepEqual(repairHistory(history).slice(1), [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'bash', input: {} }] },
      { role: 'user', content: [{ ...result('a'), content: [words('x')] }] },
    ]);
  });

  it('answers a call that lost its result, at the end and before the next prompt', () => {
    const answer: Message = { role: 'user', content: [{ ...result('a'), content: lost, is_error: true }] };
    assert.deepEqual(repairHistory([ask, calls('a')]), [ask, calls('a'), answer]);
    assert.deepEqual(repairHistory([ask, calls('a'), ask]), [
      ask,
      calls('a'),
      { role: 'user', content: [{ ...result('a'), content: lost, is_error: true }, text('do the work')] },
    ]);
  });

  it('answers a call before a further answer of the model', () => {
    const repaired = repairHistory([ask, calls('a'), { role: 'assistant', content: [text('so')] }, ask]);
    assert.deepEqual(
      repaired.map((message) => message.role),
      ['user', 'assistant', 'user', 'assistant', 'user'],
    );
  });

  it('puts results first, in the order of the calls, from wherever they are', () => {
    const late: Message = { role: 'user', content: [text('late'), result('a')] };
    const repaired = repairHistory([
      ask,
      calls('a', 'b'),
      { role: 'user', content: [text('note'), result('b')] },
      late,
    ]);
    assert.deepEqual(repaired.slice(2), [
      { role: 'user', content: [result('a'), result('b'), text('note')] },
      { role: 'user', content: [text('late')] },
    ]);
  });

  it('drops results without their call, and messages that are empty then', () => {
    assert.deepEqual(repairHistory([ask, { role: 'user', content: [result('x')] }, ask]), [ask, ask]);
  });

  it('drops a call and a result whose id was there before', () => {
    const twice: Message = { role: 'user', content: [result('a'), result('a')] };
    assert.deepEqual(repairHistory([ask, calls('a', 'a'), twice]), [
      ask,
      calls('a'),
      { role: 'user', content: [result('a')] },
    ]);
  });

  it('drops blank text and empty messages', () => {
    const history: Message[] = [
      ask,
      { role: 'assistant', content: [text(' '), text('Hm.')] },
      { role: 'user', content: '' },
      { role: 'assistant', content: [] },
      ask,
    ];
    assert.deepEqual(repairHistory(history), [ask, { role: 'assistant', content: [text('Hm.')] }, ask]);
  });

  it('never touches thinking', () => {
    const message: Message = { role: 'assistant', content: [thinking, text(''), use('a')] };
    assert.deepEqual(repairHistory([ask, message])[1]?.content, [thinking, use('a')]);
  });

  it('lets the user have the first word', () => {
    assert.equal(repairHistory([{ role: 'assistant', content: [text('Hello.')] }, ask])[0]?.role, 'user');
  });

  it('makes any history one that the API accepts, and a repaired one stays as it is', () => {
    const random = generator(7);
    for (let round = 0; round < 2000; round += 1) {
      const history: Message[] = [...randomHistory(random), ask];
      const repaired = repairHistory(history);
      const shown: string = JSON.stringify(history);
      assert.doesNotThrow(
        () => validateMessagesRequest({ model: 'm', max_tokens: 1, messages: repaired }),
        `not repaired: ${shown}`,
      );
      assert.deepEqual(repairHistory(repaired), repaired, shown);
    }
  });
});

describe('HistoryRepair', () => {
  it('gives a right history back as it is, and what is added to it', () => {
    const repair = new HistoryRepair();
    const history: Message[] = [ask];
    assert.equal(repair.over(history), history);
    history.push(calls('a'), { role: 'user', content: [result('a')] });
    assert.equal(repair.over(history), history);
  });

  it('repairs what any history grows to, as the whole would be', () => {
    const random = generator(7);
    for (let run = 0; run < 500; run += 1) {
      const repair = new HistoryRepair();
      const history: Message[] = [];
      for (let step = 0; step < 4; step += 1) {
        history.push(...randomHistory(random));
        assert.deepEqual(repair.over(history), repairHistory(history));
      }
    }
  });

  it('sees that the history was replaced', () => {
    const repair = new HistoryRepair();
    const history: Message[] = [ask, calls('a'), { role: 'user', content: [result('a')] }];
    repair.over(history);
    history.splice(0, 3, ask, { role: 'assistant', content: [text(' ')] }, ask);
    assert.deepEqual(repair.over(history), [ask, ask]);
    history.splice(1, 2);
    assert.equal(repair.over(history), history);
  });
});

const thinking: ContentBlockParam = { type: 'thinking', thinking: 'hm', signature: 'signed' };

function text(words: string): ContentBlockParam {
  return { type: 'text', text: words };
}

function use(id: string): ContentBlockParam {
  return { type: 'tool_use', id, name: 'bash', input: {} };
}

function result(id: string): Extract<ContentBlockParam, { type: 'tool_result' }> {
  return { type: 'tool_result', tool_use_id: id, content: 'ok' };
}

function calls(...ids: readonly string[]): Message {
  return { role: 'assistant', content: ids.map(use) };
}

/** The same numbers each time: a failure can be looked at again. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function randomHistory(random: (below: number) => number): Message[] {
  return Array.from({ length: random(7) }, (): Message => {
    const pick = (): string => 'abcd'.charAt(random(4));
    if (random(2) === 0) {
      const blocks = Array.from(
        { length: random(4) },
        () => [text(''), text('x'), result(pick())][random(3)] ?? text('y'),
      );
      return { role: 'user', content: random(4) === 0 ? ' ' : blocks };
    }
    const blocks = Array.from(
      { length: random(4) },
      () => [thinking, { ...thinking, signature: '' }, text('x'), use(pick())][random(4)] ?? text(''),
    );
    return { role: 'assistant', content: blocks };
  });
}
