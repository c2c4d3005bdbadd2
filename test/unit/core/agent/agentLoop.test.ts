import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../src/core/agent/agentEvents.ts';
import type { RunEnd } from '../../../../src/core/agent/agentLoop.ts';
import type { TailSource } from '../../../../src/core/agent/tailSource.ts';
import type { StopReason } from '../../../../src/core/model/messages.ts';
import { ModelError } from '../../../../src/core/model/modelClient.ts';
import type { ScriptedBlock, ScriptedTurn } from '../../../../src/core/model/scriptedModel.ts';
import { LoopBench, stubTool, type BenchOptions } from './loopBench.ts';

describe('AgentLoop', () => {
  it('sends the whole history each time, with one system prompt for the run', async () => {
    let asked = 0;
    const bench = benchOf([[use('a')], [use('b')], [say('Done.')]], { systemPrompt: () => `prompt ${(asked += 1)}` });
    await bench.run();
    const { requests } = bench.model;
    assert.deepEqual(
      requests.map(({ system }) => system),
      ['prompt 1', 'prompt 1', 'prompt 1'],
    );
    for (const [index, { messages }] of requests.entries()) {
      assert.deepEqual(messages, bench.messages.slice(0, 2 * index + 1));
    }
  });

  it('reads model, limit and tools anew for each request', async () => {
    let round = 0;
    const bench = benchOf([[use('a')], [say('Done.')]], {
      tools: [stubTool('bash'), stubTool('glob')],
      request: () => {
        round += 1;
        return {
          model: `model-${round}`,
          maxTokens: round * 100,
          enabledTools: round > 2 ? ['glob'] : ['bash', 'glob'],
        };
      },
    });
    await bench.run();
    assert.deepEqual(
      bench.model.requests.map(({ model, maxTokens, tools }) => [model, maxTokens, tools.map(({ name }) => name)]),
      [
        ['model-2', 200, ['bash', 'glob']],
        ['model-3', 300, ['glob']],
      ],
    );
  });

  it('puts results first, then what hooks say, then the tails, in one message', async () => {
    const bench = benchOf([[use('a'), use('b')], [say('Done.')]], {
      tails: [tail('first tail'), tail(undefined), tail(' '), tail('second tail')],
    });
    bench.hooks.on('PostToolUse', ({ id }) => ({ additionalContext: `after ${id}` }));
    await bench.run();
    const { content } = bench.messages[2] ?? assert.fail('no results');
    assert.ok(Array.isArray(content));
    assert.deepEqual(
      content.map((block) => (block.type === 'text' ? block.text : block.type)),
      ['tool_result', 'tool_result', 'after a', 'after b', 'first tail', 'second tail'],
    );
  });

  it('resets its tails at the start of each run', async () => {
    let resets = 0;
    const bench = benchOf([[say('one')], [say('two')]], {
      tails: [{ reset: () => (resets += 1), afterRound: () => undefined }],
    });
    await bench.run();
    await bench.run();
    assert.equal(resets, 2);
  });

  it('ignores an empty prompt: nothing is asked, nothing sent', async () => {
    const bench = benchOf([]);
    bench.hooks.on('UserPromptSubmit', () => assert.fail('asked'));
    assert.equal((await bench.run(' \n')).kind, 'blocked');
    assert.deepEqual(bench.messages, []);
  });

  it('keeps a prompt that a hook blocks out of the history', async () => {
    const bench = benchOf([]);
    bench.hooks.on('UserPromptSubmit', () => ({ block: 'no secrets, please' }));
    const outcome = await bench.run();
    assert.deepEqual(outcome, { kind: 'blocked', reason: 'no secrets, please', rounds: 0, sessionId: 'session-1' });
    assert.deepEqual(kinds(bench), ['runStarted', 'runFinished']);
  });

  it('adds the context of a prompt hook behind the prompt', async () => {
    const bench = benchOf([[say('ok')]]);
    bench.hooks.on('UserPromptSubmit', () => ({ additionalContext: 'branch: main' }));
    await bench.run();
    assert.deepEqual(bench.messages[0]?.content, [textOf('do the work'), textOf('branch: main')]);
  });

  describe('the end of an answer', () => {
    const ends: readonly (readonly [StopReason | 'new_reason' | null, RegExp | undefined, string])[] = [
      ['end_turn', undefined, 'completed'],
      ['stop_sequence', undefined, 'completed'],
      [null, undefined, 'completed'],
      ['max_tokens', /cut off at the token limit/, 'completed'],
      ['refusal', /declined to answer/, 'completed'],
      ['pause_turn', /paused/, 'completed'],
      ['new_reason', /new_reason/, 'completed'],
    ];
    for (const [stopReason, notice, kind] of ends) {
      it(`by ${stopReason} is ${notice === undefined ? 'nothing special' : 'said'}`, async () => {
        // A reason of tomorrow, which no type knows.
        const bench = benchOf([{ kind: 'answer', content: [say('…')], stopReason: stopReason as StopReason }]);
        const outcome = await bench.run();
        assert.equal(outcome.kind, kind);
        const notices = bench.events.filter((event) => event.kind === 'notice');
        assert.equal(notices.length, notice === undefined ? 0 : 1);
        if (notice !== undefined) {
          assert.match(notices[0]?.text ?? '', notice);
          assert.match(outcome.reason ?? '', notice);
        }
      });
    }

    it('with nothing in it is said, and left out of the history', async () => {
      const bench = benchOf([[]]);
      assert.match((await bench.run()).reason ?? '', /empty answer/);
      assert.equal(bench.messages.length, 1);
    });

    it('by a pause in the provider’s own work is followed by the same history', async () => {
      const search: ScriptedBlock = {
        type: 'server_tool_use',
        id: 'srv_1',
        name: 'web_search',
        input: {},
        caller: { type: 'direct' },
      };
      const bench = benchOf([{ kind: 'answer', content: [search], stopReason: 'pause_turn' }, [say('Found.')]]);
      assert.equal((await bench.run()).kind, 'completed');
      assert.deepEqual(bench.model.requests[1]?.messages, bench.messages.slice(0, 2));
    });
  });

  describe('a call that is cut off', () => {
    const cut: ScriptedTurn = { kind: 'answer', content: [use('a'), use('b')], stopReason: 'max_tokens' };

    it('is not run, while the whole ones before it are', async () => {
      const ran: string[] = [];
      const bench = benchOf([cut, [say('Done.')]], {
        tools: [stubTool('bash', (_input, { callId }) => (ran.push(callId), { text: 'ok' }))],
      });
      await bench.run();
      assert.deepEqual(ran, ['a']);
      assert.deepEqual(bench.messages[2]?.content, [
        { type: 'tool_result', tool_use_id: 'a', content: 'ok' },
        {
          type: 'tool_result',
          tool_use_id: 'b',
          content: 'Error: response was cut off (max_tokens); the call was not run',
          is_error: true,
        },
      ]);
    });

    it('raises the limit once: to what the model allows, doubled when that is not known', async () => {
      for (const [model, expected] of [
        ['claude-sonnet-4-5-20250929', [8000, 64_000, 64_000, 64_000]],
        ['somebody-else', [8000, 16_000, 16_000, 16_000]],
      ] as const) {
        const bench = benchOf([cut, again('c'), [use('d')], [say('Done.')]], {
          request: () => ({ model, maxTokens: 8000, enabledTools: ['bash'] }),
        });
        await bench.run();
        assert.deepEqual(
          bench.model.requests.map(({ maxTokens }) => maxTokens),
          expected,
        );
        assert.equal(bench.events.filter((event) => event.kind === 'notice').length, 1);
      }
    });
  });

  describe('Stop hooks', () => {
    it('are told whether one of them made the run go on, and the last words', async () => {
      const bench = benchOf([[say('done?')], [use('a')], [say('done!')]]);
      const told: unknown[] = [];
      bench.hooks.on('Stop', ({ stopHookActive, lastText, messages }) => {
        told.push([stopHookActive, lastText, messages.length]);
        return told.length === 1 ? 'Run the tests.' : undefined;
      });
      await bench.run();
      assert.deepEqual(told, [
        [false, 'done?', 2],
        [true, 'done!', 6],
      ]);
    });

    it('that never let go are let go of after eight times, with a warning', async () => {
      const bench = benchOf(Array.from({ length: 20 }, () => [say('done')]));
      bench.hooks.on('Stop', () => 'more');
      const outcome = await bench.run();
      assert.equal(outcome.kind, 'completed');
      assert.equal(bench.model.requests.length, 9);
      assert.match(bench.events.find((event) => event.kind === 'notice')?.text ?? '', /8 times/);
    });

    it('can end the run with a reason', async () => {
      const bench = benchOf([[say('done')]]);
      bench.hooks.on('Stop', () => ({ stop: 'budget spent' }));
      assert.deepEqual(await bench.run(), {
        kind: 'blocked',
        reason: 'budget spent',
        rounds: 0,
        sessionId: 'session-1',
      });
    });
  });

  it('ends after a round in which a hook says stop; later calls are answered, not run', async () => {
    const ran: string[] = [];
    const bench = benchOf([[use('a'), use('b')]], {
      tools: [stubTool('bash', (_input, { callId }) => (ran.push(callId), { text: 'ok' }))],
    });
    bench.hooks.on('PostToolUse', () => ({ stop: 'enough' }));
    const outcome = await bench.run();
    assert.deepEqual(outcome, { kind: 'blocked', reason: 'enough', rounds: 1, sessionId: 'session-1' });
    assert.deepEqual(ran, ['a']);
    assert.match(JSON.stringify(bench.messages[2]), /"b".*Not run: a hook ended the run \(enough\)/);
  });

  describe('the limit of rounds', () => {
    it('ends the run with a valid history and the way on', async () => {
      const bench = benchOf([[use('a')], [use('b')], [say('Done.')]], { maxRounds: () => 2 });
      const outcome = await bench.run();
      assert.deepEqual([outcome.kind, outcome.rounds], ['limit', 2]);
      assert.match(outcome.reason ?? '', /after 2 rounds.*go on/);
      assert.equal(bench.messages.at(-1)?.role, 'user');
      assert.equal((await bench.run('go on')).kind, 'completed');
    });

    it('counts answers after Stop feedback too', async () => {
      const bench = benchOf([[say('1')], [say('2')], [say('3')]], { maxRounds: () => 2 });
      bench.hooks.on('Stop', () => 'more');
      assert.equal((await bench.run()).kind, 'limit');
    });
  });

  it('asks the gate before each request, which may end the run', async () => {
    const answers: (RunEnd | undefined)[] = [undefined, { kind: 'limit', reason: 'The budget is spent.' }];
    const bench = benchOf([[use('a')], [say('Done.')]], { beforeRequest: () => Promise.resolve(answers.shift()) });
    assert.equal((await bench.run()).reason, 'The budget is spent.');
    assert.equal(bench.model.requests.length, 1);
  });

  describe('a failure', () => {
    it('of the model ends the run with its words and the next step; the prompt stays', async () => {
      const bench = benchOf([{ kind: 'error', error: new ModelError('auth', 'setApiKey', 'The key is wrong.') }]);
      const outcome = await bench.run();
      assert.deepEqual(outcome, { kind: 'failed', reason: 'The key is wrong.', rounds: 0, sessionId: 'session-1' });
      assert.deepEqual(bench.events.at(-1), { kind: 'runFinished', outcome, action: 'setApiKey' });
      assert.equal(bench.messages.length, 1);
    });

    it('that nobody expected ends the run, never rejects', async () => {
      const bench = benchOf([{ kind: 'error', error: new TypeError('undefined is no function') }]);
      const outcome = await bench.run();
      assert.equal(outcome.kind, 'failed');
      assert.match(outcome.reason ?? '', /Unexpected error: undefined is no function/);
      assert.equal((await benchOf([], { request: () => assert.fail('no settings') }).run()).kind, 'failed');
    });
  });

  describe('going on without a new prompt', () => {
    it('asks again with the history as it stands after a failure, hooks and tails left alone', async () => {
      let resets = 0;
      const bench = benchOf(
        [[use('a')], { kind: 'error', error: new ModelError('network', 'retry', 'Gone.') }, [say('Done.')]],
        { tails: [{ reset: () => (resets += 1), afterRound: () => undefined }] },
      );
      assert.equal((await bench.run()).kind, 'failed');
      bench.hooks.on('UserPromptSubmit', () => assert.fail('asked'));
      assert.equal((await bench.retry()).kind, 'completed');
      const [, failed, again] = bench.model.requests;
      assert.deepEqual(again?.messages, failed?.messages);
      assert.equal(resets, 1);
      assert.deepEqual(
        bench.events.findLast((event) => event.kind === 'runStarted'),
        {
          kind: 'runStarted',
          prompt: '',
          model: 'test-model',
          isRetry: true,
        },
      );
    });

    it('goes on after a stop in the middle of a round', async () => {
      const bench: LoopBench = benchOf([[use('a'), use('b')], [say('Done.')]], {
        tools: [stubTool('bash', () => (bench.stop(), { text: 'killed', isError: true }))],
      });
      await bench.run();
      assert.equal((await bench.retry()).kind, 'completed');
    });

    it('says so when there is nothing to go on with', async () => {
      const bench = benchOf([[say('Done.')]]);
      assert.equal((await bench.retry()).kind, 'blocked');
      await bench.run();
      assert.match((await bench.retry()).reason ?? '', /nothing to go on with/);
      assert.equal(bench.model.requests.length, 1);
    });
  });

  it('asks again with more room when an answer was used up by thinking alone', async () => {
    const thought: ScriptedBlock = { type: 'thinking', thinking: 'Let me see …', signature: 'c2ln' };
    const bench = benchOf([{ kind: 'answer', content: [thought], stopReason: 'max_tokens' }, [say('Done.')]]);
    assert.equal((await bench.run()).kind, 'completed');
    assert.deepEqual(
      bench.model.requests.map(({ maxTokens, messages }) => [maxTokens, messages.length]),
      [
        [1000, 1],
        [2000, 1],
      ],
    );
  });

  describe('a stop', () => {
    it('says what it interrupted and leaves every call answered', async () => {
      const bench: LoopBench = benchOf([[use('a'), use('b')], [say('Done.')]], {
        tools: [stubTool('bash', () => (bench.stop(), { text: 'killed', isError: true }))],
      });
      const outcome = await bench.run();
      assert.deepEqual([outcome.kind, outcome.reason], ['cancelled', 'Stopped while bash was under way.']);
      assert.deepEqual(
        bench.events.flatMap((event) => (event.kind === 'toolFinished' ? [[event.callId, event.outcome]] : [])),
        [
          ['a', 'cancelled'],
          ['b', 'cancelled'],
        ],
      );
      assert.equal((await bench.run('go on')).kind, 'completed');
    });

    it('during the gate or a hook ends the run as cancelled', async () => {
      const gated: LoopBench = benchOf([], {
        beforeRequest: (signal) => {
          gated.stop();
          signal.throwIfAborted();
          return Promise.resolve(undefined);
        },
      });
      assert.equal((await gated.run()).kind, 'cancelled');
      const hooked: LoopBench = benchOf([]);
      hooked.hooks.on('UserPromptSubmit', (_input, signal) => {
        hooked.stop();
        signal.throwIfAborted();
      });
      assert.equal((await hooked.run()).kind, 'cancelled');
    });
  });

  it('runs the calls that a run which was cut off had not begun, and tells of the others', async () => {
    const bench = benchOf([[say('Done.')]]);
    bench.messages.push({ role: 'user', content: 'before' }, { role: 'assistant', content: [use('a'), use('b')] });
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'Interrupted', is_error: true } as const;
    const outcome = await bench.retry([
      { callId: 'a', isToRun: false, result },
      { callId: 'b', isToRun: true, result: { ...result, tool_use_id: 'b' } },
    ]);
    assert.equal(outcome.kind, 'completed');
    assert.deepEqual(bench.messages[2]?.content, [result, { type: 'tool_result', tool_use_id: 'b', content: 'ok' }]);
    const started = bench.events.flatMap((event) => (event.kind === 'toolStarted' ? [event.callId] : []));
    assert.deepEqual(started, ['b']);
  });

  it('gives each call an id of its own where an endpoint uses one twice: none goes without its result', async () => {
    const echo = stubTool('bash', (input) => ({ text: JSON.stringify(input) }));
    const turns = [
      [numbered('a', 1), numbered('a', 2)],
      [numbered('a', 3)],
      [say('Done.')],
      [numbered('a', 4)],
      [say('!')],
    ];
    const bench = benchOf(turns, { tools: [echo] });
    await bench.run();
    await bench.run();
    const sent = bench.model.requests.at(-1)?.messages ?? [];
    const blocks = sent.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    assert.deepEqual(
      blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, JSON.stringify(block.input)]] : [])),
      blocks.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block.content]] : [])),
    );
    assert.equal(new Set(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))).size, 4);
  });

  it('repairs a history that was cut off elsewhere before it sends it', async () => {
    const bench = benchOf([[say('Hello again.')]]);
    bench.messages.push({ role: 'user', content: 'before' }, { role: 'assistant', content: [use('lost')] });
    await bench.run();
    assert.match(JSON.stringify(bench.model.requests[0]?.messages[2]), /"tool_use_id":"lost"/);
  });
});

function benchOf(turns: readonly ScriptedTurn[], options: Omit<BenchOptions, 'turns'> = {}): LoopBench {
  return new LoopBench({ turns, ...options });
}

function use(id: string): Extract<ScriptedBlock, { type: 'tool_use' }> {
  return { type: 'tool_use', id, name: 'bash', input: { command: 'ls' } };
}

function numbered(id: string, number: number): ScriptedBlock {
  return { type: 'tool_use', id, name: 'bash', input: { number } };
}

function say(text: string): ScriptedBlock {
  return { type: 'text', text };
}

function again(id: string): ScriptedTurn {
  return { kind: 'answer', content: [use(id)], stopReason: 'max_tokens' };
}

function textOf(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}

function tail(text: string | undefined): TailSource {
  return { reset: () => undefined, afterRound: () => text };
}

function kinds(bench: LoopBench): readonly AgentEvent['kind'][] {
  return bench.events.map((event) => event.kind);
}
