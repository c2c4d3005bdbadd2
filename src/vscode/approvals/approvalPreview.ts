import * as vscode from 'vscode';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import type { FileChange } from '../../core/tools/tool.ts';
import { userText } from '../../core/tools/userEdit.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { schemes } from '../ids.ts';
import { SnapshotDocuments } from '../views/snapshotDocuments.ts';
import type { ApprovalText } from './approvalText.ts';
import { showOnOneLine } from './exactText.ts';
import { ProposalDocuments } from './proposalDocuments.ts';

/** Milliseconds after which the prompt goes on without what should stand beside it. */
const patience = 5000;

/** What one request has open: the document of its full text, the changed side of its diff. */
interface Pages {
  text: vscode.Uri | undefined;
  diff: vscode.Uri | undefined;
}

/**
 * The documents beside a prompt: the diff of a change, the full text of what a message can't show. They never take
 * the focus, and closing them answers nothing. Only our own tabs are ever closed, known by their documents.
 */
export class ApprovalPreview implements Disposable {
  readonly #log: Logger;
  /** A scheme of its own: whatever shows it belongs to a prompt. */
  readonly #documents = new SnapshotDocuments(schemes.approval);
  readonly #proposals = new ProposalDocuments();
  readonly #pages = new WeakMap<ApprovalRequest, Pages>();

  constructor(log: Logger) {
    this.#log = log;
    // What a reloaded window brought back: its prompts are gone. Never rejects.
    void this.#closeTabs(previewTabs());
  }

  /** Resolves once all is open, or was given up; never rejects. Closed again when `signal` ends, however late it came. */
  async show(request: ApprovalRequest, { detail }: ApprovalText, signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, patience)));
    const opening = this.#open(request, detail, signal).catch((error: unknown) => {
      this.#log.warn(`Nothing could be shown beside the approval: ${messageOf(error)}`);
    });
    await Promise.race([opening, limit]);
    clearTimeout(timer);
  }

  /** What the person made of the proposal; undefined when it is as it was but for line ends. */
  editedText(request: ApprovalRequest): string | undefined {
    const { change, canEdit } = request;
    const uri = this.#pages.get(request)?.diff;
    if (change === undefined || canEdit !== true || uri === undefined) return undefined;
    const text = this.#proposals.textOf(uri);
    return text === undefined || userText(change.after, text) === undefined ? undefined : text;
  }

  dispose(): void {
    // Never rejects.
    void this.#closeTabs(previewTabs());
    this.#proposals.dispose();
    this.#documents.dispose();
  }

  /** What still stands from the last time is left alone. */
  async #open(request: ApprovalRequest, detail: string | undefined, signal: AbortSignal): Promise<void> {
    const pages = this.#pagesOf(request, signal);
    if (detail !== undefined && !isOpen(pages.text)) pages.text = await this.#openText(detail);
    if (request.change !== undefined && !isOpen(pages.diff) && !signal.aborted) {
      await this.#openDiff(request.change, request.canEdit === true, pages);
    }
    if (signal.aborted) this.#close(pages);
  }

  #pagesOf(request: ApprovalRequest, signal: AbortSignal): Pages {
    const known = this.#pages.get(request);
    if (known !== undefined) return known;
    const pages: Pages = { text: undefined, diff: undefined };
    this.#pages.set(request, pages);
    signal.addEventListener('abort', () => this.#close(pages), { once: true });
    return pages;
  }

  async #openText(text: string): Promise<vscode.Uri> {
    // Markdown, since its lines wrap: a long command must not leave the window on the right.
    const uri = this.#documents.add(`${vscode.l10n.t('Approval in full')}.md`, text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), besideOptions());
    return uri;
  }

  /** Of a proposal whose diff was closed what the person saved stands. */
  async #openDiff(change: FileChange, isEditable: boolean, pages: Pages): Promise<void> {
    const name = showOnOneLine(change.path.split(/[\\/]/).at(-1) ?? change.path);
    const before = this.#documents.add(name, change.before ?? '');
    const after = isEditable
      ? (pages.diff ?? this.#proposals.add(name, change.after))
      : this.#documents.add(name, change.after);
    // Before it is open: the person may be quicker than the command that opens it.
    pages.diff = after;
    const title = vscode.l10n.t('{0} (proposed by the agent)', name);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, besideOptions());
  }

  #close({ text, diff }: Pages): void {
    const own = [text, diff].map(String);
    // Never rejects.
    void this.#closeTabs(previewTabs().filter((tab) => own.includes(String(uriOf(tab))))).then(() => {
      if (diff !== undefined) this.#proposals.delete(diff);
    });
  }

  async #closeTabs(tabs: readonly vscode.Tab[]): Promise<void> {
    try {
      await saveAll(tabs.map(uriOf));
      if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
    } catch (error) {
      // The person was quicker.
      this.#log.debug(`Preview not closed: ${messageOf(error)}`);
    }
  }
}

/**
 * Beside what the person looks at; there is no beside in an empty window. Not as a preview tab: it would take the
 * place of one that the person has there.
 */
function besideOptions(): vscode.TextDocumentShowOptions {
  const isEmpty = vscode.window.tabGroups.activeTabGroup.tabs.length === 0;
  const viewColumn = isEmpty ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  return { viewColumn, preserveFocus: true, preview: false };
}

function previewTabs(): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => [schemes.approval, schemes.proposal].some((own) => uriOf(tab)?.scheme === own));
}

/** Into memory, where it is forgotten: closing a changed document would ask the person whether to save it. */
async function saveAll(uris: readonly (vscode.Uri | undefined)[]): Promise<void> {
  const own = uris.map(String);
  for (const document of vscode.workspace.textDocuments) {
    if (document.isDirty && own.includes(String(document.uri))) await document.save();
  }
}

function isOpen(uri: vscode.Uri | undefined): boolean {
  return uri !== undefined && previewTabs().some((tab) => String(uriOf(tab)) === String(uri));
}

/** The document that a tab shows; of a diff the changed side. */
function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
