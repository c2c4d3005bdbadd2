import * as vscode from 'vscode';
import { sessionJson, sessionMarkdown } from '../../core/session/journal/sessionExport.ts';
import type { ListedSession, SessionStore } from '../../core/session/sessionStore.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { FileBytes } from '../../core/workspace/fileBytes.ts';
import type { Agent } from '../agent.ts';
import { shorten, withoutIcons } from '../approvals/exactText.ts';
import { pathOf } from '../workspace/workspaceUris.ts';
import type { SessionOpener } from './sessionOpener.ts';
import type { SessionRecord } from './sessionRecord.ts';

export interface SessionListPorts {
  readonly store: SessionStore;
  readonly session: Agent['session'];
  readonly record: SessionRecord;
  readonly opener: SessionOpener;
  readonly files: Pick<FileBytes, 'write'>;
}

type Action = () => Promise<unknown>;

interface Row extends vscode.QuickPickItem {
  readonly session?: ListedSession;
}

const titleLength = 80;
const renameIcon = new vscode.ThemeIcon('edit');
const exportIcon = new vscode.ThemeIcon('save-as');
const deleteIcon = new vscode.ThemeIcon('trash');
const searchIcon = new vscode.ThemeIcon('search');

/** "Agent: Sessions": all that were recorded in this workspace, to open, rename, export, delete and search. */
export class SessionList {
  readonly #ports: SessionListPorts;

  constructor(ports: SessionListPorts) {
    this.#ports = ports;
  }

  /** @param given the id of a session to open; without one the list shows. Never rejects. */
  async show(given?: unknown): Promise<void> {
    try {
      if (typeof given === 'string') await this.#open(given);
      else await this.#list(await this.#ports.store.list());
    } catch (error) {
      void vscode.window.showErrorMessage(messageOf(error));
    }
  }

  async #list(sessions: readonly ListedSession[], details: ReadonlyMap<string, string> = new Map()): Promise<void> {
    if (sessions.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There is no session here.'));
      return;
    }
    const action = await this.#pick(sessions, details);
    await action?.();
  }

  /** Resolves to what the person wants done. */
  #pick(sessions: readonly ListedSession[], details: ReadonlyMap<string, string>): Promise<Action | undefined> {
    const pick = vscode.window.createQuickPick<Row>();
    pick.title = vscode.l10n.t('Sessions');
    pick.placeholder = vscode.l10n.t('Choose a session to open it.');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.buttons = [{ iconPath: searchIcon, tooltip: vscode.l10n.t('Search in Sessions') }];
    pick.items = sessions.map((session) => this.#row(session, details.get(session.sessionId)));
    return new Promise((resolve) => {
      const settle = (action: Action | undefined): void => {
        resolve(action);
        pick.dispose();
      };
      pick.onDidHide(() => settle(undefined));
      pick.onDidTriggerButton(() => settle(() => this.#search()));
      pick.onDidAccept(() => {
        const session = pick.selectedItems[0]?.session;
        settle(session && (() => this.#open(session.sessionId)));
      });
      pick.onDidTriggerItemButton(({ item: { session }, button }) => {
        settle(session && (() => this.#act(session, button)));
      });
      pick.show();
    });
  }

  #row(session: ListedSession, detail: string | undefined): Row {
    const { completed, total } = session.todos;
    const facts = [
      new Date(session.updatedAt).toLocaleString(vscode.env.language),
      total === 0 ? '' : vscode.l10n.t('{0}/{1} completed', completed, total),
      session.sessionId === this.#ports.session.id ? vscode.l10n.t('open') : '',
      session.isInUse && session.sessionId !== this.#ports.session.id ? vscode.l10n.t('open in another window') : '',
      session.outcome === 'open' && !session.isInUse ? vscode.l10n.t('interrupted') : '',
    ];
    return {
      session,
      label: withoutIcons(nameOf(session)),
      description: facts.filter((fact) => fact !== '').join(', '),
      ...(detail === undefined ? {} : { detail: withoutIcons(detail) }),
      buttons: [
        { iconPath: renameIcon, tooltip: vscode.l10n.t('Rename') },
        { iconPath: exportIcon, tooltip: vscode.l10n.t('Export') },
        { iconPath: deleteIcon, tooltip: vscode.l10n.t('Delete') },
      ],
    };
  }

  #act(session: ListedSession, { iconPath }: vscode.QuickInputButton): Promise<unknown> {
    if (iconPath === renameIcon) return this.#rename(session);
    return iconPath === exportIcon ? this.#export(session) : this.#delete(session);
  }

  async #open(sessionId: string): Promise<void> {
    if (this.#isBusy()) return;
    await this.#ports.opener.open(sessionId);
  }

  async #rename(session: ListedSession): Promise<void> {
    const { store, record } = this.#ports;
    const title = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Session'),
      value: session.title ?? session.prompt,
      validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('A session needs a name.') : undefined),
    });
    if (title === undefined) return;
    if (session.sessionId === this.#ports.session.id) record.rename(title.trim());
    else await store.rename(session.sessionId, title.trim());
    await this.show();
  }

  async #export({ sessionId }: ListedSession): Promise<void> {
    const target = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Session'),
      filters: { Markdown: ['md'], JSON: ['json'] },
    });
    if (target === undefined) return;
    const stored = await this.#ports.store.read(sessionId);
    const text = target.path.endsWith('.json') ? sessionJson(stored) : sessionMarkdown(stored);
    await this.#ports.files.write(pathOf(target), { bytes: new TextEncoder().encode(text) });
    await vscode.window.showTextDocument(target);
  }

  async #delete(listed: ListedSession): Promise<void> {
    const { session, store } = this.#ports;
    const remove = vscode.l10n.t('Delete');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Delete the session "{0}"?', nameOf(listed)),
      {
        modal: true,
        detail: vscode.l10n.t('Its conversation goes for good. Files of the workspace stay as they are.'),
      },
      remove,
    );
    if (answer !== remove) return;
    if (listed.sessionId === session.id) {
      if (this.#isBusy()) return;
      session.reset('clear');
    }
    await store.delete(listed.sessionId);
    await this.show();
  }

  async #search(): Promise<void> {
    const text = await vscode.window.showInputBox({
      title: vscode.l10n.t('Search in Sessions'),
      prompt: vscode.l10n.t('A text of a prompt, an answer, a todo or the title of a call.'),
    });
    if (text === undefined || text.trim() === '') return;
    const { store } = this.#ports;
    const hits = await store.search(text, new AbortController().signal);
    const excerpts = new Map(hits.map((hit) => [hit.sessionId, hit.excerpts.join(' \u2026 ')]));
    const sessions = await store.list();
    await this.#list(
      sessions.filter(({ sessionId }) => excerpts.has(sessionId)),
      excerpts,
    );
  }

  #isBusy(): boolean {
    if (this.#ports.session.state === 'idle') return false;
    void vscode.window.showInformationMessage(vscode.l10n.t('A task is already running.'));
    return true;
  }
}

function nameOf({ title, prompt }: ListedSession): string {
  const name = visibleLine(title ?? prompt);
  return name === '' ? vscode.l10n.t('Without a task') : shorten(name, titleLength, () => '\u2026');
}
