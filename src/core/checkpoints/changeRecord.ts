/** What stood at a path. Plain JSON. */
export type FileState =
  | { readonly kind: 'absent' }
  /** `blob` is the SHA-256 of the bytes, in hex; the checkpoint store has them by it. `size` in bytes. */
  | { readonly kind: 'file'; readonly blob: string; readonly size: number; readonly mode?: number }
  /** There was something, but its bytes were not kept: it can't be brought back. */
  | { readonly kind: 'unknown'; readonly why: UnknownReason };

/**
 * `unfinished`: the write was cut off. `tooLarge`, `tooMany`: beyond what is kept. `notKept`: the store could not take it.
 * `unreadable`: it could not be read.
 */
export type UnknownReason = 'unfinished' | 'tooLarge' | 'tooMany' | 'notKept' | 'unreadable';

/** Whose work a change is. */
export interface ChangeContext {
  /** The run within the session, from 1; 0 before the first. */
  readonly run: number;
  /** The item that was in progress when the call started. */
  readonly itemId?: string;
  readonly callId?: string;
}

/** A change that is about to be made; plain JSON, journalled before the write. */
export interface StartedChange extends ChangeContext {
  readonly id: string;
  readonly cause: 'tool' | 'command' | 'undo' | 'redo';
  /** As the workspace names it. */
  readonly path: string;
  /** Where it really led when it was written. */
  readonly realPath: string;
  readonly before: FileState;
  /** Ids of the changes that an undo or a redo takes back. */
  readonly undoes?: readonly string[];
  /** The same for all files of one undo or redo. */
  readonly batch?: string;
}

/** A change to one file. A rename is a deletion and a creation. */
export interface ChangeRecord extends StartedChange {
  /** `unknown`, why `unfinished`, while the write is on and when it was cut off. */
  readonly after: FileState;
}

/** What is added to the log of changes, one journal line each. */
export type ChangeEntry =
  | { readonly kind: 'fileChanging'; readonly change: StartedChange }
  | { readonly kind: 'fileChanged'; readonly id: string; readonly after: FileState }
  /** What this command changed could not be seen, or not all of it. */
  | { readonly kind: 'commandUnwatched'; readonly callId?: string; readonly why: UnwatchedReason };

/** `noRepository`: no git repository around the folder. `failed`: git did not answer in time. */
export type UnwatchedReason = 'noRepository' | 'failed';

export const unfinished: FileState = { kind: 'unknown', why: 'unfinished' };

/** True when both are known to be the same, permission bits included where both have them. */
export function isSameState(a: FileState, b: FileState): boolean {
  if (a.kind === 'absent') return b.kind === 'absent';
  if (a.kind !== 'file' || b.kind !== 'file' || a.blob !== b.blob) return false;
  return a.mode === undefined || b.mode === undefined || a.mode === b.mode;
}
