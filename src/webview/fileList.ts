import { make } from './dom.ts';

/** The files that are offered for the input box. The focus stays in the box: it tells the list what to do. */
export class FileList {
  readonly element: HTMLElement;
  readonly #input: HTMLElement;
  readonly #pick: (file: string) => void;
  #files: readonly string[] = [];
  #active = 0;

  constructor(label: string, input: HTMLElement, pick: (file: string) => void) {
    this.#input = input;
    this.#pick = pick;
    this.element = make('ul', { id: 'files', role: 'listbox', class: 'files', 'aria-label': label });
    this.element.hidden = true;
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-haspopup', 'listbox');
    input.setAttribute('aria-controls', this.element.id);
    // Not `click`: the box would lose the focus before.
    this.element.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=option]') : null;
      if (row !== null) this.accept(Number(row.dataset['index']));
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(files: readonly string[]): void {
    this.#files = files;
    this.element.hidden = files.length === 0;
    const rows = files.map((file, index) =>
      make('li', { id: `file-${index}`, role: 'option', 'data-index': String(index), title: file }, file),
    );
    this.element.replaceChildren(...rows);
    this.#activate(0);
  }

  hide(): void {
    this.show([]);
  }

  move(step: 1 | -1): void {
    const { length } = this.#files;
    if (length > 0) this.#activate((this.#active + step + length) % length);
  }

  accept(index = this.#active): void {
    const file = this.#files[index];
    this.hide();
    if (file !== undefined) this.#pick(file);
  }

  #activate(index: number): void {
    this.#active = index;
    for (const [place, row] of [...this.element.children].entries()) {
      row.setAttribute('aria-selected', String(place === index));
      if (place === index) row.scrollIntoView({ block: 'nearest' });
    }
    if (this.isOpen) this.#input.setAttribute('aria-activedescendant', `file-${index}`);
    else this.#input.removeAttribute('aria-activedescendant');
  }
}
