import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readSavedTodos, renderSavedTodos } from '../core/session/journal/savedTodos.ts';
import type { TodoItem } from '../core/todos/todoItem.ts';
import { messageOf } from '../core/util/errors.ts';
import { replaceFileSync } from './atomicFile.ts';
import { codeOf } from './errorCode.ts';

export interface LoadedTodos {
  readonly items: readonly TodoItem[];
  /** For the person: the file could not be used. `keptAs` is where it is now. */
  readonly problem?: { readonly text: string; readonly keptAs: string };
}

/**
 * The list of a workspace over restarts, in one file. Written whole each time: with two windows the last change stands,
 * and the file is never a mixture.
 */
export class TodoListFile {
  readonly #file: string;

  /** Absolute; its folder is made when it is needed. */
  constructor(file: string) {
    this.#file = file;
  }

  /** After each change of the list. Throws what the system says; the file is as before then. */
  save(items: readonly TodoItem[]): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    replaceFileSync(this.#file, renderSavedTodos(items));
  }

  /** Empty where nothing was saved. What can't be used is put aside, never deleted. */
  load(): LoadedTodos {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { items: [] };
      return { items: [], problem: { text: messageOf(error), keptAs: this.#file } };
    }
    const saved = readSavedTodos(text);
    if (saved.kind === 'items') return { items: saved.items };
    const keptAs = this.#freeName();
    renameSync(this.#file, keptAs);
    return { items: [], problem: { text: saved.problem, keptAs } };
  }

  /** For "Clear". */
  delete(): void {
    rmSync(this.#file, { force: true });
  }

  #freeName(): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? `${this.#file}.damaged` : `${this.#file}.damaged-${number}`;
      if (!existsSync(name)) return name;
    }
  }
}
