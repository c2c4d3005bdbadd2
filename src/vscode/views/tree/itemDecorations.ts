import * as vscode from 'vscode';

/** No document has this scheme: it only tells the rows of items that left the list from all others. */
const scheme = 'agent-off-list';

/** What a row of an item that left the list takes as its resource, to be drawn faintly: labels have no styles of their own. */
export function offListUri(itemId: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${itemId}` });
}

export class ItemDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    return { color: new vscode.ThemeColor('descriptionForeground') };
  }
}
