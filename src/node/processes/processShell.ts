import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Shell, ShellOptions, ShellResult } from '../../core/workspace/shell.ts';
import { findShell, type ShellProgram } from './findShell.ts';
import { HeadTail } from './headTail.ts';
import { endProcessGroup } from './processGroup.ts';

/** A background process may hold the pipes for ever: after the command's own end they get so long. Milliseconds. */
const PIPE_GRACE_MS = 250;
/** Of each of stdout and stderr. */
const MAX_KEPT_CHARACTERS = 10_000_000;
/** A person can't read more while it runs, and every character costs the editor time. */
const MAX_LIVE_CHARACTERS = 1_000_000;

/** Runs commands as processes of this machine: no stdin, no terminal, no pager, in a process group of their own. */
export class ProcessShell implements Shell {
  readonly #program: ShellProgram;
  readonly #env: NodeJS.ProcessEnv;

  constructor(program: ShellProgram = findShell(), env: NodeJS.ProcessEnv = process.env) {
    this.#program = program;
    this.#env = commandEnvironment(env);
  }

  get name(): string {
    return this.#program.name;
  }

  get language(): 'posix' | 'powershell' {
    return this.#program.language;
  }

  async run(command: string, options: ShellOptions, signal: AbortSignal): Promise<ShellResult> {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const child = spawn(this.#program.file, this.#program.argumentsFor(command), {
      cwd: options.cwd,
      env: this.#env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const live = liveOutput(options.onOutput);
    const stdout = collect(child.stdout, live);
    const stderr = collect(child.stderr, live);
    const { exitCode, exitSignal, isTimedOut } = await endOf(child, options.timeoutMs, signal).catch(
      (error: unknown) => {
        throw new Error(`${this.#program.file} could not be started in ${options.cwd}.`, { cause: error });
      },
    );
    await drain(child);
    signal.throwIfAborted();
    return {
      stdout: stdout.toString(),
      stderr: stderr.toString(),
      exitCode: isTimedOut ? undefined : (exitCode ?? undefined),
      ...(exitSignal === null ? {} : { signal: exitSignal }),
      isTimedOut,
      durationMs: Math.round(performance.now() - startedAt),
    };
  }
}

/**
 * What commands get to see: the person's environment without what the editor set for its own processes (which makes
 * `code` and Electron programs misbehave), without the key that pays for the model, and with everything that waits for
 * a person switched off.
 */
function commandEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOwn = (name: string): boolean => !/^(?:VSCODE_|ELECTRON_|ANTHROPIC_(?:API_KEY|AUTH_TOKEN)$)/i.test(name);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => isOwn(name))),
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    MANPAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    TERM: 'dumb',
  };
}

interface End {
  readonly exitCode: number | null;
  readonly exitSignal: NodeJS.Signals | null;
  readonly isTimedOut: boolean;
}

/** Waits for the command itself, not for what it left in the background. Rejects when it could not be started. */
async function endOf(child: ChildProcess, timeoutMs: number, signal: AbortSignal): Promise<End> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
  const stop = AbortSignal.any([signal, timeout]);
  const ended = once(child, 'exit');
  // Whoever loses the race below must not count as an unhandled rejection.
  ended.catch(() => undefined);
  const stopped = new Promise<'stopped'>((resolve) => {
    stop.addEventListener('abort', () => resolve('stopped'), { once: true });
    if (stop.aborted) resolve('stopped');
  });
  const isStopped = (await Promise.race([ended, stopped])) === 'stopped';
  if (isStopped) await endProcessGroup(child);
  return { exitCode: child.exitCode, exitSignal: child.signalCode, isTimedOut: isStopped && !signal.aborted };
}

function collect(stream: Readable, live: (text: string) => void): HeadTail {
  const text = new HeadTail(MAX_KEPT_CHARACTERS);
  // The stream's own decoder keeps characters whole over chunks and replaces what is no UTF-8.
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text.append(chunk);
    live(chunk);
  });
  return text;
}

function liveOutput(onOutput: (text: string) => void): (text: string) => void {
  let left = MAX_LIVE_CHARACTERS;
  return (text) => {
    if (left <= 0) return;
    onOutput(text.slice(0, left));
    left -= text.length;
    if (left <= 0) onOutput('\n[too much output to show live]\n');
  };
}

/** Takes what the command had written at its end. Background processes may write on, but nobody reads it any more. */
async function drain(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const closed = Promise.all(streams.filter((stream) => !stream.closed).map((stream) => once(stream, 'close')));
  closed.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise((resolve) => (timer = setTimeout(resolve, PIPE_GRACE_MS)));
  await Promise.race([closed, grace]);
  clearTimeout(timer);
  // Closing the pipes instead would end a server that was started with `&` at its next line of output.
  for (const stream of streams) stream.removeAllListeners('data').resume();
}
