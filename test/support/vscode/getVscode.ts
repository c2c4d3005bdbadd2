import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../projectPaths.ts';
import { npm } from './npm.ts';
import { installServerDependencies } from './serverDependencies.ts';
import { type VscodeVersion, vscodeVersions } from './versions.ts';

/** A VS Code server on disk and the Node that runs it. */
export interface InstalledVscode {
  readonly directory: string;
  readonly node: string;
  /** VS Code's own version, such as 1.100.3. */
  readonly version: string;
}

/** The Node for each major version that a server asks for, from npm. */
const nodeVersions: Readonly<Record<string, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };

/** Built-in extensions that cost time and space here and that no test looks at. */
const unusedExtensions = [
  // Without the compiler, which code-server leaves out, it does nothing but complain in a toast.
  'typescript-language-features',
  'copilot',
  'mermaid-markdown-features',
  'mermaid-chat-features',
  'microsoft-authentication',
  'ms-vscode.vscode-js-profile-table',
  'tunnel-forwarding',
  'simple-browser',
];

/**
 * A real VS Code server from the npm registry alone: no compiler, no install script, no system package.
 * Installed once into the cache; made aside and then renamed, so two processes may do it at once.
 */
export async function getVscode(version: VscodeVersion): Promise<InstalledVscode> {
  const codeServer = vscodeVersions[version];
  const home = path.join(cacheDirectory, `code-server-${codeServer}`);
  const marker = path.join(home, 'ready.json');
  if (!existsSync(marker)) {
    console.log(`Getting VS Code (code-server ${codeServer}) from npm, once ...`);
    const aside = `${home}.part-${process.pid}`;
    try {
      await mkdir(aside, { recursive: true });
      const installed = await install(codeServer, aside);
      await writeFile(path.join(aside, 'ready.json'), JSON.stringify(installed));
      await rename(aside, home).catch((error: unknown) => {
        // Another process was first: use its result.
        if (!existsSync(marker)) throw error;
      });
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }
  const installed = await readJson<Installed>(marker);
  const node = installed.node === undefined ? process.execPath : path.join(home, installed.node);
  return { directory: path.join(home, 'vscode'), node, version: installed.version };
}

/** `node` is relative to the folder, which moves; without it the running Node serves. */
interface Installed {
  readonly version: string;
  readonly node?: string;
}

async function install(codeServer: string, directory: string): Promise<Installed> {
  const major = await unpackServer(codeServer, directory);
  const vscode = path.join(directory, 'vscode');
  await installServerDependencies(vscode);
  for (const name of unusedExtensions) {
    await rm(path.join(vscode, 'extensions', name), { recursive: true, force: true });
  }
  const product = await readJson<{ version: string }>(path.join(vscode, 'package.json'));
  const isSameNode = process.versions.node.split('.')[0] === major;
  return isSameNode
    ? { version: product.version }
    : { version: product.version, node: await installNode(major, directory) };
}

/** Unpacks only `lib/vscode`, none of code-server's own 165 dependencies. Returns the major Node version it wants. */
async function unpackServer(codeServer: string, directory: string): Promise<string> {
  await npm(['pack', `code-server@${codeServer}`], directory);
  const archive = `code-server-${codeServer}.tgz`;
  await promisify(execFile)('tar', ['xzf', archive, 'package/package.json', 'package/lib/vscode'], { cwd: directory });
  const { engines } = await readJson<{ engines: { node: string } }>(path.join(directory, 'package/package.json'));
  await rename(path.join(directory, 'package/lib/vscode'), path.join(directory, 'vscode'));
  await rm(path.join(directory, 'package'), { recursive: true });
  await rm(path.join(directory, archive));
  const major = /\d+/.exec(engines.node)?.[0];
  if (major === undefined) throw new Error(`code-server ${codeServer} wants an unknown Node: ${engines.node}`);
  return major;
}

/** Returns the path of the Node executable, relative to `directory`. */
async function installNode(major: string, directory: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const infix = process.platform === 'darwin' && process.arch === 'arm64' ? '-bin' : '';
  const name = `node${infix}-${platform}-${process.arch}`;
  const version = nodeVersions[major];
  if (version === undefined) throw new Error(`No Node ${major} is known here: add it to nodeVersions`);
  const home = path.join(directory, 'node');
  await mkdir(home);
  await writeFile(path.join(home, 'package.json'), '{"private":true}');
  await npm(['install', '--no-save', '--no-package-lock', `${name}@${version}`], home);
  const installed = path.join('node', 'node_modules', name);
  await rm(path.join(directory, installed, 'include'), { recursive: true, force: true });
  return path.join(installed, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** For files of a known shape that we or npm wrote. */
async function readJson<T>(file: string): Promise<T> {
  // The shape is the writer's promise; a test machine that breaks it fails loudly enough.
  return JSON.parse(await readFile(file, 'utf8')) as T;
}
