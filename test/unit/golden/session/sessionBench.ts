import { AgentLoop } from '../../../../src/core/agent/agentLoop.ts';
import type { RunOutcome, TimedEvent } from '../../../../src/core/agent/agentEvents.ts';
import { ToolCallRunner } from '../../../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../../../src/core/hooks/hookRegistry.ts';
import type { ModelClient } from '../../../../src/core/model/modelClient.ts';
import { ScriptedModel, type ScriptedTurn } from '../../../../src/core/model/scriptedModel.ts';
import type { ApprovalAnswer } from '../../../../src/core/permissions/approver.ts';
import { AgentSession } from '../../../../src/core/session/agentSession.ts';
import type { Budgets } from '../../../../src/core/session/gate/pausePolicy.ts';
import { RunGate } from '../../../../src/core/session/gate/runGate.ts';
import { SessionRows } from '../../../../src/core/session/rows/sessionRows.ts';
import { Steering } from '../../../../src/core/session/steering/steering.ts';
import { TranscriptText } from '../../../../src/core/session/transcript/transcript.ts';
import { TranscriptLog } from '../../../../src/core/session/transcript/transcriptLog.ts';
import { TodoManager } from '../../../../src/core/todos/todoManager.ts';
import { createTodoWriteTool } from '../../../../src/core/tools/todoWrite.ts';
import type { Tool } from '../../../../src/core/tools/tool.ts';

export interface SessionScript {
  readonly turns: readonly ScriptedTurn[];
  readonly tools?: readonly Tool[];
  /** The answer to each question, in order; without one it is allowed. */
  readonly answers?: readonly ApprovalAnswer[];
  readonly budgets?: Budgets;
  /** What the conversation may come to before room is made. */
  readonly contextTokens?: number;
  /** These requests, from 0, break off behind their first words and are made again. */
  readonly broken?: readonly number[];
  /** What the person does when an event comes. */
  readonly onEvent?: (event: TimedEvent, bench: SessionBench) => void;
}

/** A whole session over a scripted model: the list, the steering, the gate and the rows, wired as in the editor. */
export class SessionBench {
  readonly todos = new TodoManager();
  readonly steering = new Steering();
  readonly rows = new SessionRows();
  readonly model: ScriptedModel;
  readonly session: AgentSession;
  readonly gate: RunGate;
  readonly #log: TranscriptLog;
  /** As it was written while the session went on. */
  readonly transcript: TranscriptText;
  readonly #loop: AgentLoop;

  constructor(script: SessionScript) {
    this.model = new ScriptedModel(script.turns);
    let clock = Date.UTC(2026, 10, 30, 12);
    this.session = new AgentSession(
      this.todos,
      ({ history, prompt, emit, signal }) => this.#loop.run(history, prompt, emit, signal),
      () => (clock += 100),
    );
    this.gate = new RunGate(this.session, { budgets: () => script.budgets ?? {}, guardsLoops: () => true });
    this.#loop = this.#makeLoop(script);
    this.session.onDidEmit((event) => this.rows.apply(event));
    this.#log = new TranscriptLog(this.session);
    this.transcript = new TranscriptText(() => this.#log.replay());
    this.#log.onDidChange((changes) => this.transcript.add(changes));
    this.steering.attach(this.todos, this.session);
    this.session.onDidEmit((event) => script.onEvent?.(event, this));
  }

  /** @param prompt undefined: goes on after a failure. */
  run(prompt: string | undefined): Promise<RunOutcome> {
    return this.session.start(prompt);
  }

  #makeLoop({ tools = [], answers = [], broken = [], contextTokens }: SessionScript): AgentLoop {
    const all: readonly Tool[] = [createTodoWriteTool({ todos: this.todos }), ...tools];
    const byName = new Map(all.map((tool) => [tool.definition.name, tool]));
    const registry = { get: (name: string) => byName.get(name), definitions: () => all.map((tool) => tool.definition) };
    const hooks = new HookRegistry();
    hooks.on('PreToolUse', async (_call, signal) => {
      await this.gate.hold('call', signal);
      return undefined;
    });
    hooks.on('UserPromptSubmit', () => {
      const note = this.steering.take();
      return Promise.resolve(note === undefined ? {} : { additionalContext: note });
    });
    let question = 0;
    let clock = 0;
    return new AgentLoop({
      model: breakingOff(this.model, broken),
      tools: registry,
      hooks,
      tails: [this.steering],
      sessionId: 'session',
      systemPrompt: () => 'You are a test.',
      request: () => ({ model: 'claude-sonnet-4-5', maxTokens: 1000, enabledTools: [...byName.keys()], contextTokens }),
      context: { carryOver: () => this.todos.render() },
      beforeRequest: (signal) => this.gate.beforeRequest(signal),
      calls: new ToolCallRunner({
        tools: registry,
        hooks,
        policy: {
          decide: ({ access }) =>
            Promise.resolve(
              access === 'execute'
                ? { kind: 'ask', reason: { kind: 'default', access }, canRemember: true }
                : { kind: 'allow' },
            ),
          remember: () => undefined,
        },
        approver: { ask: () => Promise.resolve(answers[question++] ?? { kind: 'allow', remember: 'once' }) },
        now: () => (clock += 5),
      }),
    });
  }
}

/** A model whose answers to these requests come at the second attempt. */
function breakingOff(model: ScriptedModel, broken: readonly number[]): ModelClient {
  return {
    async *stream(request, signal) {
      if (broken.includes(model.requests.length)) {
        yield { kind: 'text', delta: 'Half a sen' };
        yield { kind: 'notResponding', silentMs: 30_000 };
        yield { kind: 'retry', attempt: 1, delayMs: 1000, reason: 'The connection broke off.' };
      }
      yield* model.stream(request, signal);
    },
  };
}
