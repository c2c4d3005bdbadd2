import type { ApprovalQueue } from '../../core/permissions/approvalQueue.ts';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import type { AllowOffer, AllowScope, AllowScopes } from './allowOffer.ts';
import { canAllowForSession, type ApprovalText } from './approvalText.ts';

/** A button of the prompt. */
export type ApprovalChoice = 'allow' | 'allowForSession' | 'deny' | 'denyWithFeedback' | 'more';

/** What the prompt needs of the editor. */
export interface ApprovalWindow {
  /** `waiting`: how many calls wait, this one included. */
  text(request: ApprovalRequest, waiting: number, offer: AllowOffer): ApprovalText;
  /**
   * Opens beside the editor what a message can't hold: the diff, a long command. It goes away when `signal` ends.
   * Resolves once it is there or was given up; never rejects.
   */
  showBeside(request: ApprovalRequest, text: ApprovalText, signal: AbortSignal): Promise<void>;
  /** What the person made of the proposal beside; undefined when they left it as it is. */
  editedText(request: ApprovalRequest): string | undefined;
  /** Resolves to the button that was clicked, to undefined when the message was closed. Never rejects. */
  choose(text: ApprovalText, choices: readonly ApprovalChoice[]): Promise<ApprovalChoice | undefined>;
  /** Asks what to do instead; undefined when left without an answer, as it is when `signal` ends. Never rejects. */
  askFeedback(request: ApprovalRequest, signal: AbortSignal): Promise<string | undefined>;
  /** Asks how far a yes shall reach; undefined as in `askFeedback`. Never rejects. */
  pickScope(request: ApprovalRequest, offer: AllowOffer, signal: AbortSignal): Promise<AllowScope | undefined>;
  /** Moves a message that is out of date out of sight. */
  hideMessage(): void;
  /** Resolves when a message shown now would not be hidden with one before it. Never rejects. */
  settled(): Promise<void>;
  /** Someone clicked on a message that was out of date. */
  tellAnswered(): void;
  /** A yes could not be made to reach as far as it should; the call still waits. */
  tellFailure(reason: string): void;
}

/** The request on screen. */
interface Shown {
  readonly request: ApprovalRequest;
  /** Aborted when the request doesn't wait any more, whoever answered it. */
  readonly over: AbortController;
  readonly offer: Promise<AllowOffer>;
  /** Kept, so that showing it again replaces the message instead of adding one. */
  text: ApprovalText | undefined;
  openMessages: number;
}

/**
 * Shows the queue's current request and hands on what is clicked. Closing the message, the diff, the pick or the input box
 * answers nothing: the call stays waiting and `review` brings the prompt back.
 */
export class ApprovalPrompt implements Disposable {
  readonly #queue: ApprovalQueue;
  readonly #window: ApprovalWindow;
  readonly #scopes: AllowScopes;
  readonly #listener: Disposable;
  #shown: Shown | undefined;

  constructor(queue: ApprovalQueue, window: ApprovalWindow, scopes: AllowScopes) {
    this.#queue = queue;
    this.#window = window;
    this.#scopes = scopes;
    this.#listener = queue.onDidChange(() => this.#update());
    this.#update();
  }

  /** Shows the current request again; false when nothing waits. */
  review(): boolean {
    if (this.#shown === undefined) return false;
    this.#present(this.#shown);
    return true;
  }

  /** Allows with what the person made of the proposal; false when the call was answered meanwhile. */
  async allow(request: ApprovalRequest, scope: AllowScope): Promise<boolean> {
    if (!this.#queue.waiting.includes(request)) return false;
    const failure = await this.#scopes.grant(request, scope);
    if (failure !== undefined) {
      this.#window.tellFailure(failure);
      return false;
    }
    const editedText = this.#window.editedText(request);
    const edited = editedText === undefined ? {} : { editedText };
    return this.#queue.answer(request.callId, { kind: 'allow', remember: scope.kind, ...edited });
  }

  /** Asks how far a yes shall reach, and gives it; false when the person left the pick or the call was answered meanwhile. */
  async allowMore(request: ApprovalRequest): Promise<boolean> {
    const offer = await (this.#shown?.request === request ? this.#shown.offer : this.#scopes.offerFor(request));
    const scope = await this.#whileWaiting(request, (signal) => this.#window.pickScope(request, offer, signal));
    return scope !== undefined && (await this.allow(request, scope));
  }

  /** Denies with what the person writes; false when they left the input box or the call was answered meanwhile. */
  async denyWithFeedback(request: ApprovalRequest): Promise<boolean> {
    const feedback = await this.#whileWaiting(request, (signal) => this.#window.askFeedback(request, signal));
    if (feedback === undefined) return false;
    const words = feedback.trim();
    return this.#queue.answer(request.callId, { kind: 'deny', ...(words === '' ? {} : { feedback: words }) });
  }

  dispose(): void {
    this.#listener.dispose();
    this.#leave();
  }

  /** @returns undefined too when the call was answered meanwhile. */
  async #whileWaiting<T>(
    request: ApprovalRequest,
    ask: (signal: AbortSignal) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const over = new AbortController();
    const listener = this.#queue.onDidChange((waiting) => {
      if (!waiting.includes(request)) over.abort();
    });
    const answer = await ask(over.signal);
    listener.dispose();
    return over.signal.aborted ? undefined : answer;
  }

  #update(): void {
    const request = this.#queue.current;
    if (request === this.#shown?.request) return;
    this.#leave();
    if (request === undefined) return;
    this.#shown = {
      request,
      over: new AbortController(),
      offer: this.#scopes.offerFor(request),
      text: undefined,
      openMessages: 0,
    };
    this.#present(this.#shown);
  }

  #leave(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    shown?.over.abort();
    if (shown !== undefined && shown.openMessages > 0) this.#window.hideMessage();
  }

  #present(shown: Shown): void {
    // Never rejects: neither the window nor the queue does.
    void this.#ask(shown);
  }

  async #ask(shown: Shown): Promise<void> {
    const { request, over } = shown;
    const offer = await shown.offer;
    if (isOver(shown)) return;
    shown.text ??= this.#window.text(request, this.#queue.waiting.length, offer);
    const { text } = shown;
    await this.#window.showBeside(request, text, over.signal);
    await this.#window.settled();
    if (isOver(shown)) return;
    shown.openMessages++;
    const choice = await this.#window.choose(text, choicesFor(request, offer));
    shown.openMessages--;
    if (choice === undefined) return;
    if (isOver(shown)) this.#window.tellAnswered();
    else if (!(await this.#act(request, choice)) && !isOver(shown)) this.#present(shown);
  }

  /** @returns false when the call is still without an answer. */
  #act(request: ApprovalRequest, choice: ApprovalChoice): Promise<boolean> {
    switch (choice) {
      case 'allow':
        return this.allow(request, { kind: 'once' });
      case 'allowForSession':
        return this.allow(request, { kind: 'session' });
      case 'more':
        return this.allowMore(request);
      case 'deny':
        return Promise.resolve(this.#queue.answer(request.callId, { kind: 'deny' }));
      case 'denyWithFeedback':
        return this.denyWithFeedback(request);
    }
  }
}

function isOver({ over }: Shown): boolean {
  return over.signal.aborted;
}

/** The buttons for a request, in their order. */
export function choicesFor(request: ApprovalRequest, { item, always }: AllowOffer): readonly ApprovalChoice[] {
  const plain: readonly ApprovalChoice[] = canAllowForSession(request)
    ? ['allow', 'allowForSession', 'deny', 'denyWithFeedback']
    : ['allow', 'deny', 'denyWithFeedback'];
  return item === undefined && always === undefined ? plain : [...plain, 'more'];
}
