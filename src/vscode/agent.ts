import { AgentLoop } from '../core/agent/agentLoop.ts';
import type { CompactOutcome, ContextPorts } from '../core/agent/context/contextKeeper.ts';
import type { ProjectMemory } from '../core/agent/prompt/projectMemory.ts';
import type { RequestSettings } from '../core/agent/requestSettings.ts';
import { SessionPrompt } from '../core/agent/prompt/sessionPrompt.ts';
import { ToolCallRunner } from '../core/agent/calls/toolCallRunner.ts';
import type { RuleFilter } from '../core/hooks/engine/hookRun.ts';
import { HookRegistry } from '../core/hooks/hookRegistry.ts';
import type { ModelClient } from '../core/model/modelClient.ts';
import { contextWindowFor } from '../core/model/modelLimits.ts';
import type { Approver } from '../core/permissions/approver.ts';
import { ApprovalQueue } from '../core/permissions/approvalQueue.ts';
import type { PermissionPolicy } from '../core/permissions/permissionPolicy.ts';
import type { PermissionMode } from '../core/permissions/rules/evaluation.ts';
import { removesTool } from '../core/permissions/rules/ruleMatch.ts';
import { SessionMode } from '../core/permissions/sessionMode.ts';
import { AgentSession, type RunContext, type SessionLog } from '../core/session/agentSession.ts';
import { gatedCalls } from '../core/session/gate/gatedCalls.ts';
import type { Budgets } from '../core/session/gate/pausePolicy.ts';
import { RunGate } from '../core/session/gate/runGate.ts';
import { carriedOver } from '../core/session/receipt/carriedOver.ts';
import { SessionRows } from '../core/session/rows/sessionRows.ts';
import { Steering } from '../core/session/steering/steering.ts';
import { defaultSettings, type AgentSettings } from '../core/settings/agentSettings.ts';
import { TodoManager } from '../core/todos/todoManager.ts';
import { TodoReminder } from '../core/todos/todoReminder.ts';
import { FileStamps } from '../core/tools/fileStamps.ts';
import type { ToolRegistry } from '../core/tools/toolRegistry.ts';
import { DisposableStore } from '../core/util/disposable.ts';
import { AgentRules, type AgentRulesPorts } from './agentRules.ts';
import { createTools, type AgentToolsPorts } from './agentTools.ts';

/** What the agent needs of the machine and the editor. */
export interface AgentPorts extends AgentToolsPorts, AgentRulesPorts {
  readonly model: ModelClient;
  /** As of now; undefined when something in the configuration stops every run. */
  readonly settings: () => AgentSettings | undefined;
  /** Reads the settings anew. */
  readonly refreshSettings: () => Promise<unknown>;
  /** Writes the session down; undefined where there is nowhere to. */
  readonly sessionLog: SessionLog | undefined;
  /** Puts others in front of the person, who may answer in their place. */
  readonly wrapApprover: (person: Approver) => Approver;
  /** The hooks around a summary that replaces a long conversation. */
  readonly contextHooks: Pick<ContextPorts, 'beforeCompact' | 'afterCompact'>;
  /** What the people of the project wrote for agents; read once in a session. */
  readonly readNotes: () => Promise<ProjectMemory>;
  /** What is said of them on screen. */
  readonly notesText: (notes: ProjectMemory) => string | undefined;
}

/** The agent, wired: one session with its list, its hooks and its tools. Knows nothing of windows. */
export class Agent {
  readonly #ports: AgentPorts;
  readonly #disposables = new DisposableStore();
  readonly #tools: ToolRegistry;
  readonly #calls: ToolCallRunner;
  readonly #stamps: FileStamps;
  readonly #rules: AgentRules;
  readonly #prompt: SessionPrompt;
  /** Chosen by the person for a session. */
  readonly mode = new SessionMode();
  readonly todos: TodoManager;
  readonly hooks: HookRegistry;
  readonly approvals = new ApprovalQueue();
  readonly steering = new Steering();
  readonly reminder: TodoReminder;
  readonly session: AgentSession;
  readonly rows = new SessionRows();
  readonly gate: RunGate;

  constructor(ports: AgentPorts) {
    this.#ports = ports;
    this.hooks = new HookRegistry(ports.log);
    this.#stamps = new FileStamps(ports.workspace);
    this.todos = this.#disposables.add(new TodoManager({ normalize: () => this.settings.normalizeTodos }));
    this.reminder = new TodoReminder(
      () => reminderOptions(this.settings),
      () => this.todos.items.filter((item) => item.status !== 'completed').length,
    );
    this.#tools = createTools(ports, this.todos, this.#stamps, () => this.settings.bashTimeoutMs);
    this.#rules = new AgentRules(ports, () => this.permissionMode);
    this.#disposables.add(this.#rules.registerBuiltinHooks(this.hooks, () => this.settings));
    this.#calls = new ToolCallRunner({
      tools: this.#tools,
      hooks: this.hooks,
      policy: this.policy,
      approver: ports.wrapApprover(this.approvals),
      onDidWrite: async (paths) => {
        for (const path of paths) await this.#stamps.noteOwnChange(path);
      },
    });
    this.session = this.#disposables.add(
      new AgentSession(this.todos, (context) => this.#run(context), Date.now, ports.sessionLog),
    );
    this.gate = this.#disposables.add(
      new RunGate(this.session, {
        budgets: () => budgetsOf(this.settings),
        guardsLoops: () => this.settings.loopGuard,
      }),
    );
    this.#prompt = new SessionPrompt({
      facts: () => this.#promptFacts,
      today: () => new Date().toISOString().slice(0, 10),
      readMemory: ports.readNotes,
      onDidRead: (notes) => this.#sayNotes(notes),
    });
    this.#connect();
  }

  #connect(): void {
    this.#disposables.add(this.steering.attach(this.todos, this.session));
    this.#disposables.add(
      this.hooks.on('UserPromptSubmit', () => this.#note(), { label: 'steering', order: 'builtin' }),
    );
    this.#disposables.add(this.session.onDidEmit((event) => this.rows.apply(event)));
    this.#disposables.add(
      this.session.onDidReset(() => {
        this.rows.reset(this.session.events);
        this.#stamps.clear();
        this.policy.grants.clear();
      }),
    );
  }

  /** The settings in force; the defaults where none hold, so that reading them never fails. */
  get settings(): AgentSettings {
    return this.#ports.settings() ?? defaultSettings;
  }

  /** The mode in force: the session's own, else that of the settings. */
  get permissionMode(): PermissionMode {
    return this.#ports.permissions.modeWith(this.mode.mode);
  }

  get policy(): PermissionPolicy {
    return this.#rules.policy;
  }

  /** The `if` of a hook. */
  get matchesRule(): RuleFilter {
    return this.#rules.matchesRule;
  }

  /**
   * Puts a summary in the place of the conversation. @returns undefined when it was stopped.
   * @throws ModelError, or SessionBusyError during a run
   */
  compact(instructions: string): Promise<CompactOutcome | undefined> {
    return this.session.during((context) => {
      const { history, emit, signal } = context;
      return this.#loopFor(context).compact(history, instructions, emit, signal);
    });
  }

  /** Tokens that a conversation with the model may come to; undefined where that isn't known. */
  windowFor(model: string): number | undefined {
    const { contextTokens } = this.settings;
    const window = this.#ports.model.windowFor?.(model) ?? contextWindowFor(model);
    return contextTokens === 0 ? window : Math.min(contextTokens, window ?? contextTokens);
  }

  /** Ends that one call; the run goes on. */
  stopCall(callId: string): void {
    this.#calls.stop(callId);
  }

  /** True for a command that can't change a file; false when that isn't certain. */
  isReadOnlyCommand(command: string): Promise<boolean> {
    return this.#rules.isReadOnlyCommand(command);
  }

  /** Cuts a wait for the model short, or gives up an answer that does not come. */
  retryNow(): void {
    this.#ports.model.retryNow?.();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Tools that need a local disk are not offered where there is none, and what a rule forbids altogether nowhere. */
  get #offeredTools(): readonly string[] {
    const { workspace, permissions } = this.#ports;
    return this.settings.tools.filter(
      (name) =>
        (workspace.hasLocalDisk || (name !== 'bash' && name !== 'grep')) &&
        !removesTool(permissions.rules, this.#tools.get(name)?.claudeName ?? name),
    );
  }

  #run(context: RunContext) {
    const { history, prompt, left, emit, signal } = context;
    return this.#loopFor(context).run(history, prompt, emit, signal, left);
  }

  #loopFor({ sessionId, model = this.#ports.model }: Pick<RunContext, 'sessionId' | 'model'>): AgentLoop {
    return new AgentLoop({
      model,
      tools: this.#tools,
      calls: gatedCalls(this.#calls, this.gate, () => this.session.messages),
      hooks: this.hooks,
      tails: [this.reminder, this.steering],
      sessionId,
      systemPrompt: () => this.#prompt.of(sessionId),
      request: () => this.#request(model),
      // The gate asks at agent.maxRounds.
      maxRounds: () => Infinity,
      beforeRequest: async (signal) => {
        await Promise.all([this.#ports.refreshSettings(), this.#ports.permissions.refresh()]);
        return this.gate.beforeRequest(signal);
      },
      context: { ...this.#ports.contextHooks, carryOver: () => this.#carriedOver },
      logger: this.#ports.log,
    });
  }

  #request(client: ModelClient): RequestSettings {
    const { maxTokens, effort, contextTokens } = this.settings;
    const model = client.name ?? this.settings.model;
    return {
      model,
      maxTokens,
      enabledTools: this.#offeredTools,
      window: client.windowFor?.(model),
      ...(effort === 'default' ? {} : { effort }),
      ...(contextTokens === 0 ? {} : { contextTokens }),
    };
  }

  /** What the person did to the list between two runs goes along with the prompt. */
  #note(): { readonly additionalContext?: string } {
    const note = this.steering.take();
    return note === undefined ? {} : { additionalContext: note };
  }

  /** The list stays word for word in a summary: it is what the person sees. */
  get #carriedOver(): string {
    const roots = this.#ports.workspace.roots.map((root) => root.path);
    return carriedOver(this.todos.render(), this.rows.tree(), roots);
  }

  get #promptFacts() {
    const { workspace, shell, os } = this.#ports;
    return {
      folders: workspace.roots.map((root) => root.path),
      os,
      shell: workspace.hasLocalDisk ? shell.name : undefined,
      enabledTools: this.#offeredTools,
    };
  }

  #sayNotes(notes: ProjectMemory): void {
    const text = this.#ports.notesText(notes);
    if (text !== undefined)
      this.session.notice(notes.cut.length + notes.unread.length === 0 ? 'info' : 'warning', text);
  }
}

function budgetsOf({ maxRounds, maxTokensPerTask, maxCostUsd }: AgentSettings): Budgets {
  return { maxRounds, maxTokens: maxTokensPerTask, maxCostUsd };
}

function reminderOptions(settings: AgentSettings) {
  return {
    threshold: settings.nagThreshold,
    message: settings.nagMessage,
    resetOnTodoWrite: settings.resetOnTodoWrite,
    isOffered: settings.enableTodoWrite,
  };
}
