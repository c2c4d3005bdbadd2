import type { Page } from 'playwright-core';

/** Chooses an item of the open menu. */
export async function clickMenuItem(page: Page, item: string): Promise<void> {
  await page.locator('.monaco-menu .action-item', { hasText: item }).first().hover();
  await page.locator('.monaco-menu .action-item.focused', { hasText: item }).first().waitFor();
  // Not a click: a menu ignores clicks in its first 100 ms, and shows nothing when it starts to listen.
  await page.keyboard.press('Enter');
}
