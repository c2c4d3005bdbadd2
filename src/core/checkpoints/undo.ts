import type { FileBytes, StoredFile } from '../workspace/fileBytes.ts';
import type { ResolvedPath } from '../workspace/paths.ts';
import { messageOf } from '../util/errors.ts';
import { isSameBytes } from './byteText.ts';
import type { ChangeCause, ChangeKeeper } from './changeKeeper.ts';
import type { ChangeRecord } from './changeRecord.ts';
import type { CheckpointStore } from './checkpointStore.ts';
import { planUndo, type Closed, type FileConflict, type FilePlace, type FilePlan, type UndoInput } from './planUndo.ts';

export interface UndoPorts {
  readonly files: FileBytes;
  readonly store: CheckpointStore;
  readonly keeper: ChangeKeeper;
  readonly resolve: (path: string) => Promise<ResolvedPath>;
}

/** What became of one file. */
export interface FileReport {
  readonly path: string;
  readonly result:
    | { readonly kind: 'restored' | 'merged' | 'recreated' | 'deleted' | 'asBefore' }
    /** Somebody changed it between the plan and the write; nothing was written. */
    | { readonly kind: 'changedMeanwhile' }
    | { readonly kind: 'failed'; readonly message: string }
    | FileConflict
    | { readonly kind: 'refused'; readonly why: Closed | 'notKept' };
}

/** Takes changes to files back, file by file, and records that as changes, so that it can be taken back in turn. */
export class Undo {
  readonly #ports: UndoPorts;

  constructor(ports: UndoPorts) {
    this.#ports = ports;
  }

  /** Looks, and writes nothing. `wanted` comes from `activeChanges.ts`. */
  async plan(wanted: readonly ChangeRecord[]): Promise<readonly FilePlan[]> {
    const now = new Map<string, FilePlace>();
    for (const { path, realPath } of wanted) {
      // The last name of a file counts: it may have been written by a path that leads there no more.
      now.set(realPath, await this.#look(path, realPath));
    }
    return planUndo({ wanted, now, blobs: await this.#load(wanted) });
  }

  /** Does what can be done; a file that can't be written doesn't keep the others. Never rejects. */
  async apply(plans: readonly FilePlan[], cause: 'undo' | 'redo'): Promise<readonly FileReport[]> {
    const reports: FileReport[] = [];
    const batch = crypto.randomUUID();
    for (const plan of plans) {
      const result = await this.#applyOne(plan, { cause, batch, undoes: plan.undoes }).catch((error: unknown) => ({
        kind: 'failed' as const,
        message: messageOf(error),
      }));
      reports.push({ path: plan.path, result });
    }
    return reports;
  }

  async #applyOne(plan: FilePlan, cause: ChangeCause): Promise<FileReport['result']> {
    const { files, keeper } = this.#ports;
    const { path } = plan;
    switch (plan.kind) {
      case 'asBefore':
        return { kind: 'asBefore' };
      case 'conflict':
      case 'refused':
        return plan;
      case 'restore':
      case 'recreate':
      case 'delete': {
        // The person may have taken a while to say yes to the plan.
        const place = await this.#look(path, plan.realPath);
        if (place.kind === 'closed') return { kind: 'refused', why: place.why };
        if (!isStill(place.file, plan.kind === 'recreate' ? undefined : plan.expected))
          return { kind: 'changedMeanwhile' };
        const write = (): Promise<void> => (plan.kind === 'delete' ? files.remove(path) : files.write(path, plan.file));
        await keeper.around(path, write, cause);
        return { kind: doneAs(plan) };
      }
    }
  }

  async #look(path: string, realPath: string): Promise<FilePlace> {
    try {
      const resolved = await this.#ports.resolve(path);
      if (resolved.realPath !== realPath) return { kind: 'closed', why: 'linkMoved' };
      if (isInGit(resolved)) return { kind: 'closed', why: 'git' };
      if (!resolved.isInside) return { kind: 'closed', why: 'outside' };
      const file = await this.#ports.files.read(path);
      return file?.isDirty === true ? { kind: 'closed', why: 'unsaved' } : { kind: 'found', file };
    } catch {
      // Whatever keeps it from being read would keep it from being judged.
      return { kind: 'closed', why: 'unreadable' };
    }
  }

  async #load(wanted: readonly ChangeRecord[]): Promise<UndoInput['blobs']> {
    const blobs = new Map<string, Uint8Array>();
    for (const state of wanted.flatMap(({ before, after }) => [before, after])) {
      if (state.kind !== 'file' || blobs.has(state.blob)) continue;
      const bytes = await this.#ports.store.get(state.blob);
      if (bytes !== undefined) blobs.set(state.blob, bytes);
    }
    return blobs;
  }
}

function isStill(file: StoredFile | undefined, expected: StoredFile | undefined): boolean {
  if (file === undefined || expected === undefined) return file === expected;
  return isSameBytes(file.bytes, expected.bytes);
}

function doneAs(
  plan: Extract<FilePlan, { readonly kind: 'restore' | 'recreate' | 'delete' }>,
): 'restored' | 'merged' | 'recreated' | 'deleted' {
  if (plan.kind === 'restore') return plan.isMerged ? 'merged' : 'restored';
  return plan.kind === 'recreate' ? 'recreated' : 'deleted';
}

/** By any name: on disks that don't tell cases apart, `.GIT` is the same folder. */
function isInGit({ path, realPath }: ResolvedPath): boolean {
  return [path, realPath].some((name) => name.split(/[/\\]/).some((part) => part.toLowerCase() === '.git'));
}
