import * as vscode from 'vscode';
import * as z from 'zod';
import type { LeftRun } from '../../core/session/agentSession.ts';
import { leftRunOf } from '../../core/session/journal/leftRun.ts';
import {
  restoreSession,
  type InterruptedRun,
  type RestoredSession,
} from '../../core/session/journal/restoreSession.ts';
import type { JournalNotice, SessionStore } from '../../core/session/sessionStore.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Agent } from '../agent.ts';
import { showOnOneLine } from '../approvals/exactText.ts';
import { commands } from '../ids.ts';
import type { SessionRecord } from './sessionRecord.ts';
import { lazy } from '../../core/util/lazy.ts';

export interface SessionOpenerPorts {
  readonly agent: Pick<Agent, 'session' | 'steering' | 'gate'>;
  readonly record: SessionRecord;
  readonly store: SessionStore;
  /** Of the workspace: which session the person left or opened. */
  readonly memento: vscode.Memento;
  readonly log: Logger;
  /** Removes what a write of this file that was cut off left beside it; never rejects. */
  readonly clearLeftovers: (file: string) => Promise<void>;
}

const attempts = 10;
const attemptDelayMs = 500;

const choiceKey = 'agent.session';
const choiceSchema = lazy(() => z.object({ opened: z.string().optional(), clearedAt: z.number().optional() }));

/** Brings a recorded session back as the open one: its conversation, its list with the work under it, its changes. */
export class SessionOpener implements Disposable {
  readonly #ports: SessionOpenerPorts;
  readonly #disposables = new DisposableStore();

  constructor(ports: SessionOpenerPorts) {
    this.#ports = ports;
    this.#disposables.add(ports.agent.session.onDidReset(() => this.#remember()));
  }

  /** What the window had open before it was closed or crashed; never rejects. */
  async openLast(): Promise<void> {
    const { store, log } = this.#ports;
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const sessions = await store.list();
        if (sessions.length === 0) return;
        const { opened, clearedAt = 0 } = choiceSchema().safeParse(this.#ports.memento.get(choiceKey)).data ?? {};
        const last = sessions.find(({ sessionId }) => sessionId === opened) ?? sessions[0];
        // The person had done with it.
        if (last === undefined || last.updatedAt <= clearedAt) return;
        if (!last.isInUse) return await this.open(last.sessionId, { onlyIfNew: true });
        // By another window, or by this one's process from before the reload, which ends only now.
        await new Promise((resolve) => setTimeout(resolve, attemptDelayMs));
      }
    } catch (error) {
      log.warn('The last session could not be opened', messageOf(error));
    }
  }

  /**
   * Rejects with `SessionStoreError`, and with `SessionBusyError` during a run; the open session stays open then.
   * @param onlyIfNew nothing is opened once something has happened in this window.
   */
  async open(sessionId: string, { onlyIfNew = false } = {}): Promise<void> {
    const { agent, record, store } = this.#ports;
    const { session } = agent;
    const isTaken = (): boolean => onlyIfNew && (session.state !== 'idle' || session.events.length > 0);
    if (isTaken() || session.id === sessionId) return;
    const { journal, entries, notices } = await store.open(sessionId);
    if (isTaken() || session.state !== 'idle') {
      journal.close();
      return;
    }
    const restored = restoreSession(sessionId, entries);
    const { interrupted } = restored;
    const left = interrupted && leftRunOf(interrupted);
    record.adopt(journal, restored);
    this.#load(sessionId, restored, left);
    await this.#clearAfterCrash(restored);
    for (const notice of notices) tell(notice);
    if (interrupted !== undefined && left !== undefined) void offer(interrupted, sessionId);
  }

  /** Reads the open session anew, after something was recorded that changes what was before. */
  async reread(): Promise<void> {
    const { agent, record, store } = this.#ports;
    const { id } = agent.session;
    const restored = restoreSession(id, (await store.read(id)).entries);
    record.restore(restored);
    this.#load(id, restored);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #load(id: string, { events, messages }: RestoredSession, left?: LeftRun): void {
    const { session, steering, gate } = this.#ports.agent;
    session.load({ id, events, messages, ...(left === undefined ? {} : { left }) });
    steering.resume(events);
    gate.resume(events);
  }

  async #clearAfterCrash({ changes }: RestoredSession): Promise<void> {
    const cutOff = changes.filter(({ after }) => after.kind === 'unknown' && after.why === 'unfinished');
    await Promise.all(cutOff.map(({ realPath }) => this.#ports.clearLeftovers(realPath)));
  }

  #remember(): void {
    const { session } = this.#ports.agent;
    const choice = {
      startup: undefined,
      resume: { opened: session.id },
      clear: { clearedAt: Date.now() },
    }[session.origin];
    void this.#ports.memento.update(choiceKey, choice);
  }
}

/** Nothing goes on by itself: the person decides. */
async function offer({ prompt }: InterruptedRun, sessionId: string): Promise<void> {
  const [resume, show] = [vscode.l10n.t('Resume'), vscode.l10n.t('Show')];
  const message =
    prompt === ''
      ? vscode.l10n.t('The last run was interrupted.')
      : vscode.l10n.t('The last run was interrupted: {0}', prompt);
  const answer = await vscode.window.showInformationMessage(showOnOneLine(message), resume, show);
  if (answer === resume) await vscode.commands.executeCommand(commands.continueTask, { sessionId });
  if (answer === show) await vscode.commands.executeCommand(commands.openTranscript);
}

function tell(notice: JournalNotice): void {
  switch (notice.kind) {
    case 'cutOff':
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The last line of the session was not written in full; all before it is there.'),
      );
      return;
    case 'damaged':
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          "Lines of the session that can't be read: {0}. The file as it was is kept as {1}.",
          notice.lines,
          notice.keptAs ?? '',
        ),
      );
      return;
    case 'unknownKinds':
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The session holds entries of a newer version of the extension. They are kept, but not shown.'),
      );
  }
}
