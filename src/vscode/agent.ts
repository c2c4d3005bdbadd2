import { AgentLoop } from '../core/agent/agentLoop.ts';
import type { ContextPorts } from '../core/agent/contextKeeper.ts';
import type { RequestSettings } from '../core/agent/requestSettings.ts';
import { buildSystemPrompt } from '../core/agent/systemPrompt.ts';
import { ToolCallRunner } from '../core/agent/toolCallRunner.ts';
import type { RuleFilter } from '../core/hooks/engine/hookRun.ts';
import { HookRegistry } from '../core/hooks/hookRegistry.ts';
import type { ModelClient } from '../core/model/modelClient.ts';
import type { Approver } from '../core/permissions/approver.ts';
import { ApprovalQueue } from '../core/permissions/approvalQueue.ts';
import { createBashParser, type BashGrammar, type BashParser } from '../core/permissions/bash/bashParser.ts';
import { onlyReads } from '../core/permissions/bash/onlyReads.ts';
import { registerBuiltinHooks } from '../core/permissions/builtinHooks.ts';
import { PermissionPolicy } from '../core/permissions/permissionPolicy.ts';
import type { PermissionSources } from '../core/permissions/permissionSources.ts';
import { removesTool } from '../core/permissions/rules/ruleMatch.ts';
import { SessionMode } from '../core/permissions/sessionMode.ts';
import type { PermissionMode, RuleEnvironment } from '../core/permissions/rules/evaluation.ts';
import { createHookFilter } from '../core/permissions/rules/hookFilter.ts';
import { isSecretPath } from '../core/permissions/rules/protectedPaths.ts';
import { AgentSession, type RunContext, type SessionLog } from '../core/session/agentSession.ts';
import { gatedCalls } from '../core/session/gate/gatedCalls.ts';
import type { Budgets } from '../core/session/gate/pausePolicy.ts';
import { RunGate } from '../core/session/gate/runGate.ts';
import { SessionRows } from '../core/session/rows/sessionRows.ts';
import { Steering } from '../core/session/steering/steering.ts';
import { defaultSettings, type AgentSettings } from '../core/settings/agentSettings.ts';
import { TodoManager } from '../core/todos/todoManager.ts';
import { TodoReminder } from '../core/todos/todoReminder.ts';
import { createBashTool, type OutputStore } from '../core/tools/bash.ts';
import { createEditFileTool } from '../core/tools/editFile.ts';
import { FileStamps } from '../core/tools/fileStamps.ts';
import { createGlobTool } from '../core/tools/glob.ts';
import { createGrepTool } from '../core/tools/grep.ts';
import { createReadFileTool } from '../core/tools/readFile.ts';
import { createTodoWriteTool } from '../core/tools/todoWrite.ts';
import { ToolRegistry } from '../core/tools/toolRegistry.ts';
import { createWriteFileTool } from '../core/tools/writeFile.ts';
import type { Logger } from '../core/util/logger.ts';
import { DisposableStore } from '../core/util/disposable.ts';
import type { Shell } from '../core/workspace/shell.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** What the agent needs of the machine and the editor. */
export interface AgentPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly outputs: OutputStore;
  readonly model: ModelClient;
  /** As Node's `os.type()` names it: `Linux`, `Darwin`, `Windows_NT`. */
  readonly os: string;
  readonly log: Logger;
  /** As of now; undefined when something in the configuration stops every run. */
  readonly settings: () => AgentSettings | undefined;
  /** What the settings say of permissions. */
  readonly permissions: PermissionSources;
  /** Reads the settings anew. */
  readonly refreshSettings: () => Promise<unknown>;
  /** The grammar of command lines; asked for with the first command. */
  readonly loadGrammar: () => Promise<BashGrammar>;
  /** Writes the session down; undefined where there is nowhere to. */
  readonly sessionLog: SessionLog | undefined;
  /** Puts others in front of the person, who may answer in their place. */
  readonly wrapApprover: (person: Approver) => Approver;
  /** The hooks around a summary that replaces a long conversation. */
  readonly contextHooks: Pick<ContextPorts, 'beforeCompact' | 'afterCompact'>;
  /** The person's home folder. */
  readonly home: string;
  /** A path through links; as given when there is nothing at it. */
  readonly realPath: (path: string) => string;
}

/** The agent, wired: one session with its list, its hooks and its tools. Knows nothing of windows. */
export class Agent {
  readonly #ports: AgentPorts;
  readonly #disposables = new DisposableStore();
  readonly #tools = new ToolRegistry();
  readonly #calls: ToolCallRunner;
  readonly #stamps: FileStamps;
  readonly #bash: BashParser;
  readonly policy: PermissionPolicy;
  /** Chosen by the person for a session. */
  readonly mode = new SessionMode();
  /** The `if` of a hook. */
  readonly matchesRule: RuleFilter;
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
    this.#registerTools();
    this.#bash = createBashParser(ports.loadGrammar);
    this.policy = this.#createPolicy();
    this.matchesRule = createHookFilter({ bash: this.#bash, environment: () => this.#ruleEnvironment });
    this.#disposables.add(
      registerBuiltinHooks(this.hooks, {
        logger: ports.log,
        bash: this.#bash,
        workingFolder: () => this.#workingFolder,
        lists: () => this.settings,
      }),
    );
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

  /** Ends that one call; the run goes on. */
  stopCall(callId: string): void {
    this.#calls.stop(callId);
  }

  /** True for a command that can't change a file; false when that isn't certain. */
  async isReadOnlyCommand(command: string): Promise<boolean> {
    return onlyReads(command, await this.#bash.ready(), this.#workingFolder);
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

  #run({ sessionId, history, prompt, left, emit, signal, model = this.#ports.model }: RunContext) {
    const loop = new AgentLoop({
      model,
      tools: this.#tools,
      calls: gatedCalls(this.#calls, this.gate, () => this.session.messages),
      hooks: this.hooks,
      tails: [this.reminder, this.steering],
      sessionId,
      systemPrompt: () => this.#systemPrompt(),
      request: () => this.#request(),
      // The gate asks at agent.maxRounds.
      maxRounds: () => Infinity,
      beforeRequest: async (signal) => {
        await Promise.all([this.#ports.refreshSettings(), this.#ports.permissions.refresh()]);
        return this.gate.beforeRequest(signal);
      },
      // The list stays word for word in a summary: it is what the person sees.
      context: { ...this.#ports.contextHooks, carryOver: () => this.todos.render() },
      logger: this.#ports.log,
    });
    return loop.run(history, prompt, emit, signal, left);
  }

  #request(): RequestSettings {
    const { model, maxTokens, effort, contextTokens } = this.settings;
    return {
      model,
      maxTokens,
      enabledTools: this.#offeredTools,
      window: this.#ports.model.windowFor?.(model),
      ...(effort === 'default' ? {} : { effort }),
      ...(contextTokens === 0 ? {} : { contextTokens }),
    };
  }

  /** What the person did to the list between two runs goes along with the prompt. */
  #note(): { readonly additionalContext?: string } {
    const note = this.steering.take();
    return note === undefined ? {} : { additionalContext: note };
  }

  get #workingFolder(): string {
    return this.#ports.workspace.roots[0]?.path ?? this.#ports.home;
  }

  get #ruleEnvironment(): RuleEnvironment {
    const { workspace, home, realPath, os, permissions } = this.#ports;
    return {
      cwd: this.#workingFolder,
      home,
      realPath,
      isCaseInsensitive: os !== 'Linux',
      roots: workspace.roots.map((root) => root.path),
      additionalDirectories: permissions.additionalDirectories,
      isTrusted: permissions.isTrusted,
      protectedPaths: permissions.protectedPaths,
    };
  }

  #createPolicy(): PermissionPolicy {
    const { permissions } = this.#ports;
    return new PermissionPolicy({
      refresh: () => permissions.refresh(),
      rules: () => permissions.rules,
      mode: () => this.permissionMode,
      environment: () => this.#ruleEnvironment,
      bash: this.#bash,
      logger: this.#ports.log,
    });
  }

  #systemPrompt(): string {
    const { workspace, shell, os } = this.#ports;
    return buildSystemPrompt({
      folders: workspace.roots.map((root) => root.path),
      os,
      shell: workspace.hasLocalDisk ? shell.name : undefined,
      date: new Date().toISOString().slice(0, 10),
      enabledTools: this.#offeredTools,
    });
  }

  #registerTools(): void {
    const { workspace, shell, outputs } = this.#ports;
    const files = { workspace, stamps: this.#stamps };
    const tools = this.#tools;
    tools.register(createBashTool({ shell, workspace, outputs, defaultTimeoutMs: () => this.settings.bashTimeoutMs }));
    tools.register(createReadFileTool(files));
    tools.register(createWriteFileTool(files));
    tools.register(createEditFileTool(files));
    tools.register(createGlobTool(files));
    tools.register(createGrepTool({ workspace, isSecret: isSecretPath }));
    tools.register(createTodoWriteTool({ todos: this.todos }));
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
