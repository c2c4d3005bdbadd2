import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A new folder with a short path (a socket's path has at most 107 characters). */
export async function makeTemporaryDirectory(): Promise<string> {
  return realpath(await mkdtemp(path.join(os.tmpdir(), 'todo-')));
}

export async function removeDirectory(directory: string): Promise<void> {
  // Retries: the last children of a server may still be writing their logs.
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
