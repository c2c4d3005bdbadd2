import type { StoredFile } from '../workspace/fileBytes.ts';

/** Where a repository stands; paths are absolute. */
export interface RepositoryStatus {
  /** The commit that is checked out; undefined before the first one. */
  readonly head: string | undefined;
  /** Files that differ from it and files that it doesn't know, ignored ones left out. */
  readonly changed: readonly string[];
  /** Files and whole folders that it ignores. */
  readonly ignored: readonly string[];
}

/** What a repository can say of its files. Never writes, not even its index. */
export interface VersionControl {
  /** Undefined where there is no repository. Rejects when it can't tell in time. */
  status(signal: AbortSignal): Promise<RepositoryStatus | undefined>;
  /** Files that differ between two commits; undefined as `from` is before the first one. */
  between(from: string | undefined, to: string, signal: AbortSignal): Promise<readonly string[]>;
  /** A file as a checkout of `head` writes it; undefined where it had none, `special` for a link or a submodule. */
  fileAt(head: string, path: string, signal: AbortSignal): Promise<StoredFile | undefined | 'special'>;
}
