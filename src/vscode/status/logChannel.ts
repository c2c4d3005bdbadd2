import * as vscode from 'vscode';
import type { Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';

/** The output channel "Agent"; made with the first line, so that a window without a task has none. */
export class LogChannel implements Logger, Disposable {
  #channel: vscode.LogOutputChannel | undefined;

  debug(message: string, ...detail: readonly unknown[]): void {
    this.#open().debug(message, ...detail);
  }

  info(message: string, ...detail: readonly unknown[]): void {
    this.#open().info(message, ...detail);
  }

  warn(message: string, ...detail: readonly unknown[]): void {
    this.#open().warn(message, ...detail);
  }

  error(message: string, ...detail: readonly unknown[]): void {
    this.#open().error(message, ...detail);
  }

  show(): void {
    this.#open().show(true);
  }

  dispose(): void {
    this.#channel?.dispose();
  }

  #open(): vscode.LogOutputChannel {
    this.#channel ??= vscode.window.createOutputChannel(vscode.l10n.t('Agent'), { log: true });
    return this.#channel;
  }
}
