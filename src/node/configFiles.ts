import { execFile } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from './atomicFile.ts';
import type { ConfigContent, ConfigFile, ConfigFolder } from '../core/settings/settingsSources.ts';

/** Bytes. A configuration is a page or two; more is a mistake, and parsing it would only make the editor wait. */
const maxSize = 1_000_000;
/** Milliseconds that git may take to say whether it tracks a file. */
const gitTimeout = 5000;

/**
 * Reads `settings.json` and `config.toml` in `<folder>/.agent`, `folder` being a workspace folder or the home folder.
 * A missing file is absent, anything else that stands in its place is named as unreadable. Never rejects. Must not be
 * called for a workspace that isn't trusted.
 */
export async function readConfigFolder(folder: string): Promise<ConfigFolder> {
  const [settingsJson, configToml] = await Promise.all([
    readConfigFile(path.join(folder, '.agent', 'settings.json')),
    readConfigFile(path.join(folder, '.agent', 'config.toml')),
  ]);
  return { ...(settingsJson && { settingsJson }), ...(configToml && { configToml }) };
}

async function readConfigFile(file: string): Promise<ConfigFile | undefined> {
  const content = await readContent(file);
  if (!content) return undefined;
  return { path: file, content, isTracked: content.kind === 'text' && (await isTracked(file)) };
}

/** What is at the place of a file; undefined when there is nothing. Never rejects. */
export async function readContent(file: string): Promise<ConfigContent | undefined> {
  try {
    const stats = await stat(file);
    if (stats.isDirectory()) return unreadable('is a folder');
    // Reading a pipe would wait for ever.
    if (!stats.isFile()) return unreadable('is not a plain file');
    if (stats.size > maxSize) return unreadable(`is larger than ${maxSize / 1_000_000} MB`);
    const bytes = await readFile(file);
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return unreadable(code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8 text' : `can't be read (${code})`);
  }
}

/** Replaces the file as a whole, or makes it with its folder. */
export async function writeContent(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, new TextEncoder().encode(text));
}

function unreadable(reason: string): ConfigContent {
  return { kind: 'unreadable', reason };
}

/** Whether git tracks the file; false without git or a repository. */
export function isTracked(file: string): Promise<boolean> {
  // A repository's own configuration may name a program for core.fsmonitor; this question must not start it.
  const question = ['-c', 'core.fsmonitor=false', 'ls-files', '--error-unmatch', '--', path.basename(file)];
  const options = { cwd: path.dirname(file), timeout: gitTimeout, windowsHide: true };
  return new Promise((resolve) => {
    execFile('git', question, options, (error) => resolve(error === null));
  });
}
