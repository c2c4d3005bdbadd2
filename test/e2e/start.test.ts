import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import readline from 'node:readline';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/vscode/browser.ts';
import { newUser } from '../support/vscode/openPage.ts';
import { Workbench } from '../support/workbench.ts';

describe('npm start', () => {
  let start: ChildProcess;
  let browser: Browser;
  let address: URL;

  before('start it and wait for the address', async () => {
    browser = await launchBrowser();
    start = spawn(process.execPath, ['scripts/start.mjs', '--server'], { stdio: ['ignore', 'pipe', 'inherit'] });
    address = await printedAddress(start);
  });
  after('end what is left', async () => {
    await browser.close();
    if (start.exitCode !== null) return;
    start.kill('SIGINT');
    await once(start, 'exit');
  });

  it('opens VS Code on a copy of the sample, in which the demo runs', async () => {
    const context = await newUser(browser);
    const page = await context.newPage();
    await page.goto(address.href);
    await page.getByText('slug.test.js').waitFor();
    const workbench = new Workbench(page);
    // The palette shows what there is when it opens: the extension has to be there.
    await workbench.openContainer('Agent');
    await workbench.quickInput.command('Agent: Run Demo');
    await workbench.notifications.clickToast('slug.js', 'Allow');
    await workbench.notifications.toast('node --test').waitFor();
    assert.equal(context.pages().length, 1);
    const folder = address.searchParams.get('folder') ?? '';
    assert.equal(new URL(page.url()).searchParams.get('folder'), folder);
    assert.match(await readFile(path.join(folder, 'slug.js'), 'utf8'), /\[\^a-z0-9\]\+/);
    await context.close();
  });

  it('lets nobody in who does not have the address', async () => {
    const { status } = await fetch(address.origin);
    assert.equal(status, 403);
  });

  it('ends on Ctrl+C and leaves nothing behind', async () => {
    const folder = address.searchParams.get('folder') ?? '';
    assert.ok(existsSync(folder));
    start.kill('SIGINT');
    const [code] = (await once(start, 'exit')) as [number | null];
    assert.equal(code, 0);
    assert.ok(!existsSync(folder));
    await assert.rejects(fetch(address.origin));
  });
});

async function printedAddress(child: ChildProcess): Promise<URL> {
  assert.ok(child.stdout);
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    child.stdout.resume(); // nobody reads on, and a full pipe would stop it
    return new URL(address);
  }
  throw new Error('npm start ended before it printed an address');
}
