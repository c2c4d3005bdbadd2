import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file, or makes it, so that its name stands for the whole old or the whole new content at any moment, a loss
 * of power included: the new one is written beside it, brought to the disk, and takes over the name. Without `mode` a
 * file keeps its permission bits. A link stays a link, its target is replaced; of a file with several hard links only
 * this name is. The folder must exist and take new files.
 */
export async function writeFileAtomic(file: string, bytes: Uint8Array, mode?: number): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const bits = mode ?? (await stat(target).catch(() => undefined))?.mode;
  const temporary = temporaryBeside(target);
  try {
    await writeToDisk(temporary, bytes, bits);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/**
 * The same at once, for small files of our own that can be made anew: a kill leaves the old or the new one, a loss of
 * power may take it. Readable by this user only.
 */
export function replaceFileSync(file: string, content: string | Uint8Array): void {
  const temporary = temporaryBeside(file);
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes what writes of this file that were killed left beside it. Never rejects. */
export async function clearLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file);
  const names = await readdir(folder).catch(() => []);
  const start = temporaryStart(file);
  const left = names.filter((name) => name.startsWith(start) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length)));
  await Promise.allSettled(left.map((name) => rm(path.join(folder, name), { force: true })));
}

async function writeToDisk(file: string, bytes: Uint8Array, bits: number | undefined): Promise<void> {
  const handle = await open(file, 'wx', bits === undefined ? 0o666 : bits & 0o777);
  try {
    await handle.writeFile(bytes);
    // The mode given to `open` loses the bits of the umask.
    if (bits !== undefined) await handle.chmod(bits & 0o7777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name is in its folder's data, which is another file to bring to the disk. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch {
    // Some network disks can't; the file itself is safe.
  } finally {
    await handle.close();
  }
}

/** In the same folder, since a name can't be taken over from another disk. */
function temporaryBeside(file: string): string {
  return path.join(path.dirname(file), `${temporaryStart(file)}${randomBytes(6).toString('hex')}.tmp`);
}

function temporaryStart(file: string): string {
  return `.${path.basename(file).slice(0, 100)}.`;
}
