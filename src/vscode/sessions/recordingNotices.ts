import * as vscode from 'vscode';
import type { CheckpointError } from '../../core/checkpoints/checkpointStore.ts';
import type { RecordingTrouble } from '../../core/session/journal/sessionRecorder.ts';
import type { Logger } from '../../core/util/logger.ts';

/** Says once what can't be kept, and why; the task goes on. */
export class RecordingNotices {
  readonly #log: Logger;
  #hasToldNotKept = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  recording(trouble: RecordingTrouble): void {
    if (trouble.kind === 'recovered') {
      this.#log.info('The session is recorded again');
      return;
    }
    this.#log.error('The session could not be recorded', trouble.error);
    const message = vscode.l10n.t(
      "This session can't be saved at the moment; the task goes on. Until it can, closing the window loses what is new. ({0})",
      trouble.error.message,
    );
    void vscode.window.showWarningMessage(message);
  }

  notKept(error: CheckpointError, path: string): void {
    this.#log.error(`Not kept for undo: ${path}`, error);
    if (this.#hasToldNotKept) return;
    this.#hasToldNotKept = true;
    const message = vscode.l10n.t("Changes to files can't be undone at the moment: {0}", error.message);
    void vscode.window.showWarningMessage(message);
  }
}
