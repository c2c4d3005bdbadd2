import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';
import { codeOf } from '../errorCode.ts';
import { lazy } from '../../core/util/lazy.ts';

const holderSchema = lazy(() =>
  z.object({ pid: z.int().positive(), startedAt: z.string().optional(), host: z.string() }),
);

/** Who holds a lock. `startedAt` tells a process from a later one that was given the same number. */
type Holder = z.infer<ReturnType<typeof holderSchema>>;

/** Whoever has made a lock file has written it at once; after so many milliseconds an empty one is what a crash left. */
const writingTime = 5000;

/** A lock as this moment finds it. `content` is what the file holds. */
type Found =
  | { readonly kind: 'free' }
  | { readonly kind: 'stale'; readonly content: string }
  | { readonly kind: 'held'; readonly content: string };

/**
 * Takes the lock for this process. A lock whose process is gone counts for nothing.
 * @returns false when another process, or this one, has it.
 */
export function takeLock(file: string, options: { readonly takeOver?: boolean } = {}): boolean {
  const own: Holder = { pid: process.pid, startedAt: startOf(process.pid), host: hostname() };
  // Each turn ends, or was overtaken by somebody else's taking or leaving of the lock.
  for (let turn = 0; turn < 100; turn += 1) {
    if (create(file, JSON.stringify(own))) return true;
    const found = look(file);
    if (found.kind === 'free') continue;
    if (found.kind === 'held' && options.takeOver !== true) return false;
    removeIfStill(file, found.content);
  }
  return false;
}

export function isLocked(file: string): boolean {
  return look(file).kind === 'held';
}

/** Harmless when another process has taken the lock over. Never throws. */
export function leaveLock(file: string): void {
  try {
    const content = read(file);
    if (content !== undefined && holderOf(content)?.pid === process.pid) rmSync(file, { force: true });
  } catch {
    // A folder that takes no changes keeps the lock; it counts for nothing once this process is gone.
  }
}

function create(file: string, content: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      writeSync(descriptor, content);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function look(file: string): Found {
  const content = read(file);
  if (content === undefined) return { kind: 'free' };
  const holder = holderOf(content);
  if (holder === undefined) return { kind: isOlderThan(file, writingTime) ? 'stale' : 'held', content };
  return { kind: isAlive(holder) ? 'held' : 'stale', content };
}

/** Two may find the same stale lock: the one that comes second must not remove the first one's new lock. */
function removeIfStill(file: string, content: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== content) putBack(aside, file);
  rmSync(aside, { force: true });
}

function putBack(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function isAlive({ pid, startedAt, host }: Holder): boolean {
  // Nothing is known of a process on another machine or in another container.
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const start = startOf(pid);
  return start === undefined || startedAt === undefined || start === startedAt;
}

/** When a process began, in words that only serve to be compared; undefined where nobody says (on Windows). */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      // The second field is the program's name, which may hold anything; the start is the 22nd.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return `${boot} ${fields[19] ?? ''}`;
    }
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 }).trim();
  } catch {
    return undefined;
  }
}

function holderOf(content: string): Holder | undefined {
  try {
    return holderSchema().safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isOlderThan(file: string, milliseconds: number): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > milliseconds;
  } catch {
    return false;
  }
}
