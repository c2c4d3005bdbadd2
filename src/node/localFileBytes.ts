import { constants, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { FileBytes, FoundFile, StoredFile } from '../core/workspace/fileBytes.ts';
import { MAX_FILE_BYTES, WorkspaceError } from '../core/workspace/workspace.ts';
import { messageOf } from '../core/util/errors.ts';
import { writeFileAtomic } from './atomicFile.ts';
import { codeOf } from './errorCode.ts';

/** Files on this machine's disk. Knows nothing of editors: `isDirty` is never true. */
export class LocalFileBytes implements FileBytes {
  async read(file: string): Promise<FoundFile | undefined> {
    const handle = await openIfAny(file);
    if (handle === undefined) return undefined;
    try {
      const stats = await handle.stat();
      if (stats.isDirectory()) throw new WorkspaceError('isFolder', `${file} is a folder.`);
      if (!stats.isFile()) throw new WorkspaceError('unavailable', `${file} is not a plain file.`);
      if (stats.size > MAX_FILE_BYTES) throw new WorkspaceError('tooLarge', `${file} has ${stats.size} bytes.`);
      return { bytes: await handle.readFile(), mode: stats.mode & 0o7777, isDirty: false };
    } finally {
      await handle.close();
    }
  }

  async write(file: string, { bytes, mode }: StoredFile): Promise<void> {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFileAtomic(file, bytes, mode);
    } catch (error) {
      throw notSaved(file, error);
    }
  }

  async remove(file: string): Promise<void> {
    try {
      await rm(file, { force: true });
    } catch (error) {
      throw notSaved(file, error);
    }
  }
}

async function openIfAny(file: string): Promise<FileHandle | undefined> {
  try {
    // A pipe without a writer must not keep us waiting.
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    if (codeOf(error) === 'EISDIR') throw new WorkspaceError('isFolder', `${file} is a folder.`, { cause: error });
    throw new WorkspaceError('unavailable', messageOf(error), { cause: error });
  }
}

function notSaved(file: string, cause: unknown): WorkspaceError {
  const text = `${file} could not be written (${messageOf(cause)}). The file is as before.`;
  return new WorkspaceError('saveFailed', text, { cause });
}
