import * as vscode from 'vscode';
import type { CallRow } from '../../core/session/rows/rows.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import type { SnapshotDocuments } from './snapshotDocuments.ts';

const maxNameLength = 60;

/** Opens the result of a call as the model saw it. */
export async function openOutput(documents: SnapshotDocuments, call: CallRow): Promise<void> {
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
