import * as vscode from 'vscode';
import type { FileBytes } from '../../core/workspace/fileBytes.ts';
import type { FileSearch, FolderSearch } from '../../core/workspace/fileSearch.ts';
import { globMatcher } from '../../core/workspace/globPattern.ts';
import { displayPath, type ResolvedPath, type WorkspaceRoot } from '../../core/workspace/paths.ts';
import {
  WorkspaceError,
  type FileQuery,
  type SearchLine,
  type SearchQuery,
  type SearchResult,
  type TextFile,
  type Workspace,
} from '../../core/workspace/workspace.ts';
import { messageOf } from '../../core/util/errors.ts';
import { saveText } from './saveText.ts';
import { readTextFile, statFile, statIfAny } from './textFiles.ts';
import { walkFolder } from './walkFolder.ts';
import { isInFolder, pathOf, resolveInFolders, rootOf, uriOf } from './workspaceUris.ts';

export interface VscodeWorkspaceOptions {
  /** Asked at each use; default: the folders of this window. */
  readonly folders?: () => readonly vscode.WorkspaceFolder[];
  /** For local disks. Without it the editor's own search finds files, and text can't be searched. */
  readonly fileSearch?: FileSearch | undefined;
  /** Writes what no document is there for; `VscodeFileBytes` is the one implementation. */
  readonly files: Pick<FileBytes, 'write'>;
}

/** The folders that are open in this window, wherever they are, through VS Code's documents and file systems. */
export class VscodeWorkspace implements Workspace {
  readonly #folders: () => readonly vscode.WorkspaceFolder[];
  readonly #fileSearch: FileSearch | undefined;
  readonly #files: Pick<FileBytes, 'write'>;

  constructor(options: VscodeWorkspaceOptions) {
    this.#folders = options.folders ?? (() => vscode.workspace.workspaceFolders ?? []);
    this.#fileSearch = options.fileSearch;
    this.#files = options.files;
  }

  get roots(): readonly WorkspaceRoot[] {
    return this.#folders().map(rootOf);
  }

  get hasLocalDisk(): boolean {
    return this.#folders()[0]?.uri.scheme === 'file';
  }

  resolve(given: string): Promise<ResolvedPath> {
    return resolveInFolders(given, this.#folders());
  }

  readFile(path: string): Promise<TextFile> {
    return readTextFile(uriOf(path), this.#nameOf(path));
  }

  writeFile(path: string, text: string): Promise<number> {
    return saveText({ uri: uriOf(path), name: this.#nameOf(path), files: this.#files }, text);
  }

  async exists(path: string): Promise<boolean> {
    return (await statIfAny(uriOf(path))) !== undefined;
  }

  async delete(path: string): Promise<void> {
    const uri = uriOf(path);
    await statFile(uri, this.#nameOf(path));
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(uri);
    if (await vscode.workspace.applyEdit(edit)) return;
    throw new WorkspaceError('saveFailed', `${this.#nameOf(path)} could not be deleted.`);
  }

  async findFiles({ pattern, folder }: FileQuery, signal: AbortSignal): Promise<string[]> {
    const isMatch = compile(pattern);
    const found = await Promise.all(
      this.#placesFor(folder).map(async ({ root, place }) => {
        const base = folder ?? pathOf(root.uri);
        const isWanted = (file: string): boolean =>
          isMatch(below(base, file)) || (folder === undefined && isMatch(displayPath(file, this.roots)));
        const files = await this.#listFiles(root, place, signal);
        return files.filter(isWanted);
      }),
    );
    return found.flat();
  }

  async search({ pattern, path, glob, context, limit }: SearchQuery, signal: AbortSignal): Promise<SearchResult> {
    const fileSearch = this.#fileSearch;
    if (fileSearch === undefined) throw new WorkspaceError('unavailable', 'Text search is not available here.');
    // As everywhere, a glob without a slash is about names, wherever the file is.
    const isMatch = glob === undefined ? () => true : compile(glob.includes('/') ? glob : `**/${glob}`);
    if (path !== undefined) await this.#refuseSpecialFile(path);
    const lines: SearchLine[] = [];
    let isCut = false;
    for (const { root, place } of this.#placesFor(path)) {
      if (root.uri.scheme !== 'file') continue;
      const base = path ?? root.uri.fsPath;
      const isWanted = (file: string): boolean => file === path || isMatch(below(base, file));
      const left = limit - lines.filter((line) => line.isMatch).length;
      const where = folderSearch(root, place);
      const result = await fileSearch.searchText({ ...where, pattern, isWanted, context, limit: left }, signal);
      lines.push(...result.lines);
      isCut ||= result.isCut;
    }
    return { lines, isCut };
  }

  async #listFiles(root: vscode.WorkspaceFolder, place: vscode.Uri, signal: AbortSignal): Promise<string[]> {
    if (root.uri.scheme === 'file' && this.#fileSearch !== undefined) {
      return this.#fileSearch.listFiles(folderSearch(root, place), signal);
    }
    if (root.uri.scheme === 'file') {
      // Undefined means files.exclude; null would mean nothing.
      const found = await vscode.workspace.findFiles(new vscode.RelativePattern(place, '**'), undefined);
      signal.throwIfAborted();
      return found.map(pathOf);
    }
    // Not the editor's search: it waits for ever for a file system that brings none.
    const matchers = excludesOf(root).map(compile);
    const isExcluded = (uri: vscode.Uri): boolean =>
      matchers.some((isMatch) => isMatch(below(pathOf(root.uri), pathOf(uri))));
    return (await walkFolder(place, isExcluded, signal)).map(pathOf);
  }

  /** The folder or file to search and the workspace folder it is in; all workspace folders by default; none outside. */
  #placesFor(path: string | undefined): { root: vscode.WorkspaceFolder; place: vscode.Uri }[] {
    const folders = this.#folders();
    if (path === undefined) {
      const isNested = (root: vscode.WorkspaceFolder): boolean =>
        folders.some((other) => other !== root && isInFolder(other.uri, root.uri));
      return folders.filter((root) => !isNested(root)).map((root) => ({ root, place: root.uri }));
    }
    const place = uriOf(path);
    const root = folders.find((folder) => isInFolder(folder.uri, place));
    return root === undefined ? [] : [{ root, place }];
  }

  /** Reading a pipe would wait for ever. */
  async #refuseSpecialFile(path: string): Promise<void> {
    const { type = 0 } = (await statIfAny(uriOf(path))) ?? {};
    if ((type & (vscode.FileType.File | vscode.FileType.Directory)) !== 0) return;
    throw new WorkspaceError('unavailable', `${this.#nameOf(path)} is neither a file nor a folder.`);
  }

  #nameOf(path: string): string {
    return displayPath(path, this.roots);
  }
}

function folderSearch(root: vscode.WorkspaceFolder, place: vscode.Uri): FolderSearch {
  return { root: root.uri.fsPath, path: place.fsPath, excludes: excludesOf(root) };
}

function excludesOf(root: vscode.WorkspaceFolder): string[] {
  const excluded = vscode.workspace.getConfiguration('files', root.uri).get<Record<string, unknown>>('exclude', {});
  // A value that is no boolean makes the exclusion depend on a sibling file: such files are shown.
  return Object.entries(excluded).flatMap(([glob, isExcluded]) => (isExcluded === true ? [glob] : []));
}

function below(folder: string, file: string): string {
  return displayPath(file, [{ name: '', path: folder }]);
}

function compile(glob: string): (path: string) => boolean {
  try {
    return globMatcher(glob);
  } catch (error) {
    throw new WorkspaceError('badPattern', messageOf(error), { cause: error });
  }
}
