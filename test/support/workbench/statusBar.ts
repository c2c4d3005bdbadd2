import type { Locator, Page } from 'playwright-core';
import type { PageElement } from './pageElement.ts';

export interface StatusEntry {
  readonly id: string;
  readonly text: string;
  readonly aria: string;
}

export class StatusBar {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  entries(): Promise<readonly StatusEntry[]> {
    return this.#page.locator('.statusbar-item').evaluateAll((elements: readonly PageElement[]) =>
      elements.map((item) => {
        const labelled = item.querySelector('[aria-label]') ?? item;
        return { id: item.id, text: item.innerText.trim(), aria: labelled.getAttribute('aria-label') ?? '' };
      }),
    );
  }

  /** An extension's item: `publisher.name.` and the id given to `createStatusBarItem`. */
  item(id: string): Locator {
    return this.#page.locator(`.statusbar-item[id="${id}"]`);
  }
}
