import type { Page } from 'playwright-core';

/** Clicks an item of the open menu. */
export async function clickMenuItem(page: Page, item: string): Promise<void> {
  const entry = page.locator('.monaco-menu .action-item', { hasText: item }).first();
  await entry.waitFor();
  // A menu ignores clicks in its first 100 ms, and shows nothing when it starts to listen.
  await page.waitForTimeout(250);
  await entry.click();
}
