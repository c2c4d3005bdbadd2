import path from 'node:path';
import * as vscode from 'vscode';
import { isBinary } from '../../core/checkpoints/byteText.ts';
import type { FileReport } from '../../core/checkpoints/undo.ts';
import type { StoredFile } from '../../core/workspace/fileBytes.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { displayPath, uriOf } from '../views/callTexts.ts';
import type { SnapshotDocuments } from '../views/snapshotDocuments.ts';

/** More at once would bury the person. */
const maxEditors = 5;

/**
 * Beside each file that was changed since, what it would be put back to: the person takes over what they want. Nothing
 * is written.
 * @returns how many diffs are open.
 */
export async function openConflicts(reports: readonly FileReport[], documents: SnapshotDocuments): Promise<number> {
  let opened = 0;
  for (const { path: file, result } of reports) {
    if (result.kind !== 'conflict' || opened >= maxEditors) continue;
    const { base, ours, theirs } = result;
    if ([base, ours, theirs].some((side) => side !== undefined && isBinary(side.bytes))) continue;
    const uri = uriOf(file);
    const side = async (stored: StoredFile | undefined): Promise<vscode.Uri> =>
      documents.add(
        path.basename(file),
        stored === undefined ? '' : await vscode.workspace.decode(stored.bytes, { uri }),
      );
    const now = ours === undefined ? await side(undefined) : uri;
    const title = vscode.l10n.t('{0}: as it was before, and as it is now', visibleLine(displayPath(file)));
    await vscode.commands.executeCommand('vscode.diff', await side(theirs), now, title, { preview: false });
    opened += 1;
  }
  return opened;
}
