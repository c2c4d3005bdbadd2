import * as vscode from 'vscode';

/** Beyond so many entries a remote file system would keep a call waiting too long. */
const MAX_ENTRIES = 20_000;

/** The files below `folder`, one folder after the other, for file systems that nobody can search. Links are not followed. */
export async function walkFolder(
  folder: vscode.Uri,
  isExcluded: (uri: vscode.Uri) => boolean,
  signal: AbortSignal,
): Promise<vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  const waiting = [folder];
  let entries = 0;
  for (let next = waiting.shift(); next !== undefined && entries < MAX_ENTRIES; next = waiting.shift()) {
    signal.throwIfAborted();
    for (const [name, type] of await vscode.workspace.fs.readDirectory(next)) {
      entries += 1;
      const uri = vscode.Uri.joinPath(next, name);
      if (isExcluded(uri)) continue;
      if (type === vscode.FileType.Directory) waiting.push(uri);
      else if (type === vscode.FileType.File) files.push(uri);
    }
  }
  return files;
}
