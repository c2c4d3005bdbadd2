import { readlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { isWithin, type ResolvedPath, type WorkspaceRoot } from '../../core/workspace/paths.ts';
import { resolvePath } from '../../core/workspace/resolvePath.ts';

type Folders = readonly vscode.WorkspaceFolder[];

/** At least two letters, so that a drive letter is no scheme. */
const URI = /^([a-zA-Z][a-zA-Z0-9+.-]+):\/\/([^/]*)(\/.*)?$/;

/** The path by which core knows a URI: the native one on a local disk, else `scheme://authority/path`, not encoded. */
export function pathOf(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  return `${uri.scheme}://${uri.authority}${uri.path}`;
}

/** The reverse of `pathOf`. */
export function uriOf(file: string): vscode.Uri {
  const match = URI.exec(file);
  if (match === null) return vscode.Uri.file(file);
  const [, scheme = 'file', authority = '', rest = '/'] = match;
  return vscode.Uri.from({ scheme, authority, path: rest });
}

export function rootOf(folder: vscode.WorkspaceFolder): WorkspaceRoot {
  return { name: folder.name, path: pathOf(folder.uri) };
}

/** True when `file` is the folder or lies in it. */
export function isInFolder(folder: vscode.Uri, file: vscode.Uri): boolean {
  if (folder.scheme !== file.scheme || folder.authority !== file.authority) return false;
  if (folder.scheme === 'file') return isWithin(folder.fsPath, file.fsPath, path);
  return isWithin(folder.path, file.path, path.posix);
}

/** What the model means by a path, and where it really leads. */
export async function resolveInFolders(given: string, folders: Folders): Promise<ResolvedPath> {
  const { folder, rest } = namedFolder(given, folders) ?? { folder: folders[0], rest: given };
  if (URI.test(given)) return resolveUri(uriOf(given), given, folders);
  if (folder !== undefined && folder.uri.scheme !== 'file') {
    return resolveUri(folder.uri.with({ path: path.posix.resolve(folder.uri.path, rest) }), given, folders);
  }
  const native = rest === given || folder === undefined ? given : path.resolve(folder.uri.fsPath, rest);
  const roots = folders.filter((candidate) => candidate.uri.scheme === 'file').map(rootOf);
  const scope = { roots, home: homedir(), style: path };
  return { ...(await resolvePath(native, scope, readLink)), given };
}

async function resolveUri(uri: vscode.Uri, given: string, folders: Folders): Promise<ResolvedPath> {
  if (uri.scheme === 'file') return { ...(await resolveInFolders(uri.fsPath, folders)), given };
  // Such file systems tell nothing of links: a path there has only this one name.
  const isInside = folders.some((folder) => isInFolder(folder.uri, uri));
  return { given, path: pathOf(uri), realPath: pathOf(uri), isInside };
}

/** Where there are several folders, a path may begin with the name of the one it is in. */
function namedFolder(given: string, folders: Folders): { folder: vscode.WorkspaceFolder; rest: string } | undefined {
  if (folders.length < 2) return undefined;
  const [, name, rest = ''] = /^(?:\.[/\\])*([^/\\]+)(?:[/\\]+(.*))?$/s.exec(given) ?? [];
  const folder = folders.find((candidate) => candidate.name === name);
  return folder === undefined ? undefined : { folder, rest: rest === '' ? '.' : rest };
}

async function readLink(file: string): Promise<string | undefined> {
  try {
    return await readlink(file);
  } catch {
    // No link, or nothing there.
    return undefined;
  }
}

/** The folder that commands run in; undefined where it isn't on a local disk. */
export function firstLocalFolder(): string | undefined {
  const uri = vscode.workspace.workspaceFolders?.[0]?.uri;
  return uri?.scheme === 'file' ? uri.fsPath : undefined;
}
