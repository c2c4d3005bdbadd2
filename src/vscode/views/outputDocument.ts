import * as vscode from 'vscode';
import * as z from 'zod';
import { visibleLine } from '../../core/util/displayText.ts';
import { lazy } from '../../core/util/lazy.ts';
import type { SnapshotDocuments } from './snapshotDocuments.ts';

const maxNameLength = 60;

/** What a row passes to its command, as far as it is used; anybody may call that. */
const shownCall = lazy(() => z.object({ name: z.string(), title: z.string(), output: z.string().optional() }));

/** Opens the result of a call as the model saw it. @param argument a `CallRow`. */
export async function openOutput(documents: SnapshotDocuments, argument: unknown): Promise<void> {
  const call = shownCall().safeParse(argument).data;
  if (call === undefined) return sayWhereRowsAre();
  // A file name of the title's words: VS Code shows it on the tab.
  const name = visibleLine(call.title)
    .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    .trim();
  const uri = documents.add(`${name === '' ? call.name : name}.txt`, call.output ?? '');
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
}

/** For a command that is nothing without its row. */
export function sayWhereRowsAre(): void {
  void vscode.window.showInformationMessage(vscode.l10n.t('Open it from its row in the Todos view.'));
}
