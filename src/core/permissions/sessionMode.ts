import { Emitter } from '../util/event.ts';
import type { PermissionMode } from './rules/evaluation.ts';

/** The mode that the person chose for a session, above all settings. One chosen between sessions is for the next. */
export class SessionMode {
  #mode: PermissionMode | undefined;
  #isUsed = false;
  readonly #didChange = new Emitter<PermissionMode | undefined>();
  readonly onDidChange = this.#didChange.event;

  /** Undefined: the settings decide. */
  get mode(): PermissionMode | undefined {
    return this.#mode;
  }

  set(mode: PermissionMode | undefined): void {
    this.#mode = mode;
    this.#isUsed = false;
    this.#didChange.fire(mode);
  }

  /** A run began. */
  use(): void {
    this.#isUsed = true;
  }

  /** A new session begins. */
  reset(): void {
    if (this.#isUsed && this.#mode !== undefined) this.set(undefined);
  }
}
