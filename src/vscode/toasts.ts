import * as vscode from 'vscode';
import { messageOf } from '../core/util/errors.ts';
import type { Logger } from '../core/util/logger.ts';

/**
 * Messages that are out of date leave the screen. No API closes one message: all toasts go into the notification centre,
 * and a message that is shown before they are gone goes with them. Whoever shows one then awaits `settled` first.
 */
export class Toasts {
  readonly #log: Logger;
  #hiding: Promise<void> = Promise.resolve();

  constructor(log: Logger) {
    this.#log = log;
  }

  hide(): void {
    this.#hiding = this.#hide();
  }

  /** Resolves when a message shown now stays on screen. Never rejects. */
  settled(): Promise<void> {
    return this.#hiding;
  }

  async #hide(): Promise<void> {
    await this.#hiding;
    try {
      await vscode.commands.executeCommand('notifications.hideToasts');
    } catch (error) {
      this.#log.debug(`Toasts not hidden: ${messageOf(error)}`);
    }
  }
}
