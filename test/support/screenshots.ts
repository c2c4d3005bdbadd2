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

/** What the workbench's root says once a theme of that kind is drawn. */
const themeClasses: Readonly<Record<keyof typeof themes, string>> = {
  light: '.monaco-workbench.vs',
  dark: '.monaco-workbench.vs-dark',
  highContrast: '.monaco-workbench.hc-black',
};

/** One picture in each theme, `<name>-light` and so on. */
export async function screenshotInThemes(
  ui: {
    readonly workbench: { readonly page: Page };
    changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  },
  name: string,
): Promise<void> {
  const { page } = ui.workbench;
  for (const theme of Object.keys(themes) as readonly (keyof typeof themes)[]) {
    await ui.changeSettings({ 'workbench.colorTheme': themes[theme] });
    await page.locator(themeClasses[theme]).first().waitFor();
    await screenshot(page, `${name}-${theme}`);
  }
}
