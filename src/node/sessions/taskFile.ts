import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../core/util/logger.ts';
import { messageOf } from '../../core/util/errors.ts';
import { replaceFileSync } from '../atomicFile.ts';
import { codeOf } from '../errorCode.ts';

/** Keeps the tasks that wait, in a file of one window. Never throws: the log says what could not be kept or read. */
export class TaskFile {
  readonly #file: string;
  readonly #log: Logger;

  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  load(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return Array.isArray(kept) ? kept.filter((task) => typeof task === 'string') : [];
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#log.warn('The queued tasks could not be read', messageOf(error));
      return [];
    }
  }

  keep(tasks: readonly string[]): void {
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      replaceFileSync(this.#file, JSON.stringify(tasks));
    } catch (error) {
      this.#log.warn('The queued tasks could not be kept for after a reload', messageOf(error));
    }
  }
}
