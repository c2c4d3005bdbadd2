import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Keeps long texts of hooks as files in `folder`, readable by the person alone. */
export function spillInto(folder: string): (text: string) => Promise<string> {
  return async (text) => {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `hook-${randomUUID()}.txt`);
    await writeFile(file, text, { encoding: 'utf8', mode: 0o600 });
    return file;
  };
}
