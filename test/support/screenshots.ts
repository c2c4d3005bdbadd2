import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from './projectPaths.ts';

/** The three themes a picture or a colour is checked in: values of `workbench.colorTheme`. */
export const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  highContrast: 'Default High Contrast',
} as const;

/** Saves what the page shows as out/screenshots/<name>.png and returns the file. */
export async function screenshot(page: Page, name: string, folder = 'screenshots'): Promise<string> {
  const file = path.join(projectRoot, 'out', folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
  await mkdir(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  return file;
}
