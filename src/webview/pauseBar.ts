import '@vscode-elements/elements/dist/vscode-button/index.js';
import { icon, make } from './dom.ts';
import type { Words } from './words.ts';

export interface PauseBarPorts {
  readonly words: Words;
  resume(): void;
  stop(): void;
}

/** Why the run waits, with the two ways on; there while it does. */
export class PauseBar {
  readonly element = make('section', { class: 'pause', role: 'group' });
  readonly #why = make('span');

  constructor(ports: PauseBarPorts) {
    const { words } = ports;
    const onward = make('vscode-button', {}, words('resume'));
    onward.addEventListener('click', () => ports.resume());
    const end = make('vscode-button', { secondary: '' }, words('stop'));
    end.addEventListener('click', () => ports.stop());
    this.element.append(
      make('p', { class: 'line' }, icon('debug-pause', 'waiting'), this.#why),
      make('div', { class: 'buttons' }, onward, end),
    );
    this.element.hidden = true;
  }

  /**
   * @param pause undefined: it doesn't wait.
   * @returns whether that is news.
   */
  show(pause: string | undefined): boolean {
    const before = this.#why.textContent;
    this.element.hidden = pause === undefined;
    this.element.setAttribute('aria-label', pause ?? '');
    this.#why.textContent = pause ?? '';
    return before !== this.#why.textContent;
  }
}
