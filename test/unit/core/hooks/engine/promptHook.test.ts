import assert from 'node:assert/strict';
import type { HookEventName } from '../../../../../src/core/hooks/protocol/hookEvents.ts';
import type { HookJob, HookRun } from '../../../../../src/core/hooks/engine/hookRun.ts';
import type { PromptHook } from '../../../../../src/core/hooks/configuration/hookSchema.ts';
import { runPromptHook, type AskModel } from '../../../../../src/core/hooks/engine/promptHook.ts';

const session = { sessionId: 's', transcriptPath: '/t', cwd: '/', projectDir: '/', permissionMode: 'default' };

function run(event: HookEventName, hook: Partial<PromptHook>, ask: AskModel, signal?: AbortSignal): Promise<HookRun> {
  const definition: PromptHook = { type: 'prompt', prompt: 'Is it fine?', ...hook };
  const source = { kind: 'user', label: 'user' } as const;
  const job: HookJob = { hook: { event, definition, source }, event, input: { a: 1 }, timeoutSeconds: 30, session };
  return runPromptHook(definition, job, ask, signal ?? new AbortController().signal);
}

async function outputOf(event: HookEventName, verdict: object, hook: Partial<PromptHook> = {}): Promise<unknown> {
  const ended = await run(event, hook, () => Promise.resolve(JSON.stringify(verdict)));
  assert.ok(ended.kind === 'exited');
  return JSON.parse(ended.stdout);
}

describe('runPromptHook', () => {
  const no = { ok: false, reason: 'r' };
  const rows: readonly (readonly [HookEventName, object, Partial<PromptHook>, object])[] = [
    ['PreToolUse', { ok: true }, {}, {}],
    ['PreToolUse', no, {}, { decision: 'block', reason: 'r', continue: false, stopReason: 'r' }],
    ['PreToolUse', no, { continueOnBlock: true }, { decision: 'block', reason: 'r' }],
    ['PostToolUse', no, {}, { continue: false, stopReason: 'r' }],
    ['PostToolUse', no, { continueOnBlock: true }, { decision: 'block', reason: 'r' }],
    ['Stop', no, {}, { decision: 'block', reason: 'r' }],
    ['Stop', { ...no, impossible: true }, {}, {}],
    ['UserPromptSubmit', no, {}, { continue: false, stopReason: 'r' }],
    ['PermissionRequest', no, {}, {}],
  ];
  for (const [event, verdict, hook, output] of rows) {
    it(`${event}: ${JSON.stringify(verdict)} ${JSON.stringify(hook)} means ${JSON.stringify(output)}`, async () => {
      assert.deepEqual(await outputOf(event, verdict, hook), output);
    });
  }

  it('puts the input where the prompt wants it, else behind it', async () => {
    const questions: string[] = [];
    const ask: AskModel = (question) => {
      questions.push(question.split('\n\nAnswer with')[0] ?? '');
      return Promise.resolve('{"ok":true}');
    };
    await run('Stop', { prompt: String.raw`See $ARGUMENTS, it costs \$ARGUMENTS` }, ask);
    await run('Stop', { prompt: 'See.' }, ask);
    assert.deepEqual(questions, ['See {"a":1}, it costs $ARGUMENTS', 'See.\n\n{"a":1}']);
  });

  it('finds the answer in a fence', async () => {
    const ended = await run('Stop', {}, () => Promise.resolve('```json\n{"ok": true}\n```'));
    assert.equal(ended.kind, 'exited');
  });

  it('fails on any other answer, and when there is none', async () => {
    for (const ask of [
      () => Promise.resolve('yes'),
      () => Promise.resolve('{"ok":"yes"}'),
      () => Promise.reject(new Error('offline')),
    ])
      assert.equal((await run('Stop', {}, ask)).kind, 'failed');
  });

  it('ends with the run', async () => {
    const stop = new AbortController();
    const ask: AskModel = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const answer = run('Stop', {}, ask, stop.signal);
    stop.abort();
    assert.deepEqual(await answer, { kind: 'aborted' });
  });
});
