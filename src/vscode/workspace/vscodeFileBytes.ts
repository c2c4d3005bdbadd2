import * as vscode from 'vscode';
import type { FileBytes, FoundFile, StoredFile } from '../../core/workspace/fileBytes.ts';
import { MAX_FILE_BYTES, WorkspaceError } from '../../core/workspace/workspace.ts';
import { messageOf } from '../../core/util/errors.ts';
import { openDocument, statIfAny } from './textFiles.ts';
import { uriOf } from './workspaceUris.ts';

/**
 * Files as bytes, wherever they are. On a local disk `local` reads and writes them, atomically and with their permission
 * bits; editors that show such a file follow by themselves unless they are dirty.
 */
export class VscodeFileBytes implements FileBytes {
  readonly #local: FileBytes;

  constructor(local: FileBytes) {
    this.#local = local;
  }

  async read(path: string): Promise<FoundFile | undefined> {
    const uri = uriOf(path);
    const stored = uri.scheme === 'file' ? await this.#local.read(path) : await readRemote(uri);
    const document = openDocument(uri);
    if (stored === undefined || document?.isDirty !== true) return stored;
    const bytes = await vscode.workspace.encode(document.getText(), { encoding: document.encoding });
    return { ...stored, bytes, isDirty: true };
  }

  async write(path: string, file: StoredFile): Promise<void> {
    const uri = uriOf(path);
    if (uri.scheme === 'file') await this.#local.write(path, file);
    else await attempt(path, () => vscode.workspace.fs.writeFile(uri, file.bytes));
  }

  async remove(path: string): Promise<void> {
    const uri = uriOf(path);
    if (uri.scheme === 'file') await this.#local.remove(path);
    else if ((await statIfAny(uri)) !== undefined) await attempt(path, () => vscode.workspace.fs.delete(uri));
  }
}

async function readRemote(uri: vscode.Uri): Promise<FoundFile | undefined> {
  const stat = await statIfAny(uri);
  if (stat === undefined) return undefined;
  const name = uri.toString();
  if ((stat.type & vscode.FileType.Directory) !== 0) throw new WorkspaceError('isFolder', `${name} is a folder.`);
  if (stat.size > MAX_FILE_BYTES) throw new WorkspaceError('tooLarge', `${name} has ${stat.size} bytes.`);
  return { bytes: await vscode.workspace.fs.readFile(uri), isDirty: false };
}

async function attempt(path: string, work: () => Thenable<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new WorkspaceError('saveFailed', `${path} could not be written (${messageOf(cause)}).`, { cause });
  }
}
