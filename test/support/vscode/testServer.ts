import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, sampleDirectory } from '../projectPaths.ts';
import { getVscode } from './getVscode.ts';
import { type RunningServer, startServer, type Settings } from './server.ts';
import { makeTemporaryDirectory, removeDirectory } from './temporaryDirectory.ts';
import type { VscodeVersion } from './versions.ts';

/** What a test may ask of its VS Code. Everything has a default: the newest version and the sample project. */
export interface TestServerOptions {
  readonly version?: VscodeVersion;
  /** More user settings, over those that make the workbench testable. */
  readonly settings?: Settings;
  readonly machineSettings?: Settings;
  /** Files by path, relative to the workspace folder, over a copy of the sample project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Without the sample project: only `files`. */
  readonly withoutSample?: boolean;
  /** More environment variables of the extension host. ANTHROPIC_* of this machine never reach it. */
  readonly env?: Readonly<Record<string, string>>;
  readonly workspaceTrust?: boolean;
  /** With the extension that offers a language model; where tests run in the host it is always there. */
  readonly withModels?: boolean;
  /** VSIX files to install instead of the source tree. */
  readonly vsix?: readonly string[];
}

export interface TestServer {
  readonly server: RunningServer;
  readonly version: string;
  /** Where the VS Code that serves is installed. */
  readonly vscode: string;
  /** Everything of this server lies in it, and goes with it. */
  readonly directory: string;
  readonly workspaceFolder: string;
  /** The home directory that the extension host sees. */
  readonly home: string;
  readonly bridgeSocket: string;
  stop(): Promise<void>;
}

const testableSettings: Settings = {
  'workbench.editor.useModal': 'off', // else settings open in a modal editor
  'terminal.integrated.gpuAcceleration': 'off', // else the terminal's rows are a canvas
  'diffEditor.renderSideBySide': true,
  'diffEditor.useInlineViewWhenSpaceIsLimited': false,
  'editor.minimap.enabled': false,
  'git.enabled': false,
};

const bridgeExtension = path.join(projectRoot, 'test/support/vscode/bridgeExtension');
/** Offers a language model whose answers a test scripts. */
const modelsExtension = path.join(projectRoot, 'test/support/vscode/lmExtension');

/** Mode "user": extensions as installed. Mode "inHost": tests run in the extension host. */
export async function startTestServer(mode: 'user' | 'inHost', options: TestServerOptions): Promise<TestServer> {
  const vscode = await getVscode(options.version ?? 'newest');
  const directory = await makeTemporaryDirectory();
  const workspaceFolder = path.join(directory, 'ws');
  const home = path.join(directory, 'home');
  const bridgeSocket = path.join(directory, 'bridge');
  const settings = { ...testableSettings, ...options.settings };
  await mkdir(home);
  await writeWorkspace(workspaceFolder, options);
  try {
    const server = await startServer({
      vscode,
      directory,
      settings,
      env: { ...hermeticEnv(home), TEST_BRIDGE_SOCKET: bridgeSocket, ...options.env },
      testDriver: mode === 'inHost',
      workspaceTrust: options.workspaceTrust ?? false,
      extensions: extensionsFor(mode, options),
      ...(options.machineSettings && { machineSettings: options.machineSettings }),
      ...(options.vsix && { vsix: options.vsix }),
    });
    const stop = async (): Promise<void> => {
      await server.stop();
      await removeDirectory(directory);
    };
    const { version } = vscode;
    return { server, version, vscode: vscode.directory, directory, workspaceFolder, home, bridgeSocket, stop };
  } catch (error) {
    await removeDirectory(directory);
    throw error;
  }
}

function extensionsFor(mode: 'user' | 'inHost', { vsix, withModels }: TestServerOptions): readonly string[] {
  if (mode === 'inHost') return [modelsExtension];
  const source = vsix === undefined ? [projectRoot] : [];
  return [...source, bridgeExtension, ...(withModels === true ? [modelsExtension] : [])];
}

async function writeWorkspace(folder: string, options: TestServerOptions): Promise<void> {
  await mkdir(folder);
  if (options.withoutSample !== true) await cp(sampleDirectory, folder, { recursive: true });
  for (const [name, text] of Object.entries(options.files ?? {})) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** This machine's environment less what would reach a real endpoint or a person's own files. */
export function hermeticEnv(home: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(ANTHROPIC|CLAUDE|VSCODE)_/.test(name));
  return { ...Object.fromEntries(own), HOME: home, USERPROFILE: home };
}
