import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import {
  ToolCallRunner,
  type CallReport,
  type ToolCallPorts,
} from '../../../../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../../../../src/core/hooks/hookRegistry.ts';
import type { HookCall } from '../../../../../src/core/hooks/hookTypes.ts';
import type { ToolUse } from '../../../../../src/core/model/messages.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../../../../src/core/permissions/approver.ts';
import type { PermissionCall, PermissionDecision } from '../../../../../src/core/permissions/permissionDecider.ts';
import { ToolError, type Tool } from '../../../../../src/core/tools/tool.ts';
import { allowAll, stubTool } from '../loopBench.ts';

const reason = { kind: 'default', access: 'execute' } as const;
const asking: PermissionDecision = { kind: 'ask', reason, canRemember: true };

describe('ToolCallRunner', () => {
  it('runs a call that is allowed and reports it', async () => {
    const { report, events } = await run({ tool: stubTool('bash', () => ({ text: 'fine', evidence })) });
    assert.deepEqual(report, { result: resultOf('fine'), context: [], reachedTool: true });
    assert.deepEqual(events, [
      {
        kind: 'toolStarted',
        callId: 'c1',
        name: 'bash',
        claudeName: 'Bash',
        access: 'execute',
        title: 'bash',
        input: { command: 'ls' },
      },
      { kind: 'toolProgress', callId: 'c1', text: '' },
      { kind: 'toolFinished', callId: 'c1', name: 'bash', outcome: 'ok', output: 'fine', evidence, durationMs: 5 },
    ]);
  });

  it('turns what a tool throws into an error result', async () => {
    const { report, outcome } = await run({ tool: stubTool('bash', () => Promise.reject(new ToolError('disk full'))) });
    assert.deepEqual(report.result, { ...resultOf('Error: disk full'), is_error: true });
    assert.equal(outcome, 'error');
    assert.equal(report.reachedTool, true);
  });

  it('asks no hook and no person about arguments that cannot be read, and names what is wrong', async () => {
    const parse = () => {
      throw new ToolError('command must be a string');
    };
    const { report, hookLog, events } = await run({ tool: stubTool('bash', undefined, { parse }), policy: asking });
    assert.equal(report.result.content, 'Error: command must be a string');
    assert.deepEqual(hookLog, []);
    assert.deepEqual(
      events.map((event) => event.kind),
      ['toolStarted', 'toolFinished'],
    );
  });

  it('shows an unknown or disabled tool to hooks before and after, without a name that is not its own', async () => {
    const { report, hookLog, events } = await run({ call: { ...callOf(), name: 'deploy' } });
    assert.equal(report.result.content, 'Unknown: deploy');
    assert.equal(report.reachedTool, false);
    assert.deepEqual(hookLog, ['PreToolUse', 'PostToolUse']);
    assert.equal(events[0]?.kind === 'toolStarted' && events[0].access, undefined);
    assert.equal((await run({ enabledTools: [] })).report.result.content, 'Unknown: bash');
  });

  describe('a proposal that the person changed', () => {
    const change = { path: '/w/a.txt', before: 'a\r\nb\r\n', after: 'a\r\nB\r\n' };
    const proposing = (extra: Partial<Tool> = {}): Tool =>
      stubTool('bash', (input) => ({ text: `Wrote ${JSON.stringify(input)}` }), {
        preview: () => Promise.resolve(change),
        withText: (_input, text) => ({ text }),
        ...extra,
      });
    const answering = (editedText: string): Approver => ({
      ask: () => Promise.resolve({ kind: 'allow', remember: 'once', editedText }),
    });

    it('runs with the changed text, in the line ends of the file, and tells the model with a patch', async () => {
      const { report } = await run({ tool: proposing(), policy: asking, approver: answering('a\nB!\nc\n') });
      assert.equal(
        report.result.content,
        [
          'Wrote {"text":"a\\r\\nB!\\r\\nc\\r\\n"}',
          "The user changed your proposal before allowing it, and this is what was written (from your text to the user's):",
          '--- bash\tproposed',
          '+++ bash\tallowed',
          '@@ -1,2 +1,3 @@',
          ' a',
          '-B',
          '+B!',
          '+c',
          'Build on it; do not change it back unless the user asks.',
        ].join('\n'),
      );
    });

    it('is run as proposed when only line ends differ', async () => {
      const { report } = await run({ tool: proposing(), policy: asking, approver: answering('a\nB\n') });
      assert.equal(report.result.content, 'Wrote {"command":"ls"}');
    });

    it('is not offered where a tool has no way to take it', async () => {
      const requests: ApprovalRequest[] = [];
      const approver: Approver = {
        ask: (request) => {
          requests.push(request);
          return Promise.resolve({ kind: 'deny' });
        },
      };
      await run({ tool: proposing(), policy: asking, approver });
      await run({
        tool: stubTool('bash', undefined, { preview: () => Promise.resolve(change) }),
        policy: asking,
        approver,
      });
      assert.deepEqual(
        requests.map(({ canEdit }) => canEdit),
        [true, undefined],
      );
    });
  });

  describe('hooks', () => {
    it('see the parsed input with absolute paths, the command and the resolved paths', async () => {
      const path = { given: 'a.txt', path: '/w/a.txt', realPath: '/w/a.txt', isInside: true };
      const subject = () => Promise.resolve({ title: 'a.txt', command: 'cat a.txt', paths: [path] });
      const parse = () => ({ file_path: 'a.txt', content: 'a.txt' });
      const hooks = new HookRegistry();
      let seen: HookCall | undefined;
      hooks.on('PreToolUse', (call) => void (seen = call));
      await run({ hooks, tool: stubTool('bash', undefined, { parse, subject }) });
      assert.deepEqual(seen, {
        id: 'c1',
        name: 'bash',
        claudeName: 'Bash',
        input: { file_path: '/w/a.txt', content: 'a.txt' },
        command: 'cat a.txt',
        paths: [path],
      });
    });

    it('refuse with exactly their words; the tool and PostToolUse stay out of it', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => 'Permission denied by deny list');
      const { report, outcome, hookLog } = await run({ hooks, tool: stubTool('bash', () => assert.fail('ran')) });
      assert.equal(report.result.content, 'Permission denied by deny list');
      assert.equal(outcome, 'forbidden');
      assert.equal(report.reachedTool, false);
      assert.deepEqual(hookLog, []);
    });

    it('change the input: it is parsed again, decided upon and run', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ updatedInput: { command: 'ls -a' } }));
      const decided: unknown[] = [];
      const ran: unknown[] = [];
      const tool = stubTool('bash', (input) => (ran.push(input), { text: 'ok' }));
      await run({ hooks, tool, decide: (call) => (decided.push(call.input), { kind: 'allow' }) });
      assert.deepEqual([decided, ran], [[{ command: 'ls -a' }], [{ command: 'ls -a' }]]);
    });

    it('cannot pass on input that does not parse', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ updatedInput: 'nonsense' }));
      const parse = (input: unknown) => {
        if (typeof input === 'string') throw new ToolError('the input must be an object');
        return input;
      };
      const { report } = await run({ hooks, tool: stubTool('bash', () => assert.fail('ran'), { parse }) });
      assert.equal(report.result.content, 'Error: the input must be an object');
    });

    it('reach the policy with what they said', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ decision: 'allow', reason: 'safe' }), { label: 'guard' });
      let asked: PermissionCall | undefined;
      await run({ hooks, decide: (call) => ((asked = call), { kind: 'allow' }) });
      assert.deepEqual(asked?.hook, { decision: 'allow', reason: 'safe', source: 'guard' });
    });

    it('see the outcome of a run, replace what the model reads, and add context', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => ({ additionalContext: 'before' }));
      hooks.on('PostToolUse', ({ output, isError, durationMs, response }) => ({
        updatedOutput: `${output} ${isError} ${durationMs} ${JSON.stringify(response)}`,
        additionalContext: 'after',
      }));
      const { report, events } = await run({
        hooks,
        tool: stubTool('bash', () => ({ text: 'ok', response: { a: 1 } })),
      });
      assert.equal(report.result.content, 'ok false 5 {"a":1}');
      assert.deepEqual(report.context, ['before', 'after']);
      const last = events.at(-1);
      assert.equal(last?.kind === 'toolFinished' && last.output, report.result.content);
    });

    it('end the run: before a call it is not run, after it the result stays', async () => {
      const before = new HookRegistry();
      before.on('PreToolUse', () => ({ stop: 'enough' }));
      const stopped = await run({ hooks: before, tool: stubTool('bash', () => assert.fail('ran')) });
      assert.deepEqual([stopped.report.stop, stopped.outcome], ['enough', 'forbidden']);
      const after = new HookRegistry();
      after.on('PostToolUse', () => ({ stop: 'enough' }));
      const { report } = await run({ hooks: after });
      assert.deepEqual([report.stop, report.result.content], ['enough', 'ok']);
    });
  });

  describe('the question', () => {
    it('carries the change that the call would make and the reason', async () => {
      const change = { path: '/w/a', before: 'x', after: 'y' };
      const { requests, events } = await run({
        policy: asking,
        answer: { kind: 'allow', remember: 'once' },
        tool: stubTool('bash', undefined, { preview: () => Promise.resolve(change) }),
      });
      assert.deepEqual(requests, [
        {
          callId: 'c1',
          toolName: 'bash',
          claudeName: 'Bash',
          access: 'execute',
          subject: { title: 'bash', paths: [] },
          input: { command: 'ls' },
          change,
          reason,
          canRemember: true,
        },
      ]);
      assert.deepEqual(
        events.map((event) => event.kind),
        ['toolStarted', 'approvalAsked', 'approvalAnswered', 'toolProgress', 'toolFinished'],
      );
    });

    it('holds for the file that it was about, not for one that a link leads to since', async () => {
      const found = ['/w/sub/a', '/etc/a'].map((realPath) => ({
        given: 'sub/a',
        path: '/w/sub/a',
        realPath,
        isInside: true,
      }));
      const tool = stubTool('bash', () => assert.fail('must not run'), {
        subject: () => Promise.resolve({ title: 'sub/a', paths: [found.shift() ?? assert.fail()] }),
      });
      const { report } = await run({ policy: asking, answer: { kind: 'allow', remember: 'once' }, tool });
      assert.match(report.result.content, /^Error: sub\/a leads to another place .* Nothing was done/);
    });

    it('is not asked about a call that cannot work', async () => {
      const preview = () => Promise.reject(new ToolError('old_string is not in the file'));
      const { report, requests } = await run({ policy: asking, tool: stubTool('bash', undefined, { preview }) });
      assert.equal(report.result.content, 'Error: old_string is not in the file');
      assert.deepEqual(requests, []);
    });

    it('answered with "for the session" is remembered', async () => {
      const { remembered } = await run({ policy: asking, answer: { kind: 'allow', remember: 'session' } });
      assert.deepEqual(remembered, ['bash']);
      assert.deepEqual((await run({ policy: asking, answer: { kind: 'allow', remember: 'once' } })).remembered, []);
    });

    it('declined, declined with advice and forbidden read differently, and each says that nothing was done', async () => {
      const tool = stubTool('bash', () => assert.fail('ran'));
      const declined = await run({ tool, policy: asking, answer: { kind: 'deny' } });
      const advised = await run({ tool, policy: asking, answer: { kind: 'deny', feedback: 'use npm test' } });
      const forbidden = await run({ tool, policy: { kind: 'deny', reason: 'The rule Bash(rm *) forbids it.' } });
      assert.match(declined.report.result.content, /user declined this call\. Nothing was executed or changed\./);
      assert.match(advised.report.result.content, /Nothing was executed or changed\. The user says: use npm test$/);
      assert.equal(forbidden.report.result.content, 'The rule Bash(rm *) forbids it.');
      assert.deepEqual([declined.outcome, advised.outcome, forbidden.outcome], ['denied', 'denied', 'forbidden']);
      for (const { report } of [declined, advised, forbidden]) assert.equal(report.reachedTool, false);
    });

    it('answered by a hook with another input runs that one, once the rules have judged it', async () => {
      const answer: ApprovalAnswer = { kind: 'allow', remember: 'once', updatedInput: { command: 'pwd' }, by: 'h' };
      const ran: unknown[] = [];
      const tool = stubTool('bash', (input) => (ran.push(input), { text: 'ok' }));
      const judge = (second: PermissionDecision) => (asked: PermissionCall) =>
        asked.hook?.decision === 'allow' ? second : asking;
      await run({ tool, answer, decide: judge({ kind: 'allow' }) });
      const denied = await run({ tool, answer, decide: judge({ kind: 'deny', reason: 'The rule forbids pwd.' }) });
      const asked = await run({ tool, answer, decide: judge(asking) });
      assert.deepEqual(ran, [{ command: 'pwd' }]);
      assert.equal(denied.report.result.content, 'The rule forbids pwd.');
      assert.match(asked.report.result.content, /a hook changed this call/);
    });

    it("refused by a hook reads as the hook's word, not as the user's", async () => {
      const { report, outcome } = await run({
        policy: asking,
        answer: { kind: 'deny', feedback: 'not on Fridays', by: 'h' },
      });
      assert.deepEqual([outcome, report.result.content], ['forbidden', 'not on Fridays']);
    });

    it('is kept with who said no', async () => {
      const hooks = new HookRegistry();
      hooks.on('PreToolUse', () => 'no', { label: 'guard.sh' });
      const ownCheck = new HookRegistry();
      ownCheck.on('PreToolUse', () => 'no', { label: 'built-in check' });
      const by = { kind: 'rule', name: 'Bash(rm *) (user)' } as const;
      const runs = [
        await run({ hooks }),
        await run({ hooks: ownCheck }),
        await run({ policy: { kind: 'deny', reason: 'no', by } }),
        await run({ policy: asking, answer: { kind: 'deny', by: 'asked.sh' } }),
        await run({ policy: asking, answer: { kind: 'deny' } }),
      ];
      assert.deepEqual(
        runs.map(({ events }) => events.flatMap((one) => (one.kind === 'toolFinished' ? [one.refusedBy] : []))),
        [
          [{ kind: 'hook', name: 'guard.sh' }],
          [{ kind: 'rule', name: 'built-in check' }],
          [by],
          [{ kind: 'hook', name: 'asked.sh' }],
          [undefined],
        ],
      );
    });

    it('without anybody to ask is a no', async () => {
      const { report, outcome } = await run({ policy: asking, approver: undefined });
      assert.equal(outcome, 'forbidden');
      assert.match(report.result.content, /nobody can be asked/);
    });
  });

  it('does not run a call whose permission check fails', async () => {
    const { report } = await run({
      tool: stubTool('bash', () => assert.fail('ran')),
      decide: () => assert.fail('the rules are broken'),
    });
    assert.equal(report.result.content, 'Error: the rules are broken');
  });

  describe('a stop', () => {
    it('while the person is asked: the call is cancelled and nothing ran', async () => {
      const controller = new AbortController();
      const approver: Approver = {
        ask: (_request, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            controller.abort();
          }),
      };
      const tool = stubTool('bash', () => assert.fail('ran'));
      const { report, outcome } = await run({ policy: asking, approver, tool, controller });
      assert.equal(outcome, 'cancelled');
      assert.match(report.result.content, /^Cancelled by user; the call was not run/);
    });

    it('right after a yes: the call does not run any more', async () => {
      const controller = new AbortController();
      const approver: Approver = {
        ask: () => (controller.abort(), Promise.resolve({ kind: 'allow', remember: 'once' })),
      };
      const { outcome } = await run({
        policy: asking,
        approver,
        controller,
        tool: stubTool('bash', () => assert.fail('ran')),
      });
      assert.equal(outcome, 'cancelled');
    });

    it('while the tool runs: what it can still say is kept, and no hook is told', async () => {
      const controller = new AbortController();
      const tool = stubTool('bash', () => (controller.abort(), { text: 'killed; output so far: 1', isError: true }));
      const { report, outcome, hookLog } = await run({ tool, controller });
      assert.equal(outcome, 'cancelled');
      assert.equal(report.result.content, 'killed; output so far: 1');
      assert.deepEqual(hookLog, ['PreToolUse']);
    });

    it('that the tool answers by throwing says that it may have taken effect', async () => {
      const controller = new AbortController();
      const tool = stubTool('bash', (_input, { signal }) => {
        controller.abort();
        return Promise.reject(signal.reason as Error);
      });
      const { report } = await run({ tool, controller });
      assert.match(report.result.content, /Cancelled by user while the call was running/);
    });

    it('while a PostToolUse hook runs does not take the result away', async () => {
      const controller = new AbortController();
      const hooks = new HookRegistry();
      hooks.on('PostToolUse', (_call, signal) => {
        controller.abort();
        signal.throwIfAborted();
      });
      const { report, outcome } = await run({ hooks, controller });
      assert.deepEqual([report.result.content, outcome], ['ok', 'ok']);
    });
  });

  it('says that the tool is at work, and passes live output on', async () => {
    const tool = stubTool('bash', (_input, context) => (context.report('line 1\n'), { text: 'ok' }));
    const { events } = await run({ tool });
    assert.deepEqual(
      events.flatMap((event) => (event.kind === 'toolProgress' ? [event.text] : [])),
      ['', 'line 1\n'],
    );
  });
});

const evidence = { kind: 'read', path: '/w/a' } as const;

function callOf(): ToolUse {
  return { type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'ls' }, caller: { type: 'direct' } };
}

function resultOf(content: string): CallReport['result'] {
  return { type: 'tool_result', tool_use_id: 'c1', content };
}

interface Setup {
  readonly call?: ToolUse;
  readonly tool?: Tool;
  readonly enabledTools?: readonly string[];
  readonly hooks?: HookRegistry;
  readonly policy?: PermissionDecision;
  readonly decide?: (call: PermissionCall) => PermissionDecision;
  readonly answer?: ApprovalAnswer;
  readonly approver?: Approver | undefined;
  readonly controller?: AbortController;
}

interface Ran {
  readonly report: CallReport;
  readonly events: readonly AgentEvent[];
  readonly outcome: string | undefined;
  readonly requests: readonly ApprovalRequest[];
  readonly remembered: readonly string[];
  /** Events of hooks behind those of the test. */
  readonly hookLog: readonly string[];
}

async function run(setup: Setup): Promise<Ran> {
  const { call = callOf(), tool = stubTool('bash'), hooks = new HookRegistry(), policy, answer } = setup;
  const events: AgentEvent[] = [];
  const requests: ApprovalRequest[] = [];
  const remembered: string[] = [];
  const hookLog: string[] = [];
  hooks.on('PreToolUse', () => void hookLog.push('PreToolUse'), { order: 'builtin' });
  hooks.on('PostToolUse', () => void hookLog.push('PostToolUse'), { order: 'builtin' });
  const decide = (asked: PermissionCall): PermissionDecision => setup.decide?.(asked) ?? policy ?? { kind: 'allow' };
  const scripted: Approver = {
    ask: (request) => (requests.push(request), Promise.resolve(answer ?? assert.fail('nobody expected a question'))),
  };
  const approver = 'approver' in setup ? setup.approver : scripted;
  let clock = 0;
  const ports: ToolCallPorts = {
    tools: { get: (name) => (name === tool.definition.name ? tool : undefined) },
    hooks,
    policy: {
      ...allowAll,
      decide: async (asked) => await Promise.resolve(decide(asked)),
      remember: (asked) => remembered.push(asked.name),
    },
    ...(approver === undefined ? {} : { approver }),
    now: () => (clock += 5),
  };
  const { signal } = setup.controller ?? new AbortController();
  const { enabledTools = ['bash'] } = setup;
  const report = await new ToolCallRunner(ports).run(call, {
    emit: (event) => events.push(event),
    signal,
    enabledTools,
  });
  const last = events.at(-1);
  const outcome = last?.kind === 'toolFinished' ? last.outcome : undefined;
  return { report, events, outcome, requests, remembered, hookLog };
}
