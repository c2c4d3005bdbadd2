import * as vscode from 'vscode';
import type { ApprovalQueue } from '../../core/permissions/approvalQueue.ts';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import type { ApprovalCard } from '../../core/session/transcript/transcriptMessages.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/event.ts';
import type { AllowOffer, AllowScopes } from '../approvals/allowOffer.ts';
import { choicesFor, type ApprovalChoice } from '../approvals/approvalPrompt.ts';
import { approvalText } from '../approvals/approvalText.ts';
import { labelOf } from '../approvals/editorApprovalWindow.ts';
import { RefocusGuard } from '../approvals/refocusGuard.ts';
import { commands } from '../ids.ts';
import { displayPath } from '../views/callTexts.ts';

/** The buttons of the prompt by the commands that do the same for a call's id. */
const choices = {
  allow: commands.approve,
  allowForSession: commands.approveForSession,
  deny: commands.deny,
  denyWithFeedback: commands.denyWithFeedback,
  more: commands.approveMore,
} satisfies Readonly<Record<ApprovalChoice, string>>;

/** The waiting calls as cards with buttons; what is clicked goes the way of the prompt's own buttons. */
export class ApprovalDesk implements Disposable {
  readonly #queue: ApprovalQueue;
  readonly #servedItem: () => string | undefined;
  readonly #focus = new RefocusGuard(vscode.window.state.focused);
  readonly #scopes: Pick<AllowScopes, 'offerFor'>;
  /** How far a yes can reach; a call has no card before that is known. */
  readonly #offers = new WeakMap<ApprovalRequest, AllowOffer>();
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#didChange.event;

  /** `servedItem`: the todo item in progress, if any. */
  constructor(queue: ApprovalQueue, scopes: Pick<AllowScopes, 'offerFor'>, servedItem: () => string | undefined) {
    this.#queue = queue;
    this.#scopes = scopes;
    this.#servedItem = servedItem;
    // Never rejects: the scopes don't.
    this.#disposables.add(queue.onDidChange((waiting) => void this.#prepare(waiting)));
    this.#disposables.add(
      vscode.window.onDidChangeWindowState(({ focused }) => this.#focus.update(focused, Date.now())),
    );
  }

  get cards(): ApprovalCard[] {
    return this.#queue.waiting.flatMap((request) => {
      const offer = this.#offers.get(request);
      return offer === undefined ? [] : [this.#card(request, offer)];
    });
  }

  /** Does what that button says for that call, if it still waits. */
  async answer(callId: string, choice: string): Promise<void> {
    const request = this.#queue.waiting.find((waiting) => waiting.callId === callId);
    const offer = request === undefined ? undefined : this.#offers.get(request);
    if (request === undefined || offer === undefined) return;
    const known = choicesFor(request, offer).find((candidate) => candidate === choice);
    if (known === undefined) return;
    const isNo = known === 'deny' || known === 'denyWithFeedback';
    if (!isNo && this.#focus.covers(Date.now())) return;
    await vscode.commands.executeCommand(choices[known], callId);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #prepare(waiting: readonly ApprovalRequest[]): Promise<void> {
    this.#didChange.fire();
    for (const request of waiting) {
      if (this.#offers.has(request)) continue;
      this.#offers.set(request, await this.#scopes.offerFor(request));
      this.#didChange.fire();
    }
  }

  #card(request: ApprovalRequest, offer: AllowOffer): ApprovalCard {
    const { message, detail, isWarning } = approvalText(request, {
      t: (text, ...values) => vscode.l10n.t(text, ...values),
      displayPath,
      item: this.#servedItem(),
      waiting: this.#queue.waiting.length,
      // Its rules are told where it is chosen; here is no room for them.
      always: undefined,
    });
    return {
      callId: request.callId,
      message,
      ...(detail === undefined ? {} : { detail }),
      isWarning,
      choices: choicesFor(request, offer).map((id) => ({ id, label: labelOf(id), isPrimary: id === 'allow' })),
    };
  }
}
