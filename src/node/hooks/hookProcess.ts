import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type { HookRun } from '../../core/hooks/engine/hookRun.ts';
import { messageOf } from '../../core/util/errors.ts';
import { endProcessGroup } from '../processes/processGroup.ts';

export interface HookProcessOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string;
  /** Milliseconds that pipes may stay open after the process has gone. */
  readonly pipeGraceMs: number;
}

/** What is kept of each stream; the rest is read and dropped, so that the writer never blocks. */
const maxBytes = 10 * 1024 * 1024;

type End = Extract<HookRun, { kind: 'exited' | 'failed' }>;

/**
 * One process of a hook in a process group of its own. It has ended when the process itself has, whatever its children do with the
 * pipes: children that stay behind keep running and their output is dropped.
 */
export class HookProcess {
  /** Never rejects. */
  readonly ended: Promise<End>;
  /** Resolves with the first line of stdout; never when there is none. */
  readonly firstLine: Promise<string>;
  readonly #child: ChildProcess | undefined;
  #hasExited = false;

  constructor(options: HookProcessOptions) {
    try {
      const isWindows = process.platform === 'win32';
      const { file, args, cwd, env } = options;
      this.#child = spawn(file, args, { cwd, env, detached: !isWindows, windowsHide: true, stdio: 'pipe' });
    } catch (error) {
      // Some bad arguments throw instead of emitting an error; both mean the same to the caller.
      this.ended = Promise.resolve(notStarted(error));
      this.firstLine = new Promise(() => undefined);
      return;
    }
    const child = this.#child;
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    this.firstLine = stdout.firstLine;
    this.ended = this.#waitFor(child, options.pipeGraceMs, () => ({ stdout: stdout.stop(), stderr: stderr.stop() }));
    // A script that doesn't read its input is no fault.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.stdin);
  }

  /** Ends the process with everything in its group. Undefined when it had ended by itself. */
  kill(): Promise<void> | undefined {
    return this.#child === undefined || this.#hasExited ? undefined : endProcessGroup(this.#child);
  }

  #waitFor(child: ChildProcess, pipeGraceMs: number, stop: () => { stdout: string; stderr: string }): Promise<End> {
    return new Promise((resolve) => {
      let code = 0;
      let grace: NodeJS.Timeout | undefined;
      const finish = (): void => {
        clearTimeout(grace);
        resolve({ kind: 'exited', code, ...stop() });
      };
      child.once('error', (error) => {
        this.#hasExited = true;
        resolve(notStarted(error));
      });
      child.once('exit', (exitCode, signal) => {
        this.#hasExited = true;
        code = exitCode ?? 128 + (signal === null ? 0 : constants.signals[signal]);
        grace = setTimeout(finish, pipeGraceMs);
      });
      child.once('close', finish);
    });
  }
}

function notStarted(error: unknown): End {
  return { kind: 'failed', message: `could not be started: ${messageOf(error)}` };
}

interface Collector {
  readonly firstLine: Promise<string>;
  /** What has come so far; later output is dropped and no longer keeps this process alive. */
  stop(): string;
}

function collect(stream: Readable | null): Collector {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let sayFirstLine: ((line: string) => void) | undefined;
  const firstLine = new Promise<string>((resolve) => (sayFirstLine = resolve));
  const take = (chunk: Buffer): void => {
    if (bytes >= maxBytes) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (sayFirstLine === undefined || !chunk.includes('\n')) return;
    sayFirstLine(Buffer.concat(chunks).toString('utf8').split('\n', 1)[0] ?? '');
    sayFirstLine = undefined;
  };
  stream?.on('data', take);
  stream?.on('error', () => undefined);
  return {
    firstLine,
    stop: () => {
      stream?.off('data', take);
      stream?.resume();
      // The pipes of a child are sockets, though they are typed as any stream.
      if (stream instanceof Socket) stream.unref();
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}
