import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { ApprovalCard } from '../core/session/transcript/transcriptMessages.ts';
import { icon, make } from './dom.ts';

/** Milliseconds in which a click may have been meant for what stood here before. */
const grace = 500;

/** The calls that wait for the person, each with its buttons. It never takes the focus. */
export class ApprovalCards {
  readonly element: HTMLElement;
  readonly #answer: (callId: string, choice: string) => void;
  readonly #detailLabel: string;
  readonly #cards = new Map<string, HTMLElement>();

  constructor(
    words: { readonly label: string; readonly detail: string },
    answer: (callId: string, choice: string) => void,
  ) {
    this.element = make('section', { class: 'approvals', 'aria-label': words.label });
    this.element.hidden = true;
    this.#detailLabel = words.detail;
    this.#answer = answer;
  }

  /** @returns the cards that were not there before. */
  show(cards: readonly ApprovalCard[]): readonly ApprovalCard[] {
    const added = cards.filter(({ callId }) => !this.#cards.has(callId));
    const waiting = new Set(cards.map(({ callId }) => callId));
    for (const [callId, element] of this.#cards) {
      if (waiting.has(callId)) continue;
      element.remove();
      this.#cards.delete(callId);
    }
    for (const card of added) {
      const element = this.#create(card);
      this.#cards.set(card.callId, element);
      this.element.append(element);
    }
    this.element.hidden = cards.length === 0;
    return added;
  }

  #create({ callId, message, detail, isWarning, choices }: ApprovalCard): HTMLElement {
    const buttons = choices.map(({ id, label, isPrimary }) => {
      const button = make('vscode-button', { disabled: '' }, label);
      button.secondary = !isPrimary;
      button.addEventListener('click', () => {
        if (!button.disabled) this.#answer(callId, id);
      });
      return button;
    });
    setTimeout(() => {
      for (const button of buttons) button.disabled = false;
    }, grace);
    const full =
      detail === undefined
        ? []
        : [make('details', {}, make('summary', {}, this.#detailLabel), make('pre', {}, detail))];
    return make(
      'div',
      { class: `card${isWarning ? ' warning' : ''}`, role: 'group', 'aria-label': message },
      make('p', { class: 'line' }, icon(isWarning ? 'warning' : 'bell-dot', 'waiting'), message),
      ...full,
      make('div', { class: 'buttons' }, ...buttons),
    );
  }
}
