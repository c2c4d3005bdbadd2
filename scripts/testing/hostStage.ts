import path from 'node:path';
import { projectRoot } from '../../test/support/projectPaths.ts';
import { launchBrowser } from '../../test/support/vscode/browser.ts';
import { newUser, openPage } from '../../test/support/vscode/openPage.ts';
import { startTestServer, type TestServer } from '../../test/support/vscode/testServer.ts';
import type { VscodeVersion } from '../../test/support/vscode/versions.ts';
import { screenshot } from '../../test/support/screenshots.ts';
import { EventsFile } from './eventsFile.ts';
import type { Results } from './report.ts';
import { testOutput } from './testFiles.ts';

/** For all integration tests of one version, in ms. */
const limit = 5 * 60_000;

const entry = path.join(testOutput, 'integration', 'index.js');

/** Runs test/integration in the extension host of a VS Code server, all files in one page. */
export async function runHostStage(version: VscodeVersion, results: Results): Promise<void> {
  const events = new EventsFile(results);
  const log: string[] = [];
  let ending = 'VS Code did not start';
  try {
    const env = { TEST_EVENTS: events.path, ...chosenTests() };
    const testServer = await startTestServer('inHost', { version, env });
    try {
      console.log(`  VS Code ${testServer.version}`);
      ending = await runInPage(testServer, log);
    } finally {
      await testServer.stop();
    }
  } finally {
    events.close(`${ending}\n${log.slice(-30).join('\n')}`);
  }
}

function chosenTests(): Record<string, string> {
  const names = ['TEST_GREP', 'TEST_FILE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** Returns how the run ended. */
async function runInPage({ server, workspaceFolder }: TestServer, log: string[]): Promise<string> {
  const browser = await launchBrowser();
  try {
    const context = await newUser(browser);
    let timer: NodeJS.Timeout | undefined;
    // The test driver calls these two from the page.
    await context.exposeFunction('codeAutomationLog', (level: string, parts: readonly unknown[]) => {
      if (level !== 'info') log.push(`[${level}] ${parts.map(textOf).join(' ')}`);
    });
    const ended = new Promise<string>((resolve, reject) => {
      context.exposeFunction('codeAutomationExit', (code: number) => resolve(`exit code ${code}`)).catch(reject);
      browser.once('disconnected', () => resolve('the browser ended'));
      context.once('page', (page) => page.once('crash', () => resolve('the page crashed')));
      server.process.once('exit', () => resolve('the server ended'));
      timer = setTimeout(() => resolve('the time limit was reached'), limit);
    });
    const page = await openPage(context, server, { folder: workspaceFolder }, [
      ['extensionDevelopmentPath', server.remoteUri(projectRoot)],
      ['extensionTestsPath', server.remoteUri(entry)],
    ]);
    const ending = await ended;
    clearTimeout(timer);
    if (ending !== 'exit code 0') await screenshot(page, 'integration', 'failures').catch(() => undefined);
    return ending;
  } finally {
    await browser.close();
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  return part instanceof Object && 'message' in part ? String(part.message) : JSON.stringify(part);
}
