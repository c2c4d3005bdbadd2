import * as vscode from 'vscode';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Toasts } from '../toasts.ts';
import { displayPath } from '../views/callTexts.ts';
import type { AllowOffer, AllowScope } from './allowOffer.ts';
import { ApprovalPreview } from './approvalPreview.ts';
import type { ApprovalChoice, ApprovalWindow } from './approvalPrompt.ts';
import { approvalText, canAllowForSession, type ApprovalText } from './approvalText.ts';
import { shorten, showOnOneLine } from './exactText.ts';
import { RefocusGuard } from './refocusGuard.ts';
import { scopePicks } from './scopePicks.ts';

const titleLength = 80;

interface Button extends vscode.MessageItem {
  readonly choice: ApprovalChoice;
}

/** The prompt as VS Code notifications, which never take the focus. */
export class EditorApprovalWindow implements ApprovalWindow, Disposable {
  readonly #log: Logger;
  readonly #toasts: Toasts;
  readonly #servedItem: () => string | undefined;
  readonly #preview: ApprovalPreview;
  readonly #focus = new RefocusGuard(vscode.window.state.focused);
  readonly #disposables = new DisposableStore();

  /** `servedItem`: the todo item in progress, if any. */
  constructor(servedItem: () => string | undefined, toasts: Toasts, log: Logger) {
    this.#servedItem = servedItem;
    this.#toasts = toasts;
    this.#log = log;
    this.#preview = this.#disposables.add(new ApprovalPreview(log));
    this.#disposables.add(
      vscode.window.onDidChangeWindowState(({ focused }) => this.#focus.update(focused, Date.now())),
    );
  }

  text(request: ApprovalRequest, waiting: number, { always }: AllowOffer): ApprovalText {
    const t = (message: string, ...values: (string | number)[]): string => vscode.l10n.t(message, ...values);
    return approvalText(request, { t, displayPath, item: this.#servedItem(), waiting, always });
  }

  showBeside(request: ApprovalRequest, text: ApprovalText, signal: AbortSignal): Promise<void> {
    return this.#preview.show(request, text, signal);
  }

  editedText(request: ApprovalRequest): string | undefined {
    return this.#preview.editedText(request);
  }

  settled(): Promise<void> {
    return this.#toasts.settled();
  }

  async choose(text: ApprovalText, choices: readonly ApprovalChoice[]): Promise<ApprovalChoice | undefined> {
    const buttons = choices.map((choice) => ({ title: labelOf(choice), choice }));
    try {
      for (;;) {
        const choice = (await showMessage(text, buttons))?.choice;
        const isAllow = choice === 'allow' || choice === 'allowForSession' || choice === 'more';
        if (!isAllow || !this.#focus.covers(Date.now())) return choice;
      }
    } catch (error) {
      // The editor is going down; nothing was answered.
      this.#log.debug(`Approval prompt lost: ${messageOf(error)}`);
      return undefined;
    }
  }

  async askFeedback(request: ApprovalRequest, signal: AbortSignal): Promise<string | undefined> {
    return this.#untilOver(signal, (token) =>
      vscode.window.showInputBox(
        {
          title: vscode.l10n.t('Deny: {0}', titleOf(request)),
          prompt: vscode.l10n.t('What should the agent do instead? Escape goes back without an answer.'),
          ignoreFocusOut: true,
        },
        token,
      ),
    );
  }

  async pickScope(request: ApprovalRequest, offer: AllowOffer, signal: AbortSignal): Promise<AllowScope | undefined> {
    const picked = await this.#untilOver(signal, (token) =>
      vscode.window.showQuickPick(
        scopePicks(
          { isForSession: canAllowForSession(request), isCommand: request.subject.command !== undefined },
          offer,
          vscode.l10n.t,
        ),
        {
          title: vscode.l10n.t('Allow: {0}', titleOf(request)),
          placeHolder: vscode.l10n.t('For how long? Escape goes back without an answer.'),
          matchOnDescription: true,
          ignoreFocusOut: true,
        },
        token,
      ),
    );
    return picked?.scope;
  }

  hideMessage(): void {
    this.#toasts.hide();
  }

  tellAnswered(): void {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('That request had been answered or stopped before. Nothing changed now.'),
    );
  }

  tellFailure(reason: string): void {
    void vscode.window.showErrorMessage(vscode.l10n.t('{0} The call still waits for your answer.', reason));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #untilOver<T>(
    signal: AbortSignal,
    show: (token: vscode.CancellationToken) => Thenable<T | undefined>,
  ): Promise<T | undefined> {
    const tokens = new vscode.CancellationTokenSource();
    const cancel = (): void => tokens.cancel();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    try {
      return await show(tokens.token);
    } catch (error) {
      this.#log.debug(`Input lost: ${messageOf(error)}`);
      return undefined;
    } finally {
      signal.removeEventListener('abort', cancel);
      tokens.dispose();
    }
  }
}

function titleOf({ subject }: ApprovalRequest): string {
  return shorten(showOnOneLine(subject.title), titleLength, () => '...');
}

function showMessage({ message, isWarning }: ApprovalText, buttons: readonly Button[]): Thenable<Button | undefined> {
  return isWarning
    ? vscode.window.showWarningMessage(message, ...buttons)
    : vscode.window.showInformationMessage(message, ...buttons);
}

/** The same words wherever it is asked; without an ellipsis, as a notification cuts all its labels when they don't fit together. */
export function labelOf(choice: ApprovalChoice): string {
  switch (choice) {
    case 'allow':
      return vscode.l10n.t('Allow');
    case 'allowForSession':
      return vscode.l10n.t('Allow for Session');
    case 'deny':
      return vscode.l10n.t('Deny');
    case 'denyWithFeedback':
      return vscode.l10n.t('Deny with Feedback');
    case 'more':
      return vscode.l10n.t('More');
  }
}
