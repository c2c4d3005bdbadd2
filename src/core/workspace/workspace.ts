import type { ResolvedPath, WorkspaceRoot } from './paths.ts';

/** A file as the editor sees it: unsaved text included, decoded by the encoding that the editor uses for it. */
export interface TextFile {
  /** Without byte order mark, line ends as they are. Empty when `isBinary`. */
  readonly text: string;
  readonly isBinary: boolean;
  /** On disk. */
  readonly sizeBytes: number;
  /** True when `text` has changes that are not saved yet. */
  readonly isDirty: boolean;
  /** Equal stamps mean equal content. */
  readonly stamp: string;
}

export interface FileQuery {
  /** A glob relative to `folder`: `**`, `*`, `?`, `[...]`, `{a,b}`. */
  readonly pattern: string;
  /** Absolute; without it every workspace folder is searched. */
  readonly folder?: string;
}

export interface SearchQuery {
  /** A regular expression in ripgrep's syntax. */
  readonly pattern: string;
  /** Absolute, a folder or one file; without it every workspace folder is searched. */
  readonly path?: string;
  /** Only files that match this glob. */
  readonly glob?: string;
  /** Lines shown around each match. */
  readonly context: number;
  /** At most so many matching lines; the search ends there. */
  readonly limit: number;
}

export interface SearchLine {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Without its line end. */
  readonly text: string;
  /** False for a line of context. */
  readonly isMatch: boolean;
}

export interface SearchResult {
  /** Sorted by path, then line. */
  readonly lines: readonly SearchLine[];
  /** True when the limit ended the search. */
  readonly isCut: boolean;
}

export type WorkspaceErrorReason =
  'notFound' | 'isFolder' | 'tooLarge' | 'encoding' | 'saveFailed' | 'badPattern' | 'unavailable';

/** What the machine refused. `message` says it in one sentence, for the model as for people. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly reason: WorkspaceErrorReason;

  constructor(reason: WorkspaceErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  static is(error: unknown, reason?: WorkspaceErrorReason): error is WorkspaceError {
    return error instanceof WorkspaceError && (reason === undefined || error.reason === reason);
  }
}

/** Files above this size are not read into memory. Bytes. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * The files that the agent works on. Paths are those of `ResolvedPath.path`: absolute, or URI strings where there is
 * no local disk. Who may touch what is decided before these are called.
 */
export interface Workspace {
  readonly roots: readonly WorkspaceRoot[];
  /** True when the first folder is on this machine's disk: only there can commands run and `search` work. */
  readonly hasLocalDisk: boolean;

  /** Never fails for a path that does not exist. */
  resolve(given: string): Promise<ResolvedPath>;

  /** Throws `WorkspaceError` notFound, isFolder or tooLarge. */
  readFile(path: string): Promise<TextFile>;

  /**
   * Makes the file and its folders where needed and saves it; an existing file keeps its byte order mark and encoding,
   * and the step can be undone in the editor. Line ends are written as given. Resolves, when the editor's own save
   * actions are through, with the size on disk in bytes. Throws `WorkspaceError` saveFailed or encoding; the file on
   * disk is then as before.
   */
  writeFile(path: string, text: string): Promise<number>;

  /** True for files and folders. */
  exists(path: string): Promise<boolean>;

  /** Deletes a file. Throws `WorkspaceError` notFound. */
  delete(path: string): Promise<void>;

  /** Absolute paths of the files that match, unsorted; ignored and excluded files and all outside the workspace are left out. */
  findFiles(query: FileQuery, signal: AbortSignal): Promise<string[]>;

  /** Throws `WorkspaceError` badPattern, and unavailable where there is no search. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult>;
}
