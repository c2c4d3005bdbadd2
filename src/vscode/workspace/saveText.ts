import * as vscode from 'vscode';
import { messageOf } from '../../core/util/errors.ts';
import type { FileBytes } from '../../core/workspace/fileBytes.ts';
import { WorkspaceError } from '../../core/workspace/workspace.ts';
import { replacedSpan } from './replacedSpan.ts';
import { statFile, statIfAny } from './textFiles.ts';
import { pathOf } from './workspaceUris.ts';

/** A file by the name that messages call it by, and what writes its bytes. */
export interface SaveTarget {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly files: Pick<FileBytes, 'write'>;
}

/**
 * Saves `text` as the whole content of a file, existing or not. Resolves with its size in bytes. When it throws, the
 * file on disk is as before.
 */
export async function saveText(target: SaveTarget, text: string): Promise<number> {
  const { uri, name } = target;
  if ((await statIfAny(uri)) === undefined) await createFile(target, text);
  else await updateFile(target, text);
  return (await statFile(uri, name)).size;
}

/** Not as an edit of the workspace, which would write in place: whatever happens, there is no half file. */
async function createFile(target: SaveTarget, text: string): Promise<void> {
  const { uri, name } = target;
  const bytes = await vscode.workspace.encode(text, { uri });
  if ((await vscode.workspace.decode(bytes, { uri })) !== text) throw unencodable(name);
  await writeBytes(target, bytes);
}

async function updateFile(target: SaveTarget, text: string): Promise<void> {
  const { uri, name } = target;
  const document = await openForWriting(uri, name);
  const before = await vscode.workspace.fs.readFile(uri);
  const encoding = encodingNow(document.encoding, before);
  const onDisk = await vscode.workspace.decode(before, { encoding });
  if (!document.isDirty && !isSame(before, await vscode.workspace.encode(onDisk, { encoding }))) {
    throw new WorkspaceError(
      'encoding',
      `${name} is not valid ${encoding}, and saving it would destroy text. Nothing was written. ` +
        'The user can set files.encoding to its real encoding.',
    );
  }
  const bytes = await vscode.workspace.encode(text, { encoding });
  if ((await vscode.workspace.decode(bytes, { encoding })) !== text) throw unencodable(name, encoding);
  const isInSync = document.isDirty || (document.encoding === encoding && document.getText() === onDisk);
  if (isInSync && hasOnly(text, document.eol)) await saveDocument(document, text, name);
  else await writeBytes(target, bytes);
}

/** The editor's own way: what is open follows, can be undone, and the person's save actions run. */
async function saveDocument(document: vscode.TextDocument, text: string, name: string): Promise<void> {
  const before = document.getText();
  if (!(await replaceText(document, text))) throw notSaved(name);
  if (!document.isDirty || (await document.save())) return;
  // The disk has the old text, so the editor must not show the new one as if it were there.
  await replaceText(document, before);
  throw notSaved(name);
}

/** For what a document can't hold: several kinds of line ends in one file, or content that it has not caught up with. */
async function writeBytes({ uri, name, files }: SaveTarget, bytes: Uint8Array): Promise<void> {
  try {
    await files.write(pathOf(uri), { bytes });
  } catch (error) {
    throw notSaved(name, WorkspaceError.is(error) ? error.cause : error);
  }
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const span = replacedSpan(document.getText(), text);
  if (span === undefined) return true;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
  edit.replace(document.uri, range, span.text);
  return vscode.workspace.applyEdit(edit);
}

async function openForWriting(uri: vscode.Uri, name: string): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw notSaved(name, error);
  }
}

/** A document names the byte order mark that its file had when it was last read; the file may have another by now. */
function encodingNow(encoding: string, bytes: Uint8Array): string {
  if (encoding !== 'utf8' && encoding !== 'utf8bom') return encoding;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? 'utf8bom' : 'utf8';
}

function hasOnly(text: string, eol: vscode.EndOfLine): boolean {
  return eol === vscode.EndOfLine.CRLF ? !/(?<!\r)\n|\r(?!\n)/.test(text) : !text.includes('\r');
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function notSaved(name: string, cause?: unknown): WorkspaceError {
  const reason = cause === undefined ? '' : ` (${messageOf(cause)})`;
  return new WorkspaceError('saveFailed', `${name} could not be saved${reason}. The file is as before.`, { cause });
}

function unencodable(name: string, encoding = 'files.encoding'): WorkspaceError {
  return new WorkspaceError(
    'encoding',
    `The text has characters that the encoding of ${name} (${encoding}) can't hold. Nothing was written. Use other characters.`,
  );
}
