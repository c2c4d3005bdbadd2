import type { FileBytes, StoredFile } from '../workspace/fileBytes.ts';
import type { ResolvedPath } from '../workspace/paths.ts';
import { WorkspaceError } from '../workspace/workspace.ts';
import type { ChangeLog } from './changeLog.ts';
import { isSameState, type ChangeContext, type FileState, type StartedChange } from './changeRecord.ts';
import { CheckpointError, type CheckpointStore } from './checkpointStore.ts';

export interface ChangeKeeperPorts {
  readonly files: FileBytes;
  readonly store: CheckpointStore;
  readonly log: ChangeLog;
  readonly resolve: (path: string) => Promise<ResolvedPath>;
  /** Whose work the next change is. */
  readonly context: () => ChangeContext;
  /** Told when bytes could not be kept: the change goes on without a way back. */
  readonly onNotKept?: (error: CheckpointError, path: string) => void;
}

/** What a change is made for. */
export type ChangeCause = Pick<StartedChange, 'cause' | 'undoes' | 'batch'>;

const byTool: ChangeCause = { cause: 'tool' };

/** Keeps what a file was before and after each change, and has the log say so before the file is touched. */
export class ChangeKeeper {
  readonly #ports: ChangeKeeperPorts;

  constructor(ports: ChangeKeeperPorts) {
    this.#ports = ports;
  }

  /**
   * Runs `change`, which touches the file at `path` and nothing else. Before it begins, the old bytes are kept and the
   * record is in the log. When it throws, the record says what the file was left as.
   */
  async around<T>(path: string, change: () => Promise<T>, cause = byTool): Promise<T> {
    const { log, resolve } = this.#ports;
    const id = crypto.randomUUID();
    const before = await this.stateOf(path);
    const { realPath } = await resolve(path);
    log.start({ id, ...this.#ports.context(), ...cause, path, realPath, before });
    try {
      return await change();
    } finally {
      log.finish(id, await this.stateOf(path));
    }
  }

  /** Records what somebody else, a command, has done already. */
  async note(path: string, before: FileState, after: FileState): Promise<void> {
    if (isSameState(before, after)) return;
    const id = crypto.randomUUID();
    const { realPath } = await this.#ports.resolve(path);
    this.#ports.log.start({ id, ...this.#ports.context(), cause: 'command', path, realPath, before });
    this.#ports.log.finish(id, after);
  }

  /** What stands at `path` now, its bytes kept. Never rejects. */
  async stateOf(path: string): Promise<FileState> {
    try {
      const file = await this.#ports.files.read(path);
      return file === undefined ? { kind: 'absent' } : await this.keep(path, file);
    } catch (error) {
      return { kind: 'unknown', why: WorkspaceError.is(error, 'tooLarge') ? 'tooLarge' : 'unreadable' };
    }
  }

  async keep(path: string, { bytes, mode }: StoredFile): Promise<FileState> {
    try {
      const blob = await this.#ports.store.put(bytes);
      return { kind: 'file', blob, size: bytes.length, ...(mode === undefined ? {} : { mode }) };
    } catch (error) {
      if (!CheckpointError.is(error)) throw error;
      this.#ports.onNotKept?.(error, path);
      return { kind: 'unknown', why: 'notKept' };
    }
  }
}
