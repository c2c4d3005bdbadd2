import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import type { ContextPorts } from '../../../../../src/core/agent/context/contextKeeper.ts';
import { ModelError } from '../../../../../src/core/model/modelClient.ts';
import type { ScriptedBlock, ScriptedTurn } from '../../../../../src/core/model/scriptedModel.ts';
import { validateMessagesRequest } from '../../../../support/messagesValidator.ts';
import { LoopBench, stubTool } from '../loopBench.ts';

const summary = say('<summary>The slug is fixed in slug.js.</summary>');
const tooLong: ScriptedTurn = { kind: 'error', error: new ModelError('contextWindow', 'selectModel', 'Too long.') };

describe('the context', () => {
  it('is left alone while there is room', async () => {
    const bench = benchOf([round('a', 100), [say('Done.')]]);
    await bench.run();
    assert.deepEqual(replacements(bench), []);
  });

  describe('with much of the window used', () => {
    it('loses its old results in one step, the newest kept, and the person is told', async () => {
      const bench = benchOf([...rounds(6, 3000), [say('Done.')]], { contextTokens: 5000 });
      assert.equal((await bench.run()).kind, 'completed');
      const [first, ...others] = replacements(bench);
      assert.deepEqual([first?.cause, others.length], ['cleared', 0]);
      const sent = JSON.stringify(bench.model.requests.at(-1)?.messages);
      assert.equal(sent.split('left out to save room').length - 1, 4);
      assert.equal(resultOf(bench, 'call-5'), 'x'.repeat(3000));
      assert.match(notices(bench), /Old tool results were left out .*→/);
    });

    it('keeps the bytes before the first result that was left out, and after the step the prefix grows again', async () => {
      const bench = benchOf([...rounds(8, 3000), [say('Done.')]], { contextTokens: 5000 });
      await bench.run();
      const texts = bench.model.requests.map(({ messages }) => messages.map((message) => JSON.stringify(message)));
      const broken = texts.slice(1).filter((now, at) => !startsWith(now, texts[at] ?? []));
      assert.equal(broken.length, replacements(bench).length);
    });

    it('sends no thinking back whose signature covers a result that was left out', async () => {
      const turns = rounds(6, 3000).map((blocks): ScriptedBlock[] => [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        ...blocks,
      ]);
      const bench = benchOf([...turns, [say('Done.')]], { contextTokens: 5000 });
      await bench.run();
      const { messages = [] } = bench.model.requests.at(-1) ?? {};
      const cleared = messages.findIndex((message) => JSON.stringify(message).includes('left out to save room'));
      const thoughts = messages.flatMap((message, at) => (JSON.stringify(message).includes('c2ln') ? [at] : []));
      const replacedAt = replacements(bench)[0]?.messages.length ?? assert.fail();
      assert.ok(thoughts.every((at) => at < cleared || at >= replacedAt));
      assert.ok(thoughts.length > 0);
    });

    it('is summed up when that frees too little, with the list and the words of the user kept as they are', async () => {
      const bench = benchOf([...wordyRounds(5, 3000), [summary], [say('Done.')]], {
        contextTokens: 5000,
        context: { carryOver: () => '[x] Fix slugify (1 edit, npm test: exit code 0)' },
      });
      assert.equal((await bench.run('fix the slug, and only that')).kind, 'completed');
      const [first] = replacements(bench);
      assert.equal(first?.cause, 'compacted');
      const sent = bench.model.requests.at(-1)?.messages ?? [];
      const [head, answer, results] = sent;
      const text = JSON.stringify(head);
      for (const kept of [
        'The slug is fixed in slug.js.',
        'fix the slug, and only that',
        '[x] Fix slugify (1 edit, npm',
      ]) {
        assert.ok(text.includes(kept), kept);
      }
      // The round that the model has not seen the results of stays.
      assert.deepEqual([answer?.role, results?.role, sent.length], ['assistant', 'user', 3]);
      assert.match(notices(bench), /was summed up to make room/);
    });

    it('asks for the summary with the same system, tools and messages, so that they come from the cache', async () => {
      const bench = benchOf([...wordyRounds(5, 3000), [summary], [say('Done.')]], { contextTokens: 5000 });
      await bench.run();
      const { requests } = bench.model;
      const [before, asking] = requests.slice(-3);
      assert.deepEqual([asking?.system, asking?.tools], [before?.system, before?.tools]);
      assert.deepEqual(asking?.messages.slice(0, before?.messages.length), before?.messages);
    });

    it('is not summed up again and again when that makes no room', async () => {
      const wordy = say(`<summary>${'word '.repeat(4000)}</summary>`);
      const turns = [...wordyRounds(5, 3000), [wordy], ...rounds(5, 10), [say('Done.')]];
      const bench = benchOf(turns, { contextTokens: 5000 });
      assert.equal((await bench.run()).kind, 'completed');
      assert.equal(replacements(bench).length, 1);
    });

    it('takes words with which the model declines for no summary', async () => {
      const declined: ScriptedTurn = { kind: 'answer', content: [say('I will not.')], stopReason: 'refusal' };
      const bench = benchOf([...wordyRounds(5, 3000), declined, [say('Done.')]], { contextTokens: 5000 });
      assert.equal((await bench.run()).kind, 'completed');
      assert.match(notices(bench), /no summary could be made/);
      assert.doesNotMatch(JSON.stringify(bench.messages[0]), /I will not/);
    });

    it('shows no word of the summary as an answer, but counts its price', async () => {
      const bench = benchOf([...wordyRounds(5, 3000), [summary], [say('Done.')]], { contextTokens: 5000 });
      await bench.run();
      const shown = bench.events.flatMap((event) => (event.kind === 'text' ? [event.delta] : [])).join('');
      assert.ok(!shown.includes('slug.js'));
      assert.equal(bench.events.filter((event) => event.kind === 'answered' && event.isSummary === true).length, 1);
    });

    it('is kept as it is when a hook says so', async () => {
      const bench = benchOf([...wordyRounds(5, 3000), [say('Done.')]], {
        contextTokens: 5000,
        context: { beforeCompact: () => Promise.resolve({ block: 'not today' }) },
      });
      assert.equal((await bench.run()).kind, 'completed');
      assert.match(notices(bench), /not today/);
    });
  });

  describe('that the API finds too long', () => {
    it('is summed up and asked again once', async () => {
      const bench = benchOf([round('a', 10), tooLong, [summary], [say('Done.')]]);
      assert.equal((await bench.run()).kind, 'completed');
      assert.equal(bench.model.requests.length, 4);
    });

    it('is summed up again when it has grown too long once more', async () => {
      const bench = benchOf([round('a', 10), tooLong, [summary], round('b', 10), tooLong, [summary], [say('Done.')]]);
      assert.equal((await bench.run()).kind, 'completed');
      assert.equal(replacements(bench).length, 2);
    });

    it('ends the run when it is too long even so', async () => {
      const bench = benchOf([round('a', 10), tooLong, [summary], tooLong]);
      const outcome = await bench.run();
      assert.deepEqual([outcome.kind, outcome.reason], ['failed', 'Too long.']);
    });

    it('is summed up from less of it when it is too long for that as well', async () => {
      const bench = benchOf([round('a', 10), round('b', 10), tooLong, tooLong, tooLong, [summary], [say('Done.')]]);
      assert.equal((await bench.run()).kind, 'completed');
      assert.match(JSON.stringify(bench.messages[0]), /The slug is fixed/);
    });

    it('goes on with the words of the user and the list when no summary comes of it', async () => {
      const bench = benchOf([round('a', 10), tooLong, tooLong, tooLong, tooLong, tooLong, [say('Done.')]], {
        context: { carryOver: () => '[>] Fix slugify' },
      });
      assert.equal((await bench.run('fix it')).kind, 'completed');
      assert.match(JSON.stringify(bench.messages[0]), /fix it.*\[>\] Fix slugify/);
      assert.match(notices(bench), /no summary could be made/);
    });

    it('in the middle of an answer is summed up, and the work goes on', async () => {
      const full: ScriptedTurn = {
        kind: 'answer',
        content: [say('I was about to')],
        stopReason: 'model_context_window_exceeded',
      };
      const bench = benchOf([round('a', 10), full, [summary], [say('Done.')]]);
      assert.equal((await bench.run()).kind, 'completed');
      const again = benchOf([round('a', 10), full, [summary], full]);
      assert.deepEqual((await again.run()).kind, 'limit');
    });

    it('with nothing but a prompt is said to be too long', async () => {
      assert.equal((await benchOf([tooLong]).run()).kind, 'failed');
    });
  });

  describe('summed up by the person', () => {
    it('is one message with their wishes heeded, and the next prompt follows it', async () => {
      const bench = benchOf([round('a', 10), [say('Fixed.')], [summary], [say('Hello.')]]);
      await bench.run('fix the slug');
      assert.deepEqual(await bench.compact('keep the file names'), { kind: 'compacted' });
      assert.match(JSON.stringify(bench.model.requests.at(-1)?.messages.at(-1)), /keep the file names/);
      assert.equal(bench.messages.length, 1);
      assert.equal((await bench.run('and now?')).kind, 'completed');
    });

    it('again keeps the words of the user from before the first time', async () => {
      const bench = benchOf([[say('Fixed.')], [summary], [say('Yes.')], [summary]]);
      await bench.run('fix the slug');
      await bench.compact();
      await bench.run('sure?');
      await bench.compact();
      const text = JSON.stringify(bench.messages[0]);
      assert.match(text, /fix the slug.*sure\?/);
      assert.equal(text.split('<user_messages>').length, 2);
    });

    for (const [what, turn] of [
      ['declined', { kind: 'answer', content: [say('I will not sum that up.')], stopReason: 'refusal' }],
      ['empty', { kind: 'answer', content: [] }],
      ['a call instead', round('b', 10)],
    ] as const) {
      it(`stays as it is when the answer is ${what}`, async () => {
        const bench = benchOf([[say('Fixed.')], turn, [say('Yes.')]]);
        await bench.run('fix the slug');
        const before = [...bench.messages];
        const outcome = await bench.compact();
        assert.equal(outcome.kind, 'blocked');
        assert.deepEqual(bench.messages, before);
        assert.deepEqual(replacements(bench), []);
        assert.equal((await bench.run('sure?')).kind, 'completed');
      });
    }

    it('needs something to sum up, and may be forbidden by a hook', async () => {
      assert.equal((await benchOf([]).compact()).kind, 'nothing');
      const bench = benchOf([[say('Hi.')]], { context: { beforeCompact: () => Promise.resolve({ block: 'no' }) } });
      await bench.run();
      assert.deepEqual(await bench.compact(), { kind: 'blocked', reason: 'no' });
      assert.equal(bench.messages.length, 2);
    });
  });
});

interface ContextBenchOptions {
  readonly contextTokens?: number;
  readonly context?: ContextPorts;
}

/** Checks every request against the rules of the API. */
function benchOf(turns: readonly ScriptedTurn[], { contextTokens, context }: ContextBenchOptions = {}): LoopBench {
  const bench = new LoopBench({
    turns,
    tools: [stubTool('bash', (input) => ({ text: 'x'.repeat(Number(Object(input).size)) }))],
    request: () => ({ model: 'test-model', maxTokens: 100, enabledTools: ['bash'], contextTokens }),
    ...(context === undefined ? {} : { context }),
    onEvent: (event) => {
      if (event.kind !== 'runFinished') return;
      for (const { model, maxTokens, system, messages, tools } of bench.model.requests) {
        validateMessagesRequest({ model, max_tokens: maxTokens, system, messages, tools });
      }
    },
  });
  return bench;
}

/** A round whose result has so many characters. */
function round(id: string, size: number): ScriptedBlock[] {
  return [{ type: 'tool_use', id, name: 'bash', input: { size } }];
}

function rounds(count: number, size: number): ScriptedBlock[][] {
  return Array.from({ length: count }, (_, index) => round(`call-${index}`, size));
}

/** Rounds in which the model says much, so that leaving results out doesn't help. */
function wordyRounds(count: number, size: number): ScriptedBlock[][] {
  return Array.from({ length: count }, (_, index) => [say('word '.repeat(size / 5)), ...round(`call-${index}`, 10)]);
}

function say(text: string): ScriptedBlock {
  return { type: 'text', text };
}

function replacements(bench: LoopBench): readonly Extract<AgentEvent, { kind: 'historyReplaced' }>[] {
  return bench.events.filter((event) => event.kind === 'historyReplaced');
}

function notices(bench: LoopBench): string {
  return bench.events.flatMap((event) => (event.kind === 'notice' ? [event.text] : [])).join('\n');
}

function resultOf(bench: LoopBench, id: string): unknown {
  const blocks = bench.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.flatMap((block) =>
    block.type === 'tool_result' && block.tool_use_id === id ? [block.content] : [],
  )[0];
}

function startsWith(now: readonly string[], before: readonly string[]): boolean {
  return before.every((message, at) => now[at] === message);
}
