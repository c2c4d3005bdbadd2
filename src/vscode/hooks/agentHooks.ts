import * as vscode from 'vscode';
import { HookEngine } from '../../core/hooks/engine/hookEngine.ts';
import { asHookHandlers } from '../../core/hooks/engine/hookHandlers.ts';
import { HookNotifications } from '../../core/hooks/engine/hookNotifications.ts';
import { HookStatus } from '../../core/hooks/engine/hookStatus.ts';
import type { HookRunner, SpillText } from '../../core/hooks/engine/hookRun.ts';
import type { ContextPorts } from '../../core/agent/context/contextKeeper.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Agent } from '../agent.ts';
import { commands } from '../ids.ts';
import type { StartGate } from '../commands/startGate.ts';
import { HookChannel } from './hookChannel.ts';
import { ConsentGate } from '../settings/consentGate.ts';
import { ProblemMarks } from '../settings/problemMarks.ts';
import { HookList } from './hookList.ts';
import { HookNotices } from './hookNotices.ts';
import { askAboutHooks } from './hookQuestion.ts';
import type { HookSettingsService } from './hookSettings.ts';
import { HookStatusItem } from './hookStatusItem.ts';
import { SessionHooks, type SessionHooksPorts } from './sessionHooks.ts';

export interface AgentHooksPorts {
  readonly agent: Agent;
  readonly settings: HookSettingsService;
  readonly runner: HookRunner;
  readonly spill: SpillText;
  /** The folder for transcripts; absolute. */
  readonly storage: string;
  /** Names the open session, unless the person has. */
  readonly suggestTitle: (title: string) => void;
  readonly openTranscript: SessionHooksPorts['openTranscript'];
}

type BeforeCompact = Parameters<NonNullable<ContextPorts['beforeCompact']>>;
type AfterCompact = Parameters<NonNullable<ContextPorts['afterCompact']>>;

const never = new AbortController().signal;

/** The configured hooks in the agent, and all that is shown of them. */
export class AgentHooks implements Disposable {
  readonly #ports: AgentHooksPorts;
  readonly #disposables = new DisposableStore();
  readonly #status: HookStatus;
  readonly engine: HookEngine;
  readonly sessions: SessionHooks;

  constructor(ports: AgentHooksPorts) {
    this.#ports = ports;
    const { agent, settings, spill } = ports;
    this.#status = this.#disposables.add(new HookStatus(ports.runner));
    this.engine = this.#disposables.add(
      new HookEngine({
        hooks: () => settings.refresh(),
        session: () => this.sessions.current,
        runner: this.#status,
        matchesRule: agent.matchesRule,
        spill,
        flushTranscript: () => this.sessions.flushTranscript(),
      }),
    );
    this.sessions = this.#disposables.add(
      new SessionHooks({
        ...ports,
        session: agent.session,
        hooks: agent.hooks,
        engine: () => this.engine,
        projectFolder: () => settings.projectFolder,
        settings: () => ({ model: agent.settings.model, permissionMode: agent.permissionMode }),
      }),
    );
    this.#registerHandlers();
    this.#notify();
    this.#show();
    // For the list and the Problems view; events read again.
    void settings.refresh();
  }

  /** Asks about hooks that come with the workspace once the other gates are open. */
  gate(inner: StartGate): StartGate {
    const { settings } = this.#ports;
    return new ConsentGate(inner, {
      consent: settings.consent,
      undecided: async () => {
        await settings.refresh();
        return settings.undecided;
      },
      ask: askAboutHooks,
      refusals: {
        opened: vscode.l10n.t('Nothing was started: read the hooks of this workspace first.'),
        none: vscode.l10n.t('Nothing was started: the hooks of this workspace need your decision.'),
      },
    });
  }

  /** The PreCompact hooks. */
  async beforeCompact(...[{ trigger, instructions }, signal]: BeforeCompact): Promise<{ readonly block?: string }> {
    const outcome = await this.engine.fire('PreCompact', { trigger, custom_instructions: instructions }, signal);
    if (outcome.decision !== 'deny') return {};
    return { block: outcome.reason ?? `Blocked by the hook ${outcome.source ?? 'PreCompact'}.` };
  }

  /** The PostCompact hooks. */
  async afterCompact(...[{ trigger, summary }, signal]: AfterCompact): Promise<void> {
    await this.engine.fire('PostCompact', { trigger, compact_summary: summary }, signal);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #registerHandlers(): void {
    const { hooks, session } = this.#ports.agent;
    const handlers = asHookHandlers(this.engine);
    const options = { label: 'configured hooks' };
    this.#disposables.add(hooks.on('UserPromptSubmit', handlers.UserPromptSubmit, options));
    this.#disposables.add(hooks.on('PreToolUse', handlers.PreToolUse, options));
    this.#disposables.add(hooks.on('PostToolUse', handlers.PostToolUse, options));
    this.#disposables.add(hooks.on('Stop', handlers.Stop, options));
    this.#disposables.add(
      session.onDidEmit((event) => {
        if (event.kind !== 'runFinished' || event.outcome.kind !== 'failed') return;
        const error = event.action === 'setApiKey' ? 'authentication_failed' : 'unknown';
        const { reason } = event.outcome;
        const fields = { error, ...(reason === undefined ? {} : { error_details: reason }) };
        // Never rejects without an abort.
        void this.engine.fire('StopFailure', fields, never);
      }),
    );
  }

  #notify(): void {
    const { session, approvals } = this.#ports.agent;
    const notifications = this.#disposables.add(
      // Never rejects without an abort.
      new HookNotifications({ fire: (fields) => void this.engine.fire('Notification', fields, never) }),
    );
    this.#disposables.add(approvals.onDidChange(([current]) => notifications.asks(current)));
    this.#disposables.add(session.onDidChangeState((state) => notifications.runs(state !== 'idle')));
    this.#disposables.add(this.engine.onDidTitle((title) => this.#ports.suggestTitle(title)));
    this.#disposables.add(
      this.engine.onDidWake((text) => void vscode.commands.executeCommand(commands.sendMessage, { text })),
    );
  }

  #show(): void {
    const { agent, settings } = this.#ports;
    const channel = this.#disposables.add(new HookChannel());
    const list = new HookList({ ...this.#ports, engine: this.engine, channel });
    const marks = this.#disposables.add(new ProblemMarks('hooks'));
    this.#disposables.add(new HookStatusItem(this.#status));
    this.#disposables.add(new HookNotices(this.engine, agent.session, settings));
    this.#disposables.add(this.engine.onDidRun((record) => channel.record(record)));
    this.#disposables.add(
      settings.onDidChange(() => {
        marks.show(settings.problems);
        for (const problem of settings.problems) if (problem.severity === 'error') channel.problem(problem);
      }),
    );
    const on = (command: string, run: () => unknown): void =>
      void this.#disposables.add(vscode.commands.registerCommand(command, run));
    on(commands.showHooks, () => list.show());
    on(commands.tryHook, () => list.try());
    on(commands.showHookLog, () => channel.show());
  }
}
