import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { LocalFileBytes } from '../../src/node/localFileBytes.ts';
import { VscodeFileBytes } from '../../src/vscode/workspace/vscodeFileBytes.ts';

/** Writes files as the extension does. */
export const diskFiles = new VscodeFileBytes(new LocalFileBytes());

/** A folder in the window's workspace folder, so that workspace settings count in it. */
export class ScratchFolder {
  readonly path: string;

  private constructor(folder: string) {
    this.path = folder;
  }

  static async create(): Promise<ScratchFolder> {
    const workspaceFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    if (workspaceFolder === undefined) throw new Error('These tests need a workspace folder.');
    return new ScratchFolder(await mkdtemp(path.join(workspaceFolder, 'scratch-')));
  }

  /** As a workspace folder, the whole of it or one of its folders. */
  asWorkspaceFolder(name = 'app', below = '.'): vscode.WorkspaceFolder {
    return { uri: vscode.Uri.file(this.at(below)), name, index: 0 };
  }

  at(file: string): string {
    return path.join(this.path, file);
  }

  uri(file: string): vscode.Uri {
    return vscode.Uri.file(this.at(file));
  }

  async write(file: string, content: string | Uint8Array): Promise<void> {
    await mkdir(path.dirname(this.at(file)), { recursive: true });
    await writeFile(this.at(file), content);
  }

  /** The bytes as text, one character each, so that differences can be read. */
  async bytes(file: string): Promise<string> {
    return readFile(this.at(file), 'latin1');
  }

  async dispose(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Sets workspace settings for the length of `work`. */
export async function withSettings(
  settings: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const set = async (name: string, value: unknown): Promise<void> =>
    configuration.update(name, value, vscode.ConfigurationTarget.Workspace);
  for (const [name, value] of Object.entries(settings)) await set(name, value);
  try {
    await work();
  } finally {
    for (const name of Object.keys(settings)) await set(name, undefined);
  }
}
