import type { Page } from 'playwright-core';

/** Chooses an item of the open menu. */
export async function clickMenuItem(page: Page, item: string): Promise<void> {
  await page.locator('.monaco-menu .action-item', { hasText: item }).first().hover();
  await page.locator('.monaco-menu .action-item.focused', { hasText: item }).first().waitFor();
  // Not a click: a menu ignores clicks in its first 100 ms, and shows nothing when it starts to listen.
  await page.keyboard.press('Enter');
}

/** The titles of all items of the open menu, which is closed by that. */
export async function readMenuItems(page: Page): Promise<readonly string[]> {
  const menu = page.locator('.monaco-menu');
  await menu.waitFor();
  const titles = await menu.locator('.action-label:not(.separator)').allInnerTexts();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  return titles;
}
