import type { ApprovalQueue } from '../../core/permissions/approvalQueue.ts';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { canAllowForSession, type ApprovalText } from './approvalText.ts';

/** A button of the prompt. */
export type ApprovalChoice = 'allow' | 'allowForSession' | 'deny' | 'denyWithFeedback';

/** What the prompt needs of the editor. */
export interface ApprovalWindow {
  /** `waiting`: how many calls wait, this one included. */
  text(request: ApprovalRequest, waiting: number): ApprovalText;
  /**
   * Opens beside the editor what a message can't hold: the diff, a long command. It goes away when `signal` ends.
   * Resolves once it is there or was given up; never rejects.
   */
  showBeside(request: ApprovalRequest, text: ApprovalText, signal: AbortSignal): Promise<void>;
  /** Resolves to the button that was clicked, to undefined when the message was closed. Never rejects. */
  choose(text: ApprovalText, choices: readonly ApprovalChoice[]): Promise<ApprovalChoice | undefined>;
  /** Asks what to do instead; undefined when left without an answer, as it is when `signal` ends. Never rejects. */
  askFeedback(request: ApprovalRequest, signal: AbortSignal): Promise<string | undefined>;
  /** Moves a message that is out of date out of sight; resolves when that is done. Never rejects. */
  hideMessage(): Promise<void>;
  /** Someone clicked on a message that was out of date. */
  tellAnswered(): void;
}

/** The request on screen. */
interface Shown {
  readonly request: ApprovalRequest;
  /** Kept, so that showing it again replaces the message instead of adding one. */
  readonly text: ApprovalText;
  /** Aborted when the request doesn't wait any more, whoever answered it. */
  readonly over: AbortController;
  openMessages: number;
}

/**
 * Shows the queue's current request and hands on what is clicked. Closing the message, the diff or the input box
 * answers nothing: the call stays waiting and `review` brings the prompt back.
 */
export class ApprovalPrompt implements Disposable {
  readonly #queue: ApprovalQueue;
  readonly #window: ApprovalWindow;
  readonly #listener: Disposable;
  #shown: Shown | undefined;
  /** The next message waits for it, or it would be hidden with the last one. */
  #hiding: Promise<void> = Promise.resolve();

  constructor(queue: ApprovalQueue, window: ApprovalWindow) {
    this.#queue = queue;
    this.#window = window;
    this.#listener = queue.onDidChange(() => this.#update());
    this.#update();
  }

  /** Shows the current request again; false when nothing waits. */
  review(): boolean {
    if (this.#shown === undefined) return false;
    this.#present(this.#shown);
    return true;
  }

  /** Denies with what the person writes; false when they left the input box or the call was answered meanwhile. */
  async denyWithFeedback(request: ApprovalRequest): Promise<boolean> {
    const over = new AbortController();
    const listener = this.#queue.onDidChange((waiting) => {
      if (!waiting.includes(request)) over.abort();
    });
    const feedback = await this.#window.askFeedback(request, over.signal);
    listener.dispose();
    if (feedback === undefined || over.signal.aborted) return false;
    const words = feedback.trim();
    return this.#queue.answer(request.callId, { kind: 'deny', ...(words === '' ? {} : { feedback: words }) });
  }

  dispose(): void {
    this.#listener.dispose();
    this.#leave();
  }

  #update(): void {
    const request = this.#queue.current;
    if (request === this.#shown?.request) return;
    this.#leave();
    if (request === undefined) return;
    const text = this.#window.text(request, this.#queue.waiting.length);
    this.#shown = { request, text, over: new AbortController(), openMessages: 0 };
    this.#present(this.#shown);
  }

  #leave(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    shown?.over.abort();
    if (shown !== undefined && shown.openMessages > 0) this.#hiding = this.#window.hideMessage();
  }

  #present(shown: Shown): void {
    // Never rejects: neither the window nor the queue does.
    void this.#ask(shown);
  }

  async #ask(shown: Shown): Promise<void> {
    const { request, text, over } = shown;
    await this.#window.showBeside(request, text, over.signal);
    await this.#hiding;
    if (isOver(shown)) return;
    shown.openMessages++;
    const choice = await this.#window.choose(text, choicesFor(request));
    shown.openMessages--;
    if (choice === undefined) return;
    if (isOver(shown)) this.#window.tellAnswered();
    else await this.#act(shown, choice);
  }

  async #act(shown: Shown, choice: ApprovalChoice): Promise<void> {
    const { request } = shown;
    switch (choice) {
      case 'allow':
        this.#queue.answer(request.callId, { kind: 'allow', remember: 'once' });
        return;
      case 'allowForSession':
        this.#queue.answer(request.callId, { kind: 'allow', remember: 'session' });
        return;
      case 'deny':
        this.#queue.answer(request.callId, { kind: 'deny' });
        return;
      case 'denyWithFeedback':
        if (!(await this.denyWithFeedback(request)) && !isOver(shown)) this.#present(shown);
        return;
    }
  }
}

function isOver({ over }: Shown): boolean {
  return over.signal.aborted;
}

function choicesFor(request: ApprovalRequest): readonly ApprovalChoice[] {
  return canAllowForSession(request)
    ? ['allow', 'allowForSession', 'deny', 'denyWithFeedback']
    : ['allow', 'deny', 'denyWithFeedback'];
}
