import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';

const page = 'out/vs/code/browser/workbench';
const [original, unguarded] = ['workbench.js', 'workbench.unguarded.js'];
const guard = /(\.SPAM_PROTECTION=\{interval:)800,/g;

/**
 * The workbench shows no toast for the fourth message within 800 ms. A person never meets that; a test, which answers
 * within milliseconds, does at random. The pages of `context` load a copy of the workbench without it.
 * @param vscode the installed server: the copy is kept beside the original.
 */
export async function withoutFloodGuard(context: BrowserContext, vscode: string): Promise<void> {
  const copy = path.join(vscode, page, unguarded);
  if (!existsSync(copy)) await writeCopy(path.join(vscode, page, original), copy);
  await context.route(`**/${page}/${original}`, (route, request) =>
    route.continue({ url: request.url().replace(original, unguarded) }),
  );
}

async function writeCopy(source: string, copy: string): Promise<void> {
  const text = await readFile(source, 'utf8');
  if (text.match(guard)?.length !== 1) throw new Error(`The guard against floods of messages is not in ${source}.`);
  const aside = `${copy}.${process.pid}`;
  await writeFile(aside, text.replace(guard, '$1-1,'));
  await rename(aside, copy);
}
