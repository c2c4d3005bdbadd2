import * as vscode from 'vscode';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import type { FileChange } from '../../core/tools/tool.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { schemes } from '../ids.ts';
import { ChangeDocuments } from '../views/changeDocuments.ts';
import { SnapshotDocuments } from '../views/snapshotDocuments.ts';
import type { ApprovalText } from './approvalText.ts';
import { showOnOneLine } from './exactText.ts';

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
  readonly #changes = new ChangeDocuments(this.#documents);
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

  dispose(): void {
    // Never rejects.
    void this.#closeTabs(previewTabs());
    this.#changes.dispose();
  }

  /** What still stands from the last time is left alone. */
  async #open(request: ApprovalRequest, detail: string | undefined, signal: AbortSignal): Promise<void> {
    const pages = this.#pagesOf(request, signal);
    if (detail !== undefined && !isOpen(pages.text)) pages.text = await this.#openText(detail);
    if (request.change !== undefined && !isOpen(pages.diff) && !signal.aborted) {
      pages.diff = await this.#openDiff(request.change);
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

  async #openDiff(change: FileChange): Promise<vscode.Uri> {
    const { before, after } = this.#changes.add(change);
    const name = showOnOneLine(change.path.split(/[\\/]/).at(-1) ?? change.path);
    const title = vscode.l10n.t('{0} (proposed by the agent)', name);
    await vscode.commands.executeCommand('vscode.diff', before, after, title, besideOptions());
    return after;
  }

  #close({ text, diff }: Pages): void {
    const own = [text, diff].map(String);
    // Never rejects.
    void this.#closeTabs(previewTabs().filter((tab) => own.includes(String(uriOf(tab)))));
  }

  async #closeTabs(tabs: readonly vscode.Tab[]): Promise<void> {
    try {
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
  return tabs.filter((tab) => uriOf(tab)?.scheme === schemes.approval);
}

function isOpen(uri: vscode.Uri | undefined): boolean {
  return uri !== undefined && previewTabs().some((tab) => String(uriOf(tab)) === String(uri));
}

/** The document that a tab shows; of a diff the changed side. */
function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
