import type { SearchResult } from './workspace.ts';

export interface FolderSearch {
  /** A workspace folder; `excludes` are relative to it. */
  readonly root: string;
  /** Absolute: the root, or a folder or file in it. */
  readonly path: string;
  /** Globs as in `files.exclude`. */
  readonly excludes: readonly string[];
}

export interface TextSearch extends FolderSearch {
  /** A regular expression in ripgrep's syntax. */
  readonly pattern: string;
  /** Only these files; gets absolute paths. */
  readonly isWanted: (path: string) => boolean;
  /** Lines around each match. */
  readonly context: number;
  /** At most so many matching lines. */
  readonly limit: number;
}

/** Searches a local disk. What `.gitignore` names is left out, and links are not followed. */
export interface FileSearch {
  /** Absolute paths, unsorted. */
  listFiles(search: FolderSearch, signal: AbortSignal): Promise<string[]>;
  /** Throws `WorkspaceError` badPattern. */
  searchText(search: TextSearch, signal: AbortSignal): Promise<SearchResult>;
}
