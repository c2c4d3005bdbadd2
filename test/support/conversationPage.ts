import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { HostMessage, PageMessage } from '../../src/core/session/transcript/transcriptMessages.ts';
import { projectRoot } from './projectPaths.ts';
import { launchBrowser } from './vscode/browser.ts';

/** The page of the conversation view by itself, with a host of its own. */
export interface ConversationPage {
  readonly page: Page;
  tell(message: HostMessage): Promise<unknown>;
  /** What the page told its host, oldest first. */
  posted(): Promise<readonly PageMessage[]>;
  /** Two frames later everything that was to be drawn is drawn. */
  drawn(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openConversationPage(words: Readonly<Record<string, string>>): Promise<ConversationPage> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 250, height: 500 } });
  page.setDefaultTimeout(15_000);
  const css = await readFile(path.join(projectRoot, 'media', 'conversation.css'), 'utf8');
  await page.setContent(`<!DOCTYPE html><html lang="en"><head><style>${css}</style></head><body></body></html>`);
  await page.evaluate(`
    globalThis.posted = [];
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => posted.push(message),
      getState: () => undefined,
      setState: () => undefined,
    });
  `);
  await page.addScriptTag({ path: path.join(projectRoot, 'dist', 'webview.js') });
  const tell = (message: HostMessage): Promise<unknown> =>
    page.evaluate(`window.dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(message)} }))`);
  await tell({ kind: 'words', words });
  await tell({ kind: 'cleared' });
  return {
    page,
    tell,
    posted: () => page.evaluate('posted'),
    drawn: () =>
      page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
      ),
    close: () => browser.close(),
  };
}
