/** A file as it is stored: byte order mark, line ends and encoding are in the bytes. */
export interface StoredFile {
  readonly bytes: Uint8Array;
  /** Permission bits, where the file system has them. */
  readonly mode?: number;
}

export interface FoundFile extends StoredFile {
  /** True when an editor holds text of it that is not saved yet; `bytes` are those that saving it would write. */
  readonly isDirty: boolean;
}

/**
 * Files as bytes, for what must come back exactly as it was. Paths are those of `Workspace`. Who may touch what is decided
 * before these are called.
 */
export interface FileBytes {
  /** Undefined where nothing is. Throws `WorkspaceError` isFolder, tooLarge (`MAX_FILE_BYTES`) or unavailable. */
  read(path: string): Promise<FoundFile | undefined>;

  /**
   * Makes the file, and its folders, or replaces it; without `mode` an existing file keeps its own. On a local disk the
   * file is the old or the new one at any moment, whatever ends this process. Throws `WorkspaceError` saveFailed.
   */
  write(path: string, file: StoredFile): Promise<void>;

  /** Harmless where nothing is. Throws `WorkspaceError` saveFailed. */
  remove(path: string): Promise<void>;
}
