import * as vscode from 'vscode';
import type { AgentEvent } from '../core/agent/agentEvents.ts';
import type { SessionTree } from '../core/session/rows/rows.ts';
import { TranscriptLog } from '../core/session/transcript/transcriptLog.ts';
import { DisposableStore } from '../core/util/disposable.ts';
import { registerApprovalCommands } from './approvals/approvalCommands.ts';
import { ApprovalPrompt } from './approvals/approvalPrompt.ts';
import { EditorApprovalWindow } from './approvals/editorApprovalWindow.ts';
import type { Agent } from './agent.ts';
import { compactConversation } from './commands/compact.ts';
import { DemoFolder } from './commands/demoFolder.ts';
import { PauseCommands } from './commands/pauseCommands.ts';
import { createReceipt } from './commands/receipt.ts';
import { Demo } from './commands/runDemo.ts';
import { selectModel, type ListModels } from './commands/selectModel.ts';
import { askForApiKey } from './commands/setApiKey.ts';
import { SteerCommands } from './commands/steerCommands.ts';
import { TaskQueue } from './commands/taskQueue.ts';
import { TaskCommands } from './commands/taskCommands.ts';
import { ApprovalDesk } from './conversation/approvalDesk.ts';
import { ConversationView } from './conversation/conversationView.ts';
import type { AgentHooks } from './hooks/agentHooks.ts';
import type { AgentPermissions } from './permissions/agentPermissions.ts';
import { commands, schemes, views } from './ids.ts';
import type { AgentSessions } from './sessions/agentSessions.ts';
import { lacksKey, SettingsGate } from './settings/settingsGate.ts';
import { SettingsProblems } from './settings/settingsProblems.ts';
import type { SettingsService } from './settings/settingsService.ts';
import { ContextItem } from './status/contextItem.ts';
import { ContextKeys } from './status/contextKeys.ts';
import type { LogChannel } from './status/logChannel.ts';
import { ModelWait } from './status/modelWait.ts';
import { printTodos } from './status/printTodos.ts';
import { StallNotice } from './status/stallNotice.ts';
import { StatusBar } from './status/statusBar.ts';
import { WaitItem } from './status/waitItem.ts';
import { Toasts } from './toasts.ts';
import { AgentTerminal } from './views/agentTerminal.ts';
import { ChangeDocuments } from './views/changeDocuments.ts';
import { openOutput } from './views/outputDocument.ts';
import { SnapshotDocuments } from './views/snapshotDocuments.ts';
import { TodosView } from './views/tree/todosView.ts';
import { TranscriptDocument } from './views/transcriptDocument.ts';
import { NewProblems } from './workspace/newProblems.ts';

export interface AgentUiPorts {
  readonly agent: Agent;
  readonly settings: SettingsService;
  readonly hooks: Pick<AgentHooks, 'gate'>;
  readonly permissions: AgentPermissions;
  readonly log: LogChannel;
  readonly context: vscode.ExtensionContext;
  readonly listModels: ListModels;
  readonly sessions: Pick<AgentSessions, 'itemChanges' | 'waitingTasks'>;
}

/** Everything a person sees and calls, put on top of the agent. */
export class AgentUi {
  readonly #ports: AgentUiPorts;
  readonly #disposables = new DisposableStore();
  readonly #transcript: TranscriptLog;
  readonly #wait: ModelWait;
  readonly #toasts: Toasts;
  readonly #queue: TaskQueue;

  constructor(ports: AgentUiPorts) {
    this.#ports = ports;
    this.#toasts = new Toasts(ports.log);
    this.#queue = new TaskQueue(ports.sessions.waitingTasks);
    this.#transcript = this.#disposables.add(new TranscriptLog(ports.agent.session));
    this.#wait = this.#disposables.add(new ModelWait(ports.agent.session));
    this.#showState();
    this.#showRecords();
    this.#askForApprovals();
    this.#registerTasks();
    this.#registerSetup();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Tree, status bar, menus, log. */
  #showState(): void {
    const { agent, settings, log } = this.#ports;
    const { session, todos, rows, reminder, gate } = agent;
    const view = this.#disposables.add(
      new TodosView({
        rows,
        grants: agent.policy.grants,
        session,
        gate,
        wait: this.#wait,
        queue: this.#queue,
        // The agent may have rewritten the list while the person dragged.
        move: (itemId, index) => todos.items.some(({ id }) => id === itemId) && todos.move(itemId, index),
        undo: this.#ports.sessions.itemChanges,
        log,
      }),
    );
    this.#steer(() => view.selected);
    this.#disposables.add(new NewProblems(session));
    this.#disposables.add(new StatusBar(session, todos, reminder));
    this.#disposables.add(new WaitItem(this.#wait));
    this.#disposables.add(new ContextItem(session, (model) => agent.windowFor(model)));
    this.#disposables.add(new StallNotice(this.#wait));
    const keys = this.#disposables.add(new ContextKeys(session, todos, this.#wait));
    this.#disposables.add(settings.onDidChange(({ problems }) => keys.setHasKey(!problems.some(lacksKey))));
    this.#disposables.add(new SettingsProblems(settings));
    this.#disposables.add(session.onDidEmit((event) => logEvent(event, log)));
    this.#disposables.add(
      todos.onDidChange(() => {
        if (agent.settings.printToConsole) printTodos(todos.render(), log);
      }),
    );
    // A first reading for the welcome view and the Problems view; runs read again.
    void settings.refresh();
  }

  /** Edits of the list, pauses. */
  #steer(selected: () => unknown): void {
    const { todos, rows, gate, session } = this.#ports.agent;
    const tree = (): SessionTree => rows.tree();
    this.#disposables.add(new SteerCommands(todos, tree, selected).register());
    this.#disposables.add(
      new PauseCommands({ gate, rows: tree, selected, onDidEmit: session.onDidEmit, toasts: this.#toasts }).register(),
    );
  }

  /** Transcript, terminal, diffs and outputs of calls that are over. */
  #showRecords(): void {
    const { session } = this.#ports.agent;
    const transcript = this.#disposables.add(new TranscriptDocument(this.#transcript, schemes.transcript));
    const terminal = this.#disposables.add(
      new AgentTerminal({ onDidEmit: session.onDidEmit, stopCommand: (callId) => this.#ports.agent.stopCall(callId) }),
    );
    const changes = this.#disposables.add(new ChangeDocuments());
    const outputs = this.#disposables.add(new SnapshotDocuments(schemes.output));
    this.#on(commands.openTranscript, () => transcript.open());
    this.#on(commands.createReceipt, () =>
      createReceipt(session.events, this.#ports.sessions.itemChanges?.undoneFiles),
    );
    this.#on(commands.showTerminal, () => terminal.show());
    this.#on(commands.openChange, (change: unknown) => changes.openRow(change));
    this.#on(commands.openOutput, (call: unknown) => openOutput(outputs, call));
    this.#on(commands.showLog, () => this.#ports.log.show());
  }

  #askForApprovals(): void {
    const { agent, permissions, log, context } = this.#ports;
    const servedItem = (): string | undefined =>
      agent.todos.items.find((item) => item.status === 'in_progress')?.content;
    const window = this.#disposables.add(new EditorApprovalWindow(servedItem, this.#toasts, log));
    const prompt = this.#disposables.add(new ApprovalPrompt(agent.approvals, window, permissions.scopes));
    this.#disposables.add(registerApprovalCommands(agent.approvals, prompt));
    const approvals = this.#disposables.add(new ApprovalDesk(agent.approvals, permissions.scopes, servedItem));
    const { extensionUri } = context;
    const view = {
      transcript: this.#transcript,
      session: agent.session,
      gate: agent.gate,
      approvals,
      wait: this.#wait,
      extensionUri,
      log,
    };
    this.#disposables.add(new ConversationView(view));
  }

  #registerTasks(): void {
    const { agent, settings, hooks, permissions, context } = this.#ports;
    const gate = permissions.gate(hooks.gate(new SettingsGate(settings)));
    this.#disposables.add(new TaskCommands(agent, gate, this.#toasts, this.#queue).register());
    const compact = { session: agent.session, gate, compact: (instructions: string) => agent.compact(instructions) };
    this.#on(commands.compact, (argument: unknown) => compactConversation(compact, argument));
    const demo = new Demo(agent.session, new DemoFolder(context));
    this.#disposables.add(demo.register());
    void demo.startIfAsked();
  }

  #registerSetup(): void {
    const { agent, settings, listModels } = this.#ports;
    this.#on(commands.retryNow, () => agent.retryNow());
    this.#on(commands.setApiKey, (argument: unknown) => askForApiKey((key) => settings.setApiKey(key), argument));
    this.#on(commands.selectModel, async () => {
      await settings.refresh();
      return selectModel(agent.settings.model, listModels, agent.settings.provider === 'vscode-lm');
    });
    this.#on(commands.showTodos, (options?: { preserveFocus?: boolean }) =>
      vscode.commands.executeCommand(`${views.todos}.${options?.preserveFocus === true ? 'open' : 'focus'}`, options),
    );
    this.#on(commands.clearTodos, () => {
      if (agent.session.state === 'idle') agent.todos.clear();
    });
  }

  // What VS Code passes is the caller's; each handler says what it takes.
  #on(command: string, run: Parameters<typeof vscode.commands.registerCommand>[1]): void {
    this.#disposables.add(vscode.commands.registerCommand(command, run));
  }
}

/** One line for what matters when somebody looks for a cause. */
function logEvent(event: AgentEvent, log: LogChannel): void {
  switch (event.kind) {
    case 'runStarted':
      return log.info(`Run started with ${event.model}`);
    case 'requestStarted':
      return log.debug(`Request with ${event.messageCount} messages`);
    case 'retry':
      return log.warn(`Attempt ${event.attempt} failed, next in ${event.delayMs} ms: ${event.reason}`);
    case 'roundFinished': {
      const { round, reached, reminded, usedTodo } = event;
      log.info(`Round ${round}: ${usedTodo ? 'todo_write called' : `${reached} since the last todo_write`}`);
      if (reminded) log.info('Reminder sent with the tool results');
      return;
    }
    case 'toolFinished':
      return event.outcome === 'error' ? log.warn(`${event.name} failed: ${event.output}`) : undefined;
    case 'notice':
      return log[event.level === 'warning' ? 'warn' : event.level](event.text);
    case 'runFinished':
      return log.info(`Run finished: ${event.outcome.kind} ${event.outcome.reason ?? ''}`.trim());
    default:
      return undefined;
  }
}
