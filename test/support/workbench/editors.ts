import type { Locator, Page } from 'playwright-core';
import type { PageElement } from './pageElement.ts';

export interface Tab {
  /** What a screen reader says: the file's name, and more. */
  readonly aria: string;
  readonly active: boolean;
  readonly dirty: boolean;
}

/** Editors, output and terminal. They draw only the lines in view: read long texts through the bridge. */
export class Editors {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tabs(): Promise<readonly Tab[]> {
    return this.#page.locator('.tabs-container .tab').evaluateAll((elements: readonly PageElement[]) =>
      elements.map((tab) => ({
        aria: tab.getAttribute('aria-label') ?? '',
        active: tab.classList.contains('active'),
        dirty: tab.classList.contains('dirty'),
      })),
    );
  }

  tab(name: string | RegExp): Locator {
    return this.#page.locator('.tabs-container .tab', { hasText: name }).first();
  }

  /** The lines in view of the active editor. */
  lines(): Promise<readonly string[]> {
    return readLines(this.#page.locator('.editor-group-container.active .editor-instance .monaco-editor').first());
  }

  /** The lines in view of either side of a diff editor. */
  diffLines(side: 'original' | 'modified'): Promise<readonly string[]> {
    return readLines(this.#page.locator(`.monaco-diff-editor .editor.${side} .monaco-editor`).first());
  }

  /** The lines in view of the output panel. */
  async panelLines(): Promise<readonly string[]> {
    await this.#page.locator('.panel .view-line').first().waitFor();
    return readLines(this.#page.locator('.panel .monaco-editor').first());
  }

  /** The rows in view of the shown terminal, without empty ones. */
  terminalRows(): Promise<readonly string[]> {
    return this.#page
      .locator('.terminal-wrapper.active .xterm-rows > div')
      .evaluateAll((rows: readonly PageElement[]) =>
        rows.map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()).filter((text) => text !== ''),
      );
  }
}

function readLines(editor: Locator): Promise<readonly string[]> {
  return editor
    .locator('.view-line')
    .evaluateAll((lines: readonly PageElement[]) =>
      [...lines]
        .sort((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
        .map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' ')),
    );
}
