import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import { SessionCalls } from '../../core/permissions/sessionCalls.ts';
import type { Agent } from '../agent.ts';
import type { StartGate } from '../commands/startGate.ts';
import { commands } from '../ids.ts';
import { ConsentGate } from '../settings/consentGate.ts';
import { ProblemMarks } from '../settings/problemMarks.ts';
import { grantIdOf } from '../views/tree/todoNodes.ts';
import { HookUpdates } from './hookUpdates.ts';
import { ManagePermissions } from './managePermissions.ts';
import { askAboutPermissions } from './permissionQuestion.ts';
import { PermissionScopes } from './permissionScopes.ts';
import { RuleFiles, type RuleFilesPorts } from './ruleFiles.ts';

export interface AgentPermissionsPorts extends RuleFilesPorts {
  readonly agent: Agent;
  readonly log: Logger;
}

/** The rules and grants around the agent: what a yes can reach, what is shown of them, how they end. */
export class AgentPermissions implements Disposable {
  readonly #ports: AgentPermissionsPorts;
  readonly #disposables = new DisposableStore();
  readonly #calls: SessionCalls;
  readonly #files: RuleFiles;
  readonly scopes: PermissionScopes;
  /** For hooks that answer in the person's place. */
  readonly updates: HookUpdates;

  constructor(ports: AgentPermissionsPorts) {
    this.#ports = ports;
    const { agent, settings, log } = ports;
    const { policy, todos } = agent;
    this.#files = new RuleFiles(ports);
    this.updates = new HookUpdates({ agent, settings, files: this.#files });
    this.#calls = this.#disposables.add(
      new SessionCalls({
        onDidDecide: policy.onDidDecide,
        covers: (rules, call) => policy.covers(rules, call),
        now: () => Date.now(),
      }),
    );
    const activeItem = () => todos.items.find(({ status }) => status === 'in_progress');
    this.scopes = new PermissionScopes({ policy, calls: this.#calls, files: this.#files, activeItem, log });
    this.#showProblems();
    this.#endThings();
    this.#register();
    // For the Problems view; decisions read again.
    void settings.refresh();
  }

  /** Asks about what the workspace wants to be allowed once the other gates are open. */
  gate(inner: StartGate): StartGate {
    const { settings } = this.#ports;
    return new ConsentGate(inner, {
      consent: settings.consent,
      undecided: async () => (await settings.refresh()).undecided,
      ask: askAboutPermissions,
      refusals: {
        opened: vscode.l10n.t('Nothing was started: read what this workspace wants to be allowed first.'),
        none: vscode.l10n.t('Nothing was started: what this workspace wants to be allowed needs your decision.'),
      },
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** In the Problems view; those of VS Code settings, which have no line there, in the log. */
  #showProblems(): void {
    const { settings, log } = this.#ports;
    const marks = this.#disposables.add(new ProblemMarks('permissions'));
    this.#disposables.add(
      settings.onDidChange(() => {
        marks.show(settings.problems);
        for (const { source, key, message } of settings.problems)
          if (source.file === undefined) log.warn(`${source.name}, agent.${key}: ${message}`);
      }),
    );
  }

  /** What ends with an item, a run, a session. */
  #endThings(): void {
    const { settings } = this.#ports;
    const { todos, policy, session, mode } = this.#ports.agent;
    this.#disposables.add(
      todos.onDidChange(() => {
        for (const { scope } of policy.grants.all) {
          if (scope === 'session') continue;
          const item = todos.items.find(({ id }) => id === scope.item);
          if (item?.status !== 'in_progress') policy.grants.endItem(scope.item);
        }
      }),
    );
    this.#disposables.add(session.onDidEmit(({ kind }) => kind === 'runStarted' && mode.use()));
    this.#disposables.add(
      session.onDidReset(() => {
        mode.reset();
        settings.session.clear();
        this.#calls.clear();
      }),
    );
  }

  #register(): void {
    const { agent, settings } = this.#ports;
    const { grants } = agent.policy;
    const list = new ManagePermissions({
      settings,
      files: this.#files,
      calls: this.#calls,
      grants,
      mode: agent.mode,
      items: () => agent.todos.items,
    });
    const on = (command: string, run: (argument?: unknown) => unknown): void =>
      void this.#disposables.add(vscode.commands.registerCommand(command, run));
    on(commands.managePermissions, () => list.show());
    on(commands.setPermissionMode, (mode) => list.chooseMode(mode));
    on(commands.revokeGrant, (row) => {
      const id = grantIdOf(row);
      if (id !== undefined) grants.revoke(id);
    });
  }
}
