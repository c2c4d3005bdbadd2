import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { screenshot } from './screenshots.ts';
import { type Bridge, connectBridge } from './vscode/bridge.ts';
import { launchBrowser } from './vscode/browser.ts';
import { withoutFloodGuard } from './vscode/floodGuard.ts';
import { newUser, openPage, type PageQuery } from './vscode/openPage.ts';
import type { Settings } from './vscode/server.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './vscode/testServer.ts';
import { Workbench } from './workbench.ts';

export interface WorkbenchOptions extends TestServerOptions {
  /** What the window shows: by default the folder of `files`. */
  readonly open?: 'folder' | 'nothing' | { readonly workspaceFile: string };
}

/** A window beside the session's own. */
export interface Window {
  readonly workbench: Workbench;
  readonly host: Bridge;
  close(): Promise<void>;
}

/** A VS Code of its own, as a user has it: the extension installed, toasts and dialogs real. */
export class WorkbenchSession {
  readonly testServer: TestServer;
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #query: PageQuery;
  #workbench: Workbench | undefined;
  #host: Bridge | undefined;

  private constructor(testServer: TestServer, browser: Browser, context: BrowserContext, query: PageQuery) {
    this.testServer = testServer;
    this.#browser = browser;
    this.#context = context;
    this.#query = query;
  }

  static async start(options: WorkbenchOptions = {}): Promise<WorkbenchSession> {
    const testServer = await startTestServer('user', options);
    try {
      const browser = await launchBrowser();
      const query = queryOf(options, testServer.workspaceFolder);
      const context = await newUser(browser);
      await withoutFloodGuard(context, testServer.vscode);
      const session = new WorkbenchSession(testServer, browser, context, query);
      await session.#openPage();
      return session;
    } catch (error) {
      await testServer.stop();
      throw error;
    }
  }

  get workbench(): Workbench {
    if (this.#workbench === undefined) throw new Error('the workbench is not open');
    return this.#workbench;
  }

  /** The real `vscode` API behind the page. */
  get host(): Bridge {
    if (this.#host === undefined) throw new Error('the bridge is not connected');
    return this.#host;
  }

  get workspaceFolder(): string {
    return this.testServer.workspaceFolder;
  }

  /** Changes user settings while VS Code runs, through VS Code: it may not watch its settings file yet. */
  async changeSettings(settings: Settings): Promise<void> {
    await this.host(async (vscode, entries) => {
      const configuration = vscode.workspace.getConfiguration();
      for (const [name, value] of entries) await configuration.update(name, value, vscode.ConfigurationTarget.Global);
    }, Object.entries(settings));
  }

  /** Closes the page and opens it again, as the same user: a reload of the window. */
  async reload(): Promise<void> {
    this.#host?.close();
    await this.workbench.page.close();
    await rm(this.testServer.bridgeSocket, { force: true });
    await this.#openPage();
  }

  /** A second window on the same folder, of the same user. `host` stays that of the first one. */
  async secondWindow(): Promise<Window> {
    await rm(this.testServer.bridgeSocket, { force: true });
    const page = await openPage(this.#context, this.testServer.server, this.#query);
    const host = await connectBridge(this.testServer.bridgeSocket, AbortSignal.timeout(30_000));
    const close = async (): Promise<void> => {
      host.close();
      await page.close();
    };
    return { workbench: new Workbench(page), host, close };
  }

  /** After its extension host was killed: resolves when VS Code has a new one, which it asks about after some. */
  async reviveHost(): Promise<void> {
    this.#host?.close();
    await rm(this.testServer.bridgeSocket, { force: true });
    const revived = connectBridge(this.testServer.bridgeSocket, AbortSignal.timeout(30_000));
    const { notifications } = this.workbench;
    const asked = notifications.toast('Remote Extension host terminated unexpectedly');
    const restart = asked
      .waitFor()
      .then(() => notifications.clickToast(/Remote Extension host/, 'Restart Remote Extension Host'));
    // It may never ask: then the time-out of this wait concerns nobody.
    restart.catch(() => undefined);
    this.#host = await revived;
  }

  async stop(): Promise<void> {
    this.#host?.close();
    await this.#browser.close();
    await this.testServer.stop();
  }

  async #openPage(): Promise<void> {
    const page = await openPage(this.#context, this.testServer.server, this.#query);
    this.#workbench = new Workbench(page, () => this.#heard());
    this.#host = await connectBridge(this.testServer.bridgeSocket, AbortSignal.timeout(30_000));
  }

  /** Page and extension host tell each other all in order: once this was there and back, each has heard all before. */
  #heard(): Promise<void> {
    return this.host((vscode) => vscode.commands.executeCommand<void>('setContext', 'test.heard', true));
  }
}

function queryOf(options: WorkbenchOptions, folder: string): PageQuery {
  if (options.open === 'nothing') return {};
  if (typeof options.open === 'object') return { workspace: path.join(folder, options.open.workspaceFile) };
  return { folder };
}

/** What a test file sees of its session; filled while its tests run. */
export type WorkbenchHandle = Pick<
  WorkbenchSession,
  'workbench' | 'host' | 'workspaceFolder' | 'testServer' | 'changeSettings' | 'reload' | 'secondWindow'
>;

/**
 * Call in a `describe`: gives its tests one VS Code, started before them and ended after them, and keeps a
 * screenshot of each failure in out/failures. `options` may be a function, for what is known only after an
 * earlier `before` hook, such as a server's address.
 */
export function useWorkbench(
  options: WorkbenchOptions | (() => WorkbenchOptions | Promise<WorkbenchOptions>) = {},
): WorkbenchHandle {
  let session: WorkbenchSession | undefined;

  before('open VS Code', async () => {
    session = await WorkbenchSession.start(typeof options === 'function' ? await options() : options);
  });
  afterEach('keep a picture of a failure', async function () {
    if (this.currentTest?.state !== 'failed' || session === undefined) return;
    await screenshot(session.workbench.page, this.currentTest.fullTitle(), 'failures');
  });
  after('close VS Code', async () => {
    await session?.stop();
  });

  const current = (): WorkbenchSession => {
    if (session === undefined) throw new Error('VS Code is open only while the tests of this describe run');
    return session;
  };
  return {
    get workbench() {
      return current().workbench;
    },
    get host() {
      return current().host;
    },
    get workspaceFolder() {
      return current().workspaceFolder;
    },
    get testServer() {
      return current().testServer;
    },
    changeSettings: (settings) => current().changeSettings(settings),
    reload: () => current().reload(),
    secondWindow: () => current().secondWindow(),
  };
}
