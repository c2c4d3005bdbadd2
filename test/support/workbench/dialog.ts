import type { Locator, Page } from 'playwright-core';

export interface DialogText {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** The modal dialog. */
export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  async text(): Promise<DialogText> {
    await this.box.waitFor();
    const detail = this.box.locator('.dialog-message-detail');
    const labels = await this.box.locator('.dialog-buttons .monaco-button').allInnerTexts();
    return {
      message: await this.box.locator('.dialog-message-text').innerText(),
      detail: (await detail.count()) === 0 ? '' : await detail.innerText(),
      buttons: labels.filter((label) => label !== ''),
    };
  }

  async click(button: string): Promise<void> {
    await this.box.locator('.dialog-buttons .monaco-button').getByText(button, { exact: true }).first().click();
  }
}
