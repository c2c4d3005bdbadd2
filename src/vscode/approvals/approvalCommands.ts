import * as vscode from 'vscode';
import type { ApprovalQueue } from '../../core/permissions/approvalQueue.ts';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { commands } from '../ids.ts';
import type { ApprovalPrompt } from './approvalPrompt.ts';
import { approvalTarget } from './approvalTarget.ts';
import { canAllowForSession } from './approvalText.ts';

/** Acts on a waiting call. The second argument is the command's own. */
type Act = (request: ApprovalRequest, detail: unknown) => boolean | Promise<boolean>;

/**
 * The commands that answer a waiting call. Each takes a tree row, a call id or nothing (the current call), and
 * resolves to true when that call got its answer.
 */
export function registerApprovalCommands(queue: ApprovalQueue, prompt: ApprovalPrompt): Disposable {
  const store = new DisposableStore();
  const register = (command: string, act: Act): void => {
    store.add(
      vscode.commands.registerCommand(command, async (argument?: unknown, detail?: unknown) => {
        // The session tells of a question before it stands: whoever answers while being told is not too early.
        await Promise.resolve();
        const request = approvalTarget(queue.waiting, argument);
        if (request !== undefined) return act(request, detail);
        void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is waiting for your answer.'));
        return false;
      }),
    );
  };

  register(commands.approve, (request) => prompt.allow(request, { kind: 'once' }));
  register(commands.approveMore, (request) => prompt.allowMore(request));
  register(commands.approveForSession, (request) => {
    if (canAllowForSession(request)) return prompt.allow(request, { kind: 'session' });
    void vscode.window.showInformationMessage(vscode.l10n.t('This call can only be allowed once.'));
    return false;
  });
  register(commands.deny, ({ callId }, feedback) => {
    // A row's menu passes the selected rows here.
    const isText = typeof feedback === 'string' && feedback.trim() !== '';
    return queue.answer(callId, { kind: 'deny', ...(isText ? { feedback: feedback.trim() } : {}) });
  });
  register(commands.denyWithFeedback, (request) => prompt.denyWithFeedback(request));
  register(commands.reviewApproval, () => prompt.review());
  return store;
}
