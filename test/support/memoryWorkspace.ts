import path from 'node:path';
import { globMatcher } from '../../src/core/workspace/globPattern.ts';
import { displayPath, type ResolvedPath, type WorkspaceRoot } from '../../src/core/workspace/paths.ts';
import { resolvePath } from '../../src/core/workspace/resolvePath.ts';
import {
  MAX_FILE_BYTES,
  WorkspaceError,
  type FileQuery,
  type SearchQuery,
  type SearchResult,
  type TextFile,
  type Workspace,
} from '../../src/core/workspace/workspace.ts';

export interface MemoryWorkspaceOptions {
  readonly roots?: readonly WorkspaceRoot[];
  /** Link paths and their targets. */
  readonly links?: Readonly<Record<string, string>>;
  readonly hasLocalDisk?: boolean;
  /** What the editor's save actions make of a text. */
  readonly onSave?: (path: string, text: string) => string;
  /** What `search` answers; without it, every line that matches the pattern as a JavaScript expression. */
  readonly searchResult?: SearchResult;
}

/** Files in memory, by absolute POSIX path; folders exist as far as files lie in them. */
export class MemoryWorkspace implements Workspace {
  readonly files: Map<string, string>;
  /** Paths with unsaved changes, for `isDirty`. */
  readonly dirty = new Set<string>();
  readonly searches: SearchQuery[] = [];
  readonly roots: readonly WorkspaceRoot[];
  readonly hasLocalDisk: boolean;
  readonly #options: MemoryWorkspaceOptions;

  constructor(files: Readonly<Record<string, string>> = {}, options: MemoryWorkspaceOptions = {}) {
    this.#options = options;
    this.files = new Map(Object.entries(files));
    this.roots = options.roots ?? [{ name: 'w', path: '/w' }];
    this.hasLocalDisk = options.hasLocalDisk ?? true;
  }

  resolve(given: string): Promise<ResolvedPath> {
    const scope = { roots: this.roots, home: '/home/me', style: path.posix };
    return resolvePath(given, scope, (link) => Promise.resolve(this.#options.links?.[link]));
  }

  async readFile(file: string): Promise<TextFile> {
    const text = this.files.get(file);
    if (text === undefined && this.#isFolder(file))
      throw new WorkspaceError('isFolder', `${this.#show(file)} is a folder.`);
    if (text === undefined) throw new WorkspaceError('notFound', `${this.#show(file)} does not exist.`);
    const sizeBytes = Buffer.byteLength(text);
    if (sizeBytes > MAX_FILE_BYTES) throw new WorkspaceError('tooLarge', `${this.#show(file)} has ${sizeBytes} bytes.`);
    const isBinary = text.includes('\0');
    return { text: isBinary ? '' : text, isBinary, sizeBytes, isDirty: this.dirty.has(file), stamp: text };
  }

  async writeFile(file: string, text: string): Promise<number> {
    const saved = this.#options.onSave?.(file, text) ?? text;
    this.files.set(file, saved);
    this.dirty.delete(file);
    return Buffer.byteLength(saved);
  }

  async exists(file: string): Promise<boolean> {
    return this.files.has(file) || this.#isFolder(file);
  }

  async delete(file: string): Promise<void> {
    if (!this.files.delete(file)) throw new WorkspaceError('notFound', `${this.#show(file)} does not exist.`);
  }

  async findFiles(query: FileQuery): Promise<string[]> {
    const matches = globMatcher(query.pattern);
    return this.roots.flatMap((root) => {
      const folder = query.folder ?? root.path;
      return this.#filesIn(root.path).filter(
        (file) => file.startsWith(`${folder}/`) && matches(path.relative(folder, file)),
      );
    });
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    this.searches.push(query);
    if (this.#options.searchResult !== undefined) return this.#options.searchResult;
    const expression = new RegExp(query.pattern, 'u');
    const lines = this.roots.flatMap((root) =>
      this.#filesIn(root.path).flatMap((file) =>
        (this.files.get(file) ?? '')
          .split('\n')
          .map((text, index) => ({ path: file, line: index + 1, text, isMatch: true }))
          .filter((line) => expression.test(line.text)),
      ),
    );
    return { lines: lines.slice(0, query.limit), isCut: lines.length > query.limit };
  }

  #filesIn(folder: string): string[] {
    return [...this.files.keys()].filter((file) => file.startsWith(`${folder}/`));
  }

  #isFolder(folder: string): boolean {
    return this.roots.some((root) => root.path === folder) || this.#filesIn(folder).length > 0;
  }

  #show(file: string): string {
    return displayPath(file, this.roots);
  }
}
