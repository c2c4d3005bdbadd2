import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../projectPaths.ts';
import { npm } from './npm.ts';

/** What a test never loads, what only other platforms load, and (at the end) what our stand-ins replace. */
const dropped = [
  /^@github\/copilot/,
  /^@microsoft\/mxc-sdk$/,
  /^@vscode\/(copilot-api|sandbox-runtime|sqlite3|windows-.*)$/,
  /^@devcontainers\/cli$/,
  /^(ssh2|tar|zod|kerberos)$/,
  /^@vscode\/(deviceid|native-watchdog|spdlog)$/,
  /^native-watchdog$/,
];

/** Prebuilt packages for what older servers compile, take from a git host, or download when installed. */
const substitutes: Readonly<Record<string, string>> = {
  'node-pty': '1.2.0-beta.15',
  '@parcel/watcher': '2.5.6',
  '@vscode/watcher': 'npm:@parcel/watcher@2.5.6',
  '@vscode/ripgrep': 'npm:@vscode/ripgrep-universal@1.18.0',
};

/** Native modules that plain JavaScript replaces. */
const standIns: Readonly<Record<string, string>> = {
  '@vscode/spdlog': 'spdlog.cjs',
  '@vscode/native-watchdog': 'watchdog.cjs',
  'native-watchdog': 'watchdog.cjs',
  '@vscode/deviceid': 'deviceId.cjs',
};

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/** Installs the server's dependencies, at the versions of its own lock file, less what needs a compiler. */
export async function installServerDependencies(directory: string): Promise<void> {
  await slimManifest(directory);
  await npm(['install', '--omit=dev', '--engine-strict=false'], directory);
  for (const [name, file] of Object.entries(standIns)) await writeStandIn(directory, name, file);
  await placeRipgrep(directory);
}

async function slimManifest(directory: string): Promise<void> {
  const manifestFile = path.join(directory, 'package.json');
  const lockFile = path.join(directory, 'npm-shrinkwrap.json');
  // Both files are npm's; the interfaces name the little of them that is used.
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const lock = JSON.parse(await readFile(lockFile, 'utf8')) as Lock;

  const dependencies = withoutDropped(manifest.dependencies);
  const replaced = Object.entries(substitutes).filter(([name, version]) => {
    const wanted = dependencies[name];
    const isFromGit = /[#/]/.test(wanted ?? '');
    return wanted !== undefined && (isFromGit || lock.packages[`node_modules/${name}`]?.version !== version);
  });
  Object.assign(dependencies, Object.fromEntries(replaced));
  const slim = {
    ...manifest,
    dependencies,
    optionalDependencies: withoutDropped(manifest.optionalDependencies ?? {}),
    overrides: withoutDropped(manifest.overrides ?? {}),
    allowScripts: undefined,
  };

  // The lock file must not hold on to what was replaced, nor to its platform packages (name-platform).
  const isReplaced = (key: string): boolean =>
    replaced.some(([name]) => new RegExp(`^node_modules/${name}($|[-/])`).test(key));
  const kept = Object.entries(lock.packages).filter(([key]) => !isReplaced(key));
  const packages = { ...Object.fromEntries(kept), '': { ...lock.packages[''], dependencies } };

  await writeFile(lockFile, JSON.stringify({ ...lock, packages }));
  await writeFile(manifestFile, JSON.stringify(slim, undefined, 2));
}

function withoutDropped<T>(group: Readonly<Record<string, T>>): Record<string, T> {
  const isDropped = (key: string): boolean => {
    const name = key.replace(/(.)@.*$/, '$1'); // overrides may be written name@range
    return dropped.some((pattern) => pattern.test(name));
  };
  return Object.fromEntries(Object.entries(group).filter(([key]) => !isDropped(key)));
}

async function writeStandIn(directory: string, name: string, file: string): Promise<void> {
  const target = path.join(directory, 'node_modules', name);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, 'package.json'), JSON.stringify({ name, version: '0.0.0', main: 'index.js' }));
  const source = path.join(projectRoot, 'test/support/vscode/standIns', file);
  await copyFile(source, path.join(target, 'index.js'));
}

/** Older versions look for ripgrep in `bin/`, where its install script would have put it. */
async function placeRipgrep(directory: string): Promise<void> {
  const bin = path.join(directory, 'node_modules/@vscode/ripgrep/bin');
  const executable = process.platform === 'win32' ? 'rg.exe' : 'rg';
  if (!existsSync(bin) || existsSync(path.join(bin, executable))) return;
  await copyFile(path.join(bin, `${process.platform}-${process.arch}`, executable), path.join(bin, executable));
}
