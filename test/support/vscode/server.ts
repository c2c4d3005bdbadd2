import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { InstalledVscode } from './getVscode.ts';
import { endGroup, endWithUs } from './processes.ts';

export interface ServerOptions {
  readonly vscode: InstalledVscode;
  /** An empty folder with a short path (sockets live in it): the server's data, extensions and temporary files. */
  readonly directory: string;
  /** Folders of extensions, taken as installed. */
  readonly extensions?: readonly string[];
  /** VSIX files to install before the start. */
  readonly vsix?: readonly string[];
  /** The user's settings.json. */
  readonly settings?: Settings;
  /** Settings of scope "machine": a remote server takes them only from its own file. */
  readonly machineSettings?: Settings;
  /** The whole environment of the server and so of the extension host. */
  readonly env: NodeJS.ProcessEnv;
  /** Asks whether the folder is trusted, as a user is asked; off, everything is trusted. */
  readonly workspaceTrust?: boolean;
  /**
   * Lets a page load extensions in development and run tests in the extension host. The price: toasts are
   * never shown, and with tests running, modal dialogs are refused.
   */
  readonly testDriver?: boolean;
  readonly port?: number;
  /** Without a token anyone on this machine may connect: for tests. */
  readonly token?: string;
}

export type Settings = Readonly<Record<string, unknown>>;

export interface RunningServer {
  readonly port: number;
  readonly process: ChildProcess;
  /** The user's settings.json. */
  readonly settingsFile: string;
  /** The address of a page; `payload` is VS Code's own list of extra pairs. */
  url(query: Readonly<Record<string, string>>, payload?: readonly (readonly [string, string])[]): string;
  /** A folder on the server, as a page names it. */
  remoteUri(file: string): string;
  stop(): Promise<void>;
}

/** No traffic to the outside, no AI features of VS Code's own, no first-run pages. */
const quietSettings: Settings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { directory, vscode } = options;
  const extensionsDirectory = path.join(directory, 'ext');
  const settingsFile = path.join(directory, 'data', 'User', 'settings.json');
  const temporary = path.join(directory, 't');
  await mkdir(extensionsDirectory, { recursive: true });
  await mkdir(temporary, { recursive: true });
  await writeSettings(settingsFile, { ...quietSettings, ...options.settings });
  if (options.machineSettings !== undefined) {
    await writeSettings(path.join(directory, 'data', 'Machine', 'settings.json'), options.machineSettings);
  }

  const args = serverArguments(options, extensionsDirectory);
  const env = { ...options.env, EXTENSIONS_GALLERY: 'null', TMPDIR: temporary, XDG_RUNTIME_DIR: temporary };
  // Links must be there before the first start, which takes them as installed.
  for (const extension of options.extensions ?? []) await linkExtension(extension, extensionsDirectory);
  for (const file of options.vsix ?? []) {
    await promisify(execFile)(vscode.node, [...args.base, '--install-extension', file], { env });
  }

  const child = spawn(vscode.node, [...args.base, ...args.serve], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env,
  });
  endWithUs(child);
  const port = await boundPort(child);

  return {
    port,
    process: child,
    settingsFile,
    url: (query, payload = []) => {
      const parameters = new URLSearchParams(query);
      if (options.token !== undefined) parameters.set('tkn', options.token);
      if (payload.length > 0) parameters.set('payload', JSON.stringify(payload));
      return `http://127.0.0.1:${port}/?${parameters.toString().replaceAll('%2F', '/')}`;
    },
    remoteUri: (file) => `vscode-remote://127.0.0.1:${port}${file}`,
    stop: () => endGroup(child),
  };
}

async function writeSettings(file: string, settings: Settings): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings, undefined, 2));
}

function serverArguments(options: ServerOptions, extensionsDirectory: string): { base: string[]; serve: string[] } {
  const base = [path.join(options.vscode.directory, 'out', 'server-main.js'), '--accept-server-license-terms'];
  base.push('--server-data-dir', options.directory, '--extensions-dir', extensionsDirectory);
  const serve = ['--host', '127.0.0.1', '--port', String(options.port ?? 0)];
  serve.push(...(options.token === undefined ? ['--without-connection-token'] : ['--connection-token', options.token]));
  serve.push('--telemetry-level', 'off', '--disable-telemetry');
  if (options.testDriver === true) serve.push('--enable-smoke-test-driver');
  if (options.workspaceTrust !== true) serve.push('--disable-workspace-trust');
  return { base, serve };
}

async function linkExtension(extension: string, extensionsDirectory: string): Promise<void> {
  const manifestFile = path.join(extension, 'package.json');
  // An extension's manifest always has these three.
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<'publisher' | 'name' | 'version', string>;
  const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  await symlink(extension, path.join(extensionsDirectory, name), 'junction');
}

/** Resolves once the server listens; rejects if it ends first, with all that it printed. */
async function boundPort(child: ChildProcess): Promise<number> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /Server bound to 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    // Kept on after the start: a full pipe would stop the server.
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`VS Code's server ended with ${code}\n${output}`)));
  });
}
