import * as vscode from 'vscode';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import { receiptOf } from '../../core/session/receipt/receipt.ts';

/** Opens what the records of this session say was done, as an unsaved Markdown document. */
export async function createReceipt(events: readonly AgentEvent[], undone: readonly string[] = []): Promise<void> {
  if (!events.some(({ kind }) => kind === 'runStarted')) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No task has run in this session yet.'));
    return;
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  const roots = folders.map(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : uri.toString()));
  const document = await vscode.workspace.openTextDocument({
    language: 'markdown',
    content: receiptOf(events, roots, undone),
  });
  await vscode.window.showTextDocument(document, { preview: false });
}
