import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningServer } from './server.ts';

/** Playwright's time-out for one step, in ms: a step that takes longer than this is broken, not slow. */
const stepTimeout = 15_000;

/** A new user at the server: an empty storage, no secrets. */
export async function newUser(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(stepTimeout);
  // The page asks for the key that its secrets are sealed with; without an answer they are lost on reload.
  const body = Buffer.alloc(32, 7);
  await context.route('**/mint-key', (route) => route.fulfill({ contentType: 'application/octet-stream', body }));
  return context;
}

export interface PageQuery {
  readonly folder?: string;
  readonly workspace?: string;
}

/** Opens a folder, a workspace file, or an empty window. Resolves when the workbench is drawn. */
export async function openPage(
  context: BrowserContext,
  server: RunningServer,
  query: PageQuery,
  payload: readonly (readonly [string, string])[] = [],
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url({ ...query }, [['skipWelcome', 'true'], ...payload]));
  await page.waitForSelector('.monaco-workbench');
  return page;
}
