import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { MAX_FILE_BYTES, WorkspaceError, type TextFile } from '../../core/workspace/workspace.ts';
import { messageOf } from '../../core/util/errors.ts';

/** The file as the editor has it. `name` is how messages call it. */
export async function readTextFile(uri: vscode.Uri, name: string): Promise<TextFile> {
  const { size } = await statFile(uri, name);
  if (size > MAX_FILE_BYTES) throw new WorkspaceError('tooLarge', `${name} has ${size} bytes, too many to read whole.`);
  const document = openDocument(uri);
  if (document?.isDirty === true) return textFile(document.getText(), size, true);
  const bytes = await vscode.workspace.fs.readFile(uri);
  const text = await decode(bytes, uri, document);
  return text === undefined ? binaryFile(bytes) : textFile(text, bytes.length, false);
}

export async function statFile(uri: vscode.Uri, name: string): Promise<vscode.FileStat> {
  const stat = await statIfAny(uri);
  if (stat === undefined) throw new WorkspaceError('notFound', `${name} does not exist.`);
  if ((stat.type & vscode.FileType.Directory) !== 0) throw new WorkspaceError('isFolder', `${name} is a folder.`);
  return stat;
}

/** Undefined where there is nothing; what can't be looked at for another reason throws. */
export async function statIfAny(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(error.code)) {
      return undefined;
    }
    throw new WorkspaceError('unavailable', messageOf(error), { cause: error });
  }
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Undefined for a binary file. */
async function decode(
  bytes: Uint8Array,
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
): Promise<string | undefined> {
  try {
    // A person may have reopened the document with another encoding than the settings say.
    if (document !== undefined) return await vscode.workspace.decode(bytes, { encoding: document.encoding });
    return await vscode.workspace.decode(bytes, { uri });
  } catch {
    // It throws for binary content only.
    return undefined;
  }
}

function textFile(text: string, sizeBytes: number, isDirty: boolean): TextFile {
  return { text, isBinary: false, sizeBytes, isDirty, stamp: stampOf(text) };
}

function binaryFile(bytes: Uint8Array): TextFile {
  return { text: '', isBinary: true, sizeBytes: bytes.length, isDirty: false, stamp: stampOf(bytes) };
}

function stampOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
