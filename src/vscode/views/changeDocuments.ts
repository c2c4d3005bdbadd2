import * as vscode from 'vscode';
import * as z from 'zod';
import type { FileChange } from '../../core/tools/tool.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { lazy } from '../../core/util/lazy.ts';
import { schemes } from '../ids.ts';
import { displayPath } from './callTexts.ts';
import { sayWhereRowsAre } from './outputDocument.ts';
import { SnapshotDocuments } from './snapshotDocuments.ts';

/** What a row passes to its command, as far as it is used; anybody may call that. */
const shownChange = lazy(() => z.object({ path: z.string(), before: z.string().optional(), after: z.string() }));

/** Both sides of a diff. */
export interface ChangeUris {
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/** Diffs of exactly one change, from texts in memory: what the files hold by now doesn't matter. */
export class ChangeDocuments {
  readonly #documents: SnapshotDocuments;

  constructor(documents = new SnapshotDocuments(schemes.change)) {
    this.#documents = documents;
  }

  /** Documents for a diff; freed when they are closed, or by `remove`. */
  add(change: FileChange): ChangeUris {
    const fileName = change.path.split(/[\\/]/).at(-1) ?? '';
    return {
      before: this.#documents.add(fileName, change.before ?? ''),
      after: this.#documents.add(fileName, change.after),
    };
  }

  remove(uris: ChangeUris): void {
    this.#documents.delete(uris.before);
    this.#documents.delete(uris.after);
  }

  /** Opens the diff of the change that a row passed. */
  async openRow(argument: unknown): Promise<void> {
    const change = shownChange().safeParse(argument).data;
    if (change === undefined) sayWhereRowsAre();
    else await this.open({ ...change, before: change.before });
  }

  /** Opens the diff of a change. */
  async open(change: FileChange, options: vscode.TextDocumentShowOptions = {}): Promise<ChangeUris> {
    const uris = this.add(change);
    try {
      await vscode.commands.executeCommand('vscode.diff', uris.before, uris.after, titleOf(change), options);
    } catch (error) {
      this.remove(uris);
      throw error;
    }
    return uris;
  }

  /** Closes the diff wherever it stands by now. */
  async close(uris: ChangeUris): Promise<void> {
    const after = uris.after.toString();
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === after);
    await vscode.window.tabGroups.close(tabs, true);
    this.remove(uris);
  }

  dispose(): void {
    this.#documents.dispose();
  }
}

function titleOf(change: FileChange): string {
  const path = visibleLine(displayPath(change.path));
  return change.before === undefined
    ? vscode.l10n.t('{0} (created by the agent)', path)
    : vscode.l10n.t('{0} (changed by the agent)', path);
}
