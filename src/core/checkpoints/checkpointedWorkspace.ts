import type { ResolvedPath, WorkspaceRoot } from '../workspace/paths.ts';
import type { FileQuery, SearchQuery, SearchResult, TextFile, Workspace } from '../workspace/workspace.ts';
import type { ChangeKeeper } from './changeKeeper.ts';

/** The same workspace, but what a write or a deletion replaces is kept first. */
export function withCheckpoints(inner: Workspace, keeper: ChangeKeeper): Workspace {
  return new CheckpointedWorkspace(inner, keeper);
}

class CheckpointedWorkspace implements Workspace {
  readonly #inner: Workspace;
  readonly #keeper: ChangeKeeper;

  constructor(inner: Workspace, keeper: ChangeKeeper) {
    this.#inner = inner;
    this.#keeper = keeper;
  }

  get roots(): readonly WorkspaceRoot[] {
    return this.#inner.roots;
  }

  get hasLocalDisk(): boolean {
    return this.#inner.hasLocalDisk;
  }

  writeFile(path: string, text: string): Promise<number> {
    return this.#keeper.around(path, () => this.#inner.writeFile(path, text));
  }

  delete(path: string): Promise<void> {
    return this.#keeper.around(path, () => this.#inner.delete(path));
  }

  resolve(given: string): Promise<ResolvedPath> {
    return this.#inner.resolve(given);
  }

  readFile(path: string): Promise<TextFile> {
    return this.#inner.readFile(path);
  }

  exists(path: string): Promise<boolean> {
    return this.#inner.exists(path);
  }

  findFiles(query: FileQuery, signal: AbortSignal): Promise<string[]> {
    return this.#inner.findFiles(query, signal);
  }

  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult> {
    return this.#inner.search(query, signal);
  }
}
