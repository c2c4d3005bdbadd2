import { createHash } from 'node:crypto';
import { CheckpointError, type CheckpointStore } from '../../src/core/checkpoints/checkpointStore.ts';
import type { FileBytes, FoundFile, StoredFile } from '../../src/core/workspace/fileBytes.ts';
import { WorkspaceError } from '../../src/core/workspace/workspace.ts';
import type { MemoryWorkspace } from './memoryWorkspace.ts';

/** The files of a memory workspace as bytes, with permission bits beside them. */
export class MemoryFileBytes implements FileBytes {
  readonly modes = new Map<string, number>();
  /** Paths that refuse to be written. */
  readonly readOnly = new Set<string>();
  readonly #workspace: MemoryWorkspace;

  constructor(workspace: MemoryWorkspace) {
    this.#workspace = workspace;
  }

  async read(path: string): Promise<FoundFile | undefined> {
    const text = this.#workspace.files.get(path);
    if (text === undefined) return undefined;
    const mode = this.modes.get(path);
    const isDirty = this.#workspace.dirty.has(path);
    return { bytes: Buffer.from(text), isDirty, ...(mode === undefined ? {} : { mode }) };
  }

  async write(path: string, { bytes, mode }: StoredFile): Promise<void> {
    this.#check(path);
    this.#workspace.files.set(path, Buffer.from(bytes).toString());
    if (mode !== undefined) this.modes.set(path, mode);
  }

  async remove(path: string): Promise<void> {
    this.#check(path);
    this.#workspace.files.delete(path);
  }

  #check(path: string): void {
    if (this.readOnly.has(path)) throw new WorkspaceError('saveFailed', `${path} is read-only.`);
  }
}

export class MemoryCheckpoints implements CheckpointStore {
  readonly blobs = new Map<string, Uint8Array>();
  isFull = false;

  async put(bytes: Uint8Array): Promise<string> {
    if (this.isFull) throw new CheckpointError('full', 'The disk is full.');
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.blobs.set(hash, bytes);
    return hash;
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    return this.blobs.get(hash);
  }

  async prune(): Promise<{ removed: number; bytes: number }> {
    return { removed: 0, bytes: 0 };
  }
}
