import path from 'node:path';
import * as vscode from 'vscode';
import {
  readProjectMemory,
  type MemoryFolder,
  type MemoryPort,
  type ProjectMemory,
} from '../../core/agent/prompt/projectMemory.ts';
import { isSecretPath } from '../../core/permissions/rules/protectedPaths.ts';
import { isWithin } from '../../core/workspace/paths.ts';
import { pathOf, uriOf } from './workspaceUris.ts';

export interface NotesPorts {
  /** The person's home folder. */
  readonly home: string;
  /** A path through links; as given when there is nothing at it. */
  readonly realPath: (path: string) => string;
}

/** Bytes. Only the beginning of a long file counts anyway. */
const maxSize = 1_000_000;

/**
 * The notes for agents of the home folder, then of the workspace's folders, which are nearer to the task. Of a workspace that isn't trusted nothing is
 * read, and of a folder no secret and nothing that a link brings in from outside.
 */
export function readNotes(ports: NotesPorts): Promise<ProjectMemory> {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const ofWorkspace = folders.map(({ uri, name }): MemoryFolder => ({
    path: pathOf(uri),
    prefix: folders.length === 1 ? '' : `${name}/`,
  }));
  const port: MemoryPort = { read: (folder, name) => read(folder, name, ports) };
  return readProjectMemory([{ path: ports.home, prefix: '~/' }, ...ofWorkspace], port);
}

/** What is said on screen of notes that go to the model, and of those that can't; undefined when there are none. */
export function notesText({ names, cut, unread }: ProjectMemory): string | undefined {
  const said = [
    names.length > 0 ? vscode.l10n.t('Notes for the agent in its instructions: {0}.', names.join(', ')) : '',
    cut.length > 0 ? vscode.l10n.t('Too long, so only in part or not at all: {0}.', cut.join(', ')) : '',
    unread.length > 0 ? vscode.l10n.t('Left out, over 1 MB or not in UTF-8: {0}.', unread.join(', ')) : '',
  ].filter((text) => text !== '');
  return said.length === 0 ? undefined : said.join(' ');
}

async function read(folder: string, name: string, { home, realPath }: NotesPorts): Promise<string | null | undefined> {
  const uri = vscode.Uri.joinPath(uriOf(folder), ...name.split('/'));
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) return undefined;
    // A person may link their own notes to wherever they keep them.
    const isOwn = folder === home || uri.scheme !== 'file';
    const real = realPath(uri.fsPath);
    if (!isOwn && (!isWithin(realPath(folder), real, path) || isSecretPath(real))) return undefined;
    return size > maxSize ? null : textOf(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
