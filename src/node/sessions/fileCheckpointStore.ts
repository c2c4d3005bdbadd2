import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  CheckpointError,
  type CheckpointLimits,
  type CheckpointStore,
  type PruneReport,
} from '../../core/checkpoints/checkpointStore.ts';
import { messageOf } from '../../core/util/errors.ts';
import { writeFileAtomic } from '../atomicFile.ts';
import { storageReason } from '../errorCode.ts';

export interface FileCheckpointOptions {
  /** Absolute, outside of every workspace; made when it is needed. */
  readonly folder: string;
  readonly limits: () => CheckpointLimits;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** A content as it lies there. */
interface KeptFile {
  readonly hash: string;
  readonly file: string;
  readonly bytes: number;
  readonly keptAt: number;
}

/** Contents as compressed files, named by the hash of what is in them: equal contents are there once. */
export class FileCheckpointStore implements CheckpointStore {
  readonly #folder: string;
  readonly #limits: () => CheckpointLimits;
  readonly #now: () => number;

  constructor({ folder, limits, now = () => Date.now() }: FileCheckpointOptions) {
    this.#folder = folder;
    this.#limits = limits;
    this.#now = now;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const file = this.#fileOf(hash);
    try {
      // Also makes a content young again that was kept before.
      if ((await this.get(hash)) !== undefined) await utimes(file, this.#now() / 1000, this.#now() / 1000);
      else await this.#write(file, bytes);
    } catch (error) {
      throw new CheckpointError(storageReason(error), `A file could not be kept for undo (${messageOf(error)}).`, {
        cause: error,
      });
    }
    return hash;
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
    try {
      const bytes = await promisify(gunzip)(await readFile(this.#fileOf(hash)));
      return hashOf(bytes) === hash ? bytes : undefined;
    } catch {
      // Not there, or damaged: either way it can't be given back.
      return undefined;
    }
  }

  async prune(isNeeded: (hash: string) => boolean = () => false): Promise<PruneReport> {
    const { maxBytes, maxAgeMs } = this.#limits();
    const files = (await this.#list()).sort((a, b) => b.keptAt - a.keptAt);
    let bytes = files.filter(({ hash }) => isNeeded(hash)).reduce((sum, file) => sum + file.bytes, 0);
    let removed = 0;
    for (const file of files) {
      if (isNeeded(file.hash)) continue;
      const isTooOld = this.#now() - file.keptAt > maxAgeMs;
      if (!isTooOld && bytes + file.bytes <= maxBytes) bytes += file.bytes;
      else {
        await rm(file.file, { force: true });
        removed += 1;
      }
    }
    return { removed, bytes };
  }

  async #write(file: string, bytes: Uint8Array): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, await promisify(gzip)(bytes, { level: 1 }), 0o600);
    await utimes(file, this.#now() / 1000, this.#now() / 1000);
  }

  async #list(): Promise<KeptFile[]> {
    const names = await readdir(this.#folder, { recursive: true }).catch(() => []);
    const kept: KeptFile[] = [];
    for (const name of names) {
      const file = path.join(this.#folder, name);
      const stats = await stat(file).catch(() => undefined);
      if (stats?.isFile() !== true) continue;
      const hash = path.basename(name, '.gz');
      kept.push({ hash, file, bytes: stats.size, keptAt: stats.mtimeMs });
    }
    return kept;
  }

  #fileOf(hash: string): string {
    return path.join(this.#folder, hash.slice(0, 2), `${hash}.gz`);
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
