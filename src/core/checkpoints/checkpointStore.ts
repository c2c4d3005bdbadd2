/** Keeps the bytes of files under their SHA-256, away from the workspace and its repository. */
export interface CheckpointStore {
  /**
   * Resolves with the hash in hex once the bytes are safe, even from a loss of power. Throws `CheckpointError`; nothing
   * is kept then.
   */
  put(bytes: Uint8Array): Promise<string>;

  /** Undefined when they are not, or no longer, there, or no longer what they were. */
  get(hash: string): Promise<Uint8Array | undefined>;

  /** Drops what is too old, then the oldest until the rest fits. What `isNeeded` says yes to stays. */
  prune(isNeeded?: (hash: string) => boolean): Promise<PruneReport>;
}

export interface PruneReport {
  readonly removed: number;
  /** What is left, in bytes on disk. */
  readonly bytes: number;
}

/** Asked at each use. */
export interface CheckpointLimits {
  /** On disk. */
  readonly maxBytes: number;
  /** Milliseconds since a content was last kept. */
  readonly maxAgeMs: number;
}

export type CheckpointErrorReason = 'full' | 'readOnly' | 'failed';

export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
  readonly reason: CheckpointErrorReason;

  constructor(reason: CheckpointErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  static is(error: unknown, reason?: CheckpointErrorReason): error is CheckpointError {
    return error instanceof CheckpointError && (reason === undefined || error.reason === reason);
  }
}
