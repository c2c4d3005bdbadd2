import type { Locator, Page } from 'playwright-core';
import type { PageElement } from './pageElement.ts';

export interface Pick {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly aria: string;
}

/** The box at the top: command palette, input boxes and quick picks. */
export class QuickInput {
  readonly box: Locator;
  readonly input: Locator;
  readonly #page: Page;
  readonly #heard: () => Promise<void>;

  constructor(page: Page, heard: () => Promise<void>) {
    this.#page = page;
    this.#heard = heard;
    this.box = page.locator('.quick-input-widget:visible');
    this.input = this.box.locator('.quick-input-box input, .quick-input-filter input').first();
  }

  /** Runs the command with exactly this title, category included, from the palette. */
  async command(title: string): Promise<void> {
    // The palette leaves out what is not enabled, and does not look again while it is open.
    await this.#heard();
    await this.#page.keyboard.press('F1');
    await this.input.waitFor();
    await this.input.fill(`>${title}`);
    const name = this.#page.locator('.label-name').getByText(title, { exact: true });
    await this.box.locator('.monaco-list-row').filter({ has: name }).first().click();
  }

  /**
   * Waits until the box with this title is the one shown. Needed between two boxes in a row, since the
   * palette closes a moment after the command has begun.
   */
  async titled(title: string): Promise<void> {
    await this.box.locator('.quick-input-title', { hasText: title }).waitFor();
  }

  title(): Promise<string> {
    return this.box.locator('.quick-input-title').innerText();
  }

  /** The line under the input: the prompt or the validation error. */
  message(): Promise<string> {
    return this.box.locator('.quick-input-message').innerText();
  }

  async answer(text: string): Promise<void> {
    await this.input.fill(text);
    await this.#page.keyboard.press('Enter');
  }

  async picks(): Promise<readonly Pick[]> {
    const rows = this.box.locator('.monaco-list-row');
    await rows.first().waitFor();
    // A list uses its rows again, so they stand in any order.
    return rows.evaluateAll((elements: readonly PageElement[]) =>
      elements
        .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
        .map((row) => ({
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
          detail: row.querySelector('.quick-input-list-label-meta')?.textContent ?? '',
          aria: row.getAttribute('aria-label') ?? '',
        })),
    );
  }

  async pick(label: string): Promise<void> {
    await this.input.fill(label);
    await this.box.locator('.monaco-list-row', { hasText: label }).first().click();
  }

  /** A button at the end of a row, by its tooltip. */
  async rowButton(label: string, button: string): Promise<void> {
    const row = this.box.locator('.monaco-list-row', { hasText: label }).first();
    await row.hover();
    await row.locator(`.action-label[aria-label="${button}"]`).click();
  }

  /** A button beside the title, by its tooltip. */
  async titleButton(button: string): Promise<void> {
    await this.box.locator(`.quick-input-right-action-bar .action-label[aria-label="${button}"]`).click();
  }

  async pickMany(labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.box.locator('.monaco-list-row', { hasText: label }).first().click();
    await this.#page.keyboard.press('Enter');
  }

  async escape(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }
}
