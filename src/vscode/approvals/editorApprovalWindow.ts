import * as vscode from 'vscode';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { displayPath } from '../views/callTexts.ts';
import { ApprovalPreview } from './approvalPreview.ts';
import type { ApprovalChoice, ApprovalWindow } from './approvalPrompt.ts';
import { approvalText, type ApprovalText } from './approvalText.ts';
import { shorten, showOnOneLine } from './exactText.ts';
import { RefocusGuard } from './refocusGuard.ts';

const titleLength = 80;

interface Button extends vscode.MessageItem {
  readonly choice: ApprovalChoice;
}

/** The prompt as VS Code notifications, which never take the focus. */
export class EditorApprovalWindow implements ApprovalWindow, Disposable {
  readonly #log: Logger;
  readonly #servedItem: () => string | undefined;
  readonly #preview: ApprovalPreview;
  readonly #focus = new RefocusGuard(vscode.window.state.focused);
  readonly #disposables = new DisposableStore();

  /** `servedItem`: the todo item in progress, if any. */
  constructor(servedItem: () => string | undefined, log: Logger) {
    this.#servedItem = servedItem;
    this.#log = log;
    this.#preview = this.#disposables.add(new ApprovalPreview(log));
    this.#disposables.add(
      vscode.window.onDidChangeWindowState(({ focused }) => this.#focus.update(focused, Date.now())),
    );
  }

  text(request: ApprovalRequest, waiting: number): ApprovalText {
    const t = (message: string, ...values: (string | number)[]): string => vscode.l10n.t(message, ...values);
    return approvalText(request, { t, displayPath, item: this.#servedItem(), waiting });
  }

  showBeside(request: ApprovalRequest, text: ApprovalText, signal: AbortSignal): Promise<void> {
    return this.#preview.show(request, text, signal);
  }

  async choose(text: ApprovalText, choices: readonly ApprovalChoice[]): Promise<ApprovalChoice | undefined> {
    const buttons = choices.map((choice) => ({ title: labelOf(choice), choice }));
    try {
      for (;;) {
        const choice = (await showMessage(text, buttons))?.choice;
        const isAllow = choice === 'allow' || choice === 'allowForSession';
        if (!isAllow || !this.#focus.covers(Date.now())) return choice;
      }
    } catch (error) {
      // The editor is going down; nothing was answered.
      this.#log.debug(`Approval prompt lost: ${messageOf(error)}`);
      return undefined;
    }
  }

  async askFeedback(request: ApprovalRequest, signal: AbortSignal): Promise<string | undefined> {
    const tokens = new vscode.CancellationTokenSource();
    const cancel = (): void => tokens.cancel();
    signal.addEventListener('abort', cancel);
    const subject = shorten(showOnOneLine(request.subject.title), titleLength, () => '...');
    try {
      return await vscode.window.showInputBox(
        {
          title: vscode.l10n.t('Deny: {0}', subject),
          prompt: vscode.l10n.t('What should the agent do instead? Escape goes back without an answer.'),
          ignoreFocusOut: true,
        },
        tokens.token,
      );
    } catch (error) {
      this.#log.debug(`Input box lost: ${messageOf(error)}`);
      return undefined;
    } finally {
      signal.removeEventListener('abort', cancel);
      tokens.dispose();
    }
  }

  async hideMessage(): Promise<void> {
    try {
      // No API closes one message. This moves toasts to the notification centre and loses none of them.
      await vscode.commands.executeCommand('notifications.hideToasts');
    } catch (error) {
      this.#log.debug(`Toast not hidden: ${messageOf(error)}`);
    }
  }

  tellAnswered(): void {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('That request had been answered or stopped before. Nothing changed now.'),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function showMessage({ message, isWarning }: ApprovalText, buttons: readonly Button[]): Thenable<Button | undefined> {
  return isWarning
    ? vscode.window.showWarningMessage(message, ...buttons)
    : vscode.window.showInformationMessage(message, ...buttons);
}

function labelOf(choice: ApprovalChoice): string {
  switch (choice) {
    case 'allow':
      return vscode.l10n.t('Allow');
    case 'allowForSession':
      return vscode.l10n.t('Allow for Session');
    case 'deny':
      return vscode.l10n.t('Deny');
    case 'denyWithFeedback':
      return vscode.l10n.t('Deny with Feedback...');
  }
}
