import * as vscode from 'vscode';
import { linkTarget } from '../../core/session/transcript/transcriptLinks.ts';
import { isInFolder, uriOf } from '../workspace/workspaceUris.ts';

/** Opens what a link in an answer leads to: a web page, through VS Code's own question, or a file of the workspace. */
export async function openLink(href: string): Promise<void> {
  const target = linkTarget(href);
  if (target === undefined) return;
  if (target.kind === 'web') {
    await vscode.env.openExternal(vscode.Uri.parse(target.url, true));
    return;
  }
  const uri = await findFile(target.path);
  if (uri === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The workspace has no such file.'));
    return;
  }
  const line = Math.max(0, (target.line ?? 1) - 1);
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.commands.executeCommand('vscode.open', uri, target.line === undefined ? {} : { selection });
}

async function findFile(path: string): Promise<vscode.Uri | undefined> {
  for (const uri of candidates(path)) {
    const isInside = vscode.workspace.workspaceFolders?.some((folder) => isInFolder(folder.uri, uri)) ?? false;
    if (isInside && (await isFile(uri))) return uri;
  }
  return undefined;
}

function candidates(path: string): readonly vscode.Uri[] {
  if (/^file:/i.test(path)) return [vscode.Uri.parse(path)];
  const decoded = decode(path);
  const isAbsolute = /^([/\\]|[a-z]:[\\/])/i.test(decoded);
  if (isAbsolute) return [uriOf(decoded)];
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap((folder) => [
    vscode.Uri.joinPath(folder.uri, decoded),
    // With several folders a path begins with the name of its own.
    ...(decoded.startsWith(`${folder.name}/`) ? [vscode.Uri.joinPath(folder.uri, '..', decoded)] : []),
  ]);
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type !== vscode.FileType.Directory;
  } catch {
    // Nothing there.
    return false;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A plain per cent sign.
    return path;
  }
}
