import assert from 'node:assert/strict';
import { HookRegistry } from '../../../../src/core/hooks/hookRegistry.ts';
import type { HookCall, HookName } from '../../../../src/core/hooks/hookTypes.ts';
import { isAbort } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';

const call: HookCall = { id: 'c1', name: 'bash', claudeName: 'Bash', input: { command: 'ls' } };
const done = { ...call, output: 'ok', isError: false, durationMs: 1 };
const signal = new AbortController().signal;

describe('HookRegistry', () => {
  it('knows four events and no other', () => {
    const hooks = new HookRegistry();
    for (const event of ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'] as const)
      hooks.on(event, () => undefined);
    // What a caller outside TypeScript might write.
    assert.throws(() => hooks.on('PostRun' as HookName, () => undefined), /PostRun.*PreToolUse/);
  });

  it('asks in order: before, normal, builtin, and as registered inside each', async () => {
    const hooks = new HookRegistry();
    const asked: string[] = [];
    const add = (label: string, order: 'before' | 'normal' | 'builtin') =>
      hooks.on('PreToolUse', () => void asked.push(label), { order });
    add('builtin 1', 'builtin');
    add('normal 1', 'normal');
    add('before', 'before');
    add('normal 2', 'normal');
    add('builtin 2', 'builtin');
    await hooks.run('PreToolUse', call, signal);
    assert.deepEqual(asked, ['before', 'normal 1', 'normal 2', 'builtin 1', 'builtin 2']);
  });

  it('asks the next one only when the one before has answered', async () => {
    const hooks = new HookRegistry();
    const steps: string[] = [];
    for (const name of ['a', 'b']) {
      hooks.on('PreToolUse', async () => {
        steps.push(`${name} in`);
        await Promise.resolve();
        steps.push(`${name} out`);
      });
    }
    await hooks.run('PreToolUse', call, signal);
    assert.deepEqual(steps, ['a in', 'a out', 'b in', 'b out']);
  });

  it('asks a handler for one tool only about that tool, by either name', async () => {
    const hooks = new HookRegistry();
    const asked: string[] = [];
    for (const tool of ['bash', 'Bash', 'glob']) hooks.on('PreToolUse', () => void asked.push(tool), { tool });
    await hooks.run('PreToolUse', call, signal);
    assert.deepEqual(asked, ['bash', 'Bash']);
  });

  it('does not ask a disposed handler, and disposing twice is harmless', async () => {
    const hooks = new HookRegistry();
    const registration = hooks.on('PreToolUse', () => 'no');
    registration.dispose();
    registration.dispose();
    assert.deepEqual(await hooks.run('PreToolUse', call, signal), {});
  });

  describe('PreToolUse', () => {
    it('takes a string as a refusal and asks nobody else', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => 'no', { label: 'guard' });
      hooks.on('PreToolUse', () => assert.fail('asked'));
      const expected = { decision: 'deny', reason: 'no', source: 'guard' };
      assert.deepEqual(await hooks.run('PreToolUse', call, signal), expected);
    });

    for (const nothing of [undefined, null, ''] as const) {
      it(`takes ${JSON.stringify(nothing) ?? 'undefined'} as no opinion and asks the next`, async () => {
        const hooks = new HookRegistry();
        hooks.on('PreToolUse', () => nothing);
        hooks.on('PreToolUse', () => 'no');
        assert.equal((await hooks.run('PreToolUse', call, signal)).decision, 'deny');
      });
    }

    it('merges to the strictest decision and keeps that kind’s reasons and names', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ decision: 'allow', reason: 'fine', additionalContext: 'one' }), { label: 'a' });
      hooks.on('PreToolUse', () => ({ decision: 'ask', reason: 'risky' }), { label: 'b' });
      hooks.on('PreToolUse', () => ({ decision: 'allow', reason: 'sure', additionalContext: 'two' }), { label: 'c' });
      hooks.on('PreToolUse', () => ({ decision: 'ask', reason: 'really', additionalContext: 'one' }), { label: 'd' });
      assert.deepEqual(await hooks.run('PreToolUse', call, signal), {
        decision: 'ask',
        reason: 'risky\nreally',
        source: 'b, d',
        additionalContext: 'one\ntwo',
      });
    });

    it('lets a refusal beat what was said before, and ends there', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ decision: 'allow', reason: 'fine' }));
      hooks.on('PreToolUse', () => ({ decision: 'deny', reason: 'never', source: 'guard.sh' }));
      hooks.on('PreToolUse', () => assert.fail('asked'));
      const expected = { decision: 'deny', reason: 'never', source: 'guard.sh' };
      assert.deepEqual(await hooks.run('PreToolUse', call, signal), expected);
    });

    it('shows later handlers the changed input, and keeps the last change whoever decides', async () => {
      const hooks = new HookRegistry();
      const seen: unknown[] = [];
      hooks.on('PreToolUse', () => ({ decision: 'allow', updatedInput: { command: 'ls -a' } }));
      hooks.on('PreToolUse', ({ input }) => void seen.push(input));
      hooks.on('PreToolUse', () => ({ decision: 'ask' }));
      const merged = await hooks.run('PreToolUse', call, signal);
      assert.deepEqual(seen, [{ command: 'ls -a' }]);
      assert.deepEqual([merged.decision, merged.updatedInput], ['ask', { command: 'ls -a' }]);
    });

    it('refuses the call when a handler throws', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => Promise.reject(new Error('boom')));
      hooks.on('PreToolUse', () => assert.fail('asked'));
      const { decision, reason } = await hooks.run('PreToolUse', call, signal);
      assert.equal(decision, 'deny');
      assert.match(reason ?? '', /hook failed: boom.*not run/);
    });

    it('ignores an answer of a wrong shape, and says so in the log', async () => {
      const warnings: string[] = [];
      const hooks = new HookRegistry({ ...silentLogger, warn: (text) => warnings.push(text) });
      // What a caller outside TypeScript might answer.
      hooks.on('PreToolUse', () => true as unknown as string, { label: 'odd' });
      assert.deepEqual(await hooks.run('PreToolUse', call, signal), {});
      assert.match(warnings.join(), /odd.*boolean/);
    });

    it('ends the chain at a stop', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ stop: 'enough' }));
      hooks.on('PreToolUse', () => assert.fail('asked'));
      assert.deepEqual(await hooks.run('PreToolUse', call, signal), { stop: 'enough' });
    });
  });

  describe('PostToolUse', () => {
    it('ignores a string, but asks nobody else', async () => {
      const hooks = new HookRegistry();
      hooks.on('PostToolUse', () => 'x');
      hooks.on('PostToolUse', () => assert.fail('asked'));
      assert.deepEqual(await hooks.run('PostToolUse', done, signal), {});
    });

    it('collects context, the last output and the first stop of all', async () => {
      const hooks = new HookRegistry();
      hooks.on('PostToolUse', () => ({ additionalContext: 'one', updatedOutput: 'first', stop: 'a' }));
      hooks.on('PostToolUse', () => ({ additionalContext: 'two', updatedOutput: 'second', stop: 'b' }));
      const expected = { additionalContext: 'one\ntwo', updatedOutput: 'second', stop: 'a' };
      assert.deepEqual(await hooks.run('PostToolUse', done, signal), expected);
    });

    it('logs a handler that throws and asks the next', async () => {
      const errors: string[] = [];
      const hooks = new HookRegistry({ ...silentLogger, error: (text) => errors.push(text) });
      hooks.on('PostToolUse', () => Promise.reject(new Error('boom')), { label: 'broken' });
      hooks.on('PostToolUse', () => ({ additionalContext: 'still here' }));
      assert.deepEqual(await hooks.run('PostToolUse', done, signal), { additionalContext: 'still here' });
      assert.match(errors.join(), /broken.*boom/);
    });
  });

  describe('Stop', () => {
    const stop = { messages: [], stopHookActive: false, lastText: '' };

    it('takes the first feedback, as a string or an object', async () => {
      for (const answer of ['go on', { feedback: 'go on' }]) {
        const hooks = new HookRegistry();
        hooks.on('Stop', () => '');
        hooks.on('Stop', () => answer);
        hooks.on('Stop', () => assert.fail('asked'));
        assert.deepEqual(await hooks.run('Stop', stop, signal), { feedback: 'go on' });
      }
    });
  });

  describe('UserPromptSubmit', () => {
    const prompt = { prompt: 'do', sessionId: 's' };

    it('ignores a string', async () => {
      const hooks = new HookRegistry();
      hooks.on('UserPromptSubmit', () => 'context?');
      assert.deepEqual(await hooks.run('UserPromptSubmit', prompt, signal), {});
    });

    it('takes a block as the end, with the context before it', async () => {
      const hooks = new HookRegistry();
      hooks.on('UserPromptSubmit', () => ({ additionalContext: 'branch: main' }));
      hooks.on('UserPromptSubmit', () => ({ block: 'no secrets' }));
      hooks.on('UserPromptSubmit', () => assert.fail('asked'));
      const expected = { block: 'no secrets', additionalContext: 'branch: main' };
      assert.deepEqual(await hooks.run('UserPromptSubmit', prompt, signal), expected);
    });

    it('refuses the prompt when a handler throws', async () => {
      const hooks = new HookRegistry();
      hooks.on('UserPromptSubmit', () => Promise.reject(new Error('boom')));
      assert.match((await hooks.run('UserPromptSubmit', prompt, signal)).block ?? '', /boom/);
    });
  });

  it('lets a stop through, from a handler and between two', async () => {
    const hooks = new HookRegistry();
    const controller = new AbortController();
    hooks.on('PostToolUse', () => controller.abort());
    hooks.on('PostToolUse', () => assert.fail('asked'));
    await assert.rejects(hooks.run('PostToolUse', done, controller.signal), (error) => isAbort(error));
  });
});
