import { AgentLoop, type AgentLoopOptions } from '../../../../src/core/agent/agentLoop.ts';
import type { AgentEvent, RunOutcome } from '../../../../src/core/agent/agentEvents.ts';
import type { CompactOutcome } from '../../../../src/core/agent/context/contextKeeper.ts';
import type { LeftCall } from '../../../../src/core/agent/calls/leftCalls.ts';
import { ToolCallRunner, type ToolCallPorts } from '../../../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../../../src/core/hooks/hookRegistry.ts';
import type { Message } from '../../../../src/core/model/messages.ts';
import { ScriptedModel, type ScriptedTurn } from '../../../../src/core/model/scriptedModel.ts';
import type { PermissionDecider } from '../../../../src/core/permissions/permissionDecider.ts';
import type { Tool, ToolContext, ToolOutput } from '../../../../src/core/tools/tool.ts';

export const allowAll: PermissionDecider = {
  decide: () => Promise.resolve({ kind: 'allow' }),
  remember: () => undefined,
};

type Run = (input: unknown, context: ToolContext) => ToolOutput | Promise<ToolOutput>;

/** A tool that takes any input; by default it answers `ok`. */
export function stubTool(name: string, run: Run = () => ({ text: 'ok' }), more: Partial<Tool> = {}): Tool {
  return {
    definition: { name, description: name, input_schema: { type: 'object' } },
    claudeName: name === 'bash' ? 'Bash' : name,
    access: name === 'bash' ? 'execute' : 'read',
    parse: (input) => input,
    subject: () => Promise.resolve({ title: name, paths: [] }),
    run: async (input, context) => await run(input, context),
    ...more,
  };
}

export interface BenchOptions extends Partial<Omit<AgentLoopOptions, 'calls' | 'tools' | 'model'>> {
  readonly turns: readonly ScriptedTurn[];
  readonly tools?: readonly Tool[];
  readonly policy?: PermissionDecider;
  readonly approver?: ToolCallPorts['approver'];
  readonly onEvent?: (event: AgentEvent) => void;
}

/** A loop over a scripted model and stub tools, with everything it said. */
export class LoopBench {
  readonly hooks: HookRegistry;
  readonly model: ScriptedModel;
  readonly events: AgentEvent[] = [];
  readonly messages: Message[] = [];
  readonly loop: AgentLoop;
  readonly #onEvent: (event: AgentEvent) => void;
  #controller = new AbortController();

  constructor(options: BenchOptions) {
    const { turns, tools = [stubTool('bash')], policy = allowAll, approver, onEvent, ...loopOptions } = options;
    this.hooks = options.hooks ?? new HookRegistry();
    this.model = new ScriptedModel(turns);
    this.#onEvent = onEvent ?? (() => undefined);
    const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
    const registry = {
      get: (name: string) => byName.get(name),
      definitions: (enabled: readonly string[]) =>
        tools.map((tool) => tool.definition).filter(({ name }) => enabled.includes(name)),
    };
    let clock = 0;
    this.loop = new AgentLoop({
      tails: [],
      sessionId: 'session-1',
      systemPrompt: () => 'You are a test.',
      request: () => ({ model: 'test-model', maxTokens: 1000, enabledTools: [...byName.keys()] }),
      ...loopOptions,
      hooks: this.hooks,
      model: this.model,
      tools: registry,
      calls: new ToolCallRunner({
        tools: registry,
        hooks: this.hooks,
        policy,
        ...(approver === undefined ? {} : { approver }),
        now: () => (clock += 5),
      }),
    });
  }

  async run(prompt = 'do the work'): Promise<RunOutcome> {
    return await this.#run(prompt);
  }

  /** Goes on without a new prompt. */
  async retry(left: readonly LeftCall[] = []): Promise<RunOutcome> {
    return await this.#run(undefined, left);
  }

  async compact(instructions = ''): Promise<CompactOutcome> {
    this.#controller = new AbortController();
    return await this.loop.compact(
      [...this.messages],
      instructions,
      (event) => this.#take(event),
      this.#controller.signal,
    );
  }

  async #run(prompt: string | undefined, left: readonly LeftCall[] = []): Promise<RunOutcome> {
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    return await this.loop.run([...this.messages], prompt, (event) => this.#take(event), signal, left);
  }

  stop(): void {
    this.#controller.abort();
  }

  #take(event: AgentEvent): void {
    this.events.push(event);
    if (event.kind === 'messageAdded') this.messages.push(event.message);
    if (event.kind === 'historyReplaced') this.messages.splice(0, this.messages.length, ...event.messages);
    this.#onEvent(event);
  }
}
