import type { Locator, Page } from 'playwright-core';

/** Toasts at the lower right, and the notification centre that keeps them. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  toast(text: string | RegExp): Locator {
    return this.#page.locator('.notifications-toasts .notification-list-item', { hasText: text }).first();
  }

  async toastText(text: string | RegExp): Promise<string> {
    return this.toast(text).locator('.notification-list-item-message').innerText();
  }

  async toastButtons(text: string | RegExp): Promise<readonly string[]> {
    const toast = this.toast(text);
    await toast.hover();
    return (await toast.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts()).filter(
      (label) => label !== '',
    );
  }

  /** Clicks the button with exactly this label: "Allow" is not "Allow for session". */
  async clickToast(text: string | RegExp, button: string): Promise<void> {
    await this.#clickButton(this.toast(text), button);
  }

  async closeToast(text: string | RegExp): Promise<void> {
    const toast = this.toast(text);
    await toast.hover();
    await toast.locator('.codicon-notifications-clear').click();
  }

  async cancelProgress(text: string | RegExp): Promise<void> {
    await this.clickToast(text, 'Cancel');
  }

  /** Opens the notification centre, which also holds what is no longer shown as a toast. */
  async openCentre(): Promise<Locator> {
    const centre = this.#page.locator('.notifications-center.visible');
    if ((await centre.count()) === 0) await this.#page.locator('[id="status.notifications"]').click();
    await centre.waitFor();
    return centre;
  }

  async clickInCentre(text: string | RegExp, button: string): Promise<void> {
    const centre = await this.openCentre();
    await this.#clickButton(centre.locator('.notification-list-item', { hasText: text }).first(), button);
  }

  async #clickButton(notification: Locator, button: string): Promise<void> {
    await notification.hover(); // the buttons show on hover
    await notification.locator('.monaco-button').getByText(button, { exact: true }).first().click();
  }
}
