import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Keeps outputs that are too long for the model as files in one folder, readable by this user only. */
export class OutputFiles {
  readonly #folder: string;

  /** The folder is made when it is needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves with the absolute path of the file. */
  async save(callId: string, text: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.resolve(this.#folder, `${callId.replace(/[^\w-]/g, '_')}.txt`);
    await writeFile(file, text, { mode: 0o600 });
    return file;
  }
}
