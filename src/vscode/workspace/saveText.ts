import * as vscode from 'vscode';
import { messageOf } from '../../core/util/errors.ts';
import { WorkspaceError } from '../../core/workspace/workspace.ts';
import { replacedSpan } from './replacedSpan.ts';
import { statFile, statIfAny } from './textFiles.ts';

/**
 * Saves `text` as the whole content of a file, existing or not. Resolves with its size in bytes. When it throws, the
 * file on disk is as before. `name` is how messages call the file.
 */
export async function saveText(uri: vscode.Uri, text: string, name: string): Promise<number> {
  if ((await statIfAny(uri)) === undefined) await createFile(uri, text, name);
  else await updateFile(uri, text, name);
  return (await statFile(uri, name)).size;
}

/** As an edit of the workspace, so that the step can be undone; it makes the folders too. */
async function createFile(uri: vscode.Uri, text: string, name: string): Promise<void> {
  const contents = await vscode.workspace.encode(text, { uri });
  if ((await vscode.workspace.decode(contents, { uri })) !== text) throw unencodable(name);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents });
  if (!(await vscode.workspace.applyEdit(edit))) throw notSaved(name);
}

async function updateFile(uri: vscode.Uri, text: string, name: string): Promise<void> {
  const document = await openForWriting(uri, name);
  const { encoding } = document;
  const before = await vscode.workspace.fs.readFile(uri);
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
  const isInSync = document.isDirty || document.getText() === onDisk;
  if (isInSync && hasOnly(text, document.eol)) await saveDocument(document, text, name);
  else await writeBytes(uri, bytes, name);
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
async function writeBytes(uri: vscode.Uri, bytes: Uint8Array, name: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(uri, bytes);
  } catch (error) {
    throw notSaved(name, error);
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
