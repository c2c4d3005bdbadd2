import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as z from 'zod';
import type { HookJob, HookRun } from '../../core/hooks/engine/hookRun.ts';
import type { CommandHook } from '../../core/hooks/configuration/hookSchema.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { hookCommandLine, hookEnvironment, type HookShells } from './hookCommand.ts';
import { HookProcess } from './hookProcess.ts';
import { lazy } from '../../core/util/lazy.ts';

export interface ShellHookOptions {
  readonly shells?: HookShells;
  /** What the person's login shell would see; the default is this process's own. */
  readonly environment?: () => NodeJS.ProcessEnv;
  /** The settings' `env` blocks, merged. */
  readonly settingsEnvironment?: () => Readonly<Record<string, string>>;
  readonly pipeGraceMs?: number;
}

/** The first line by which a script puts itself into the background. `asyncTimeout`: milliseconds. */
const asyncLine = lazy(() => z.object({ async: z.literal(true), asyncTimeout: z.number().positive().optional() }));

/** Runs command hooks. Disposing ends those that still run in the background. */
export class ShellHook implements Disposable {
  readonly #options: ShellHookOptions;
  readonly #shells: HookShells;
  readonly #life = new AbortController();

  constructor(options: ShellHookOptions = {}) {
    this.#options = options;
    this.#shells = options.shells ?? { platform: process.platform };
  }

  /** Never rejects. */
  async run(hook: CommandHook, job: HookJob, signal: AbortSignal): Promise<HookRun> {
    const cwd = await firstFolder([job.session.cwd, job.session.projectDir, homedir()]);
    if (signal.aborted) return { kind: 'aborted' };
    const process = this.#start(hook, job, cwd);
    const timeoutMs = job.timeoutSeconds * 1000;
    if (hook.async === true || hook.asyncRewake === true)
      return { kind: 'background', done: watch(process, timeoutMs, this.#life.signal) };
    const leave = new AbortController();
    const end = watch(process, timeoutMs, signal, leave.signal);
    const background = process.firstLine.then((line): HookRun | Promise<HookRun> => {
      const asked = readAsyncLine(line);
      if (asked === undefined) return end;
      leave.abort();
      const done = watch(process, asked.asyncTimeout ?? timeoutMs, this.#life.signal).then(withoutFirstLine);
      return { kind: 'background', done };
    });
    return Promise.race([end, background]);
  }

  dispose(): void {
    this.#life.abort();
  }

  #start(hook: CommandHook, job: HookJob, cwd: string): HookProcess {
    const { environment, settingsEnvironment, pipeGraceMs = 250 } = this.#options;
    const { file, args, slashes } = hookCommandLine(hook, job.session, this.#shells);
    const env = hookEnvironment(environment?.() ?? process.env, settingsEnvironment?.() ?? {}, job, slashes);
    const stdin = `${JSON.stringify(job.input)}\n`;
    return new HookProcess({ file, args, cwd, env, stdin, pipeGraceMs });
  }
}

/** Waits for the end, which a timeout or the signal brings about; after `leave` neither does any more. */
async function watch(
  process: HookProcess,
  timeoutMs: number,
  signal: AbortSignal,
  leave?: AbortSignal,
): Promise<HookRun> {
  let cause: HookRun | undefined;
  let killed: Promise<void> | undefined;
  const endWith = (run: HookRun): void => {
    if (cause !== undefined) return;
    killed = process.kill();
    if (killed !== undefined) cause = run;
  };
  const abort = (): void => endWith({ kind: 'aborted' });
  const timedOut: HookRun = { kind: 'timedOut', seconds: timeoutMs / 1000, stderr: '' };
  const timer = setTimeout(() => endWith(timedOut), Math.min(timeoutMs, 2 ** 31 - 1));
  const release = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  signal.addEventListener('abort', abort, { once: true });
  leave?.addEventListener('abort', release, { once: true });
  if (signal.aborted) abort();
  const end = await process.ended;
  release();
  // Not before the last of its children is gone too.
  await killed;
  if (cause?.kind === 'timedOut' && end.kind === 'exited') return { ...cause, stderr: end.stderr };
  return cause ?? end;
}

function readAsyncLine(line: string): z.infer<ReturnType<typeof asyncLine>> | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    return asyncLine().safeParse(JSON.parse(line)).data;
  } catch {
    // The first line of a longer JSON text.
    return undefined;
  }
}

function withoutFirstLine(run: HookRun): HookRun {
  return run.kind === 'exited' ? { ...run, stdout: run.stdout.slice(run.stdout.indexOf('\n') + 1) } : run;
}

/** The working directory may have been removed under the session. */
async function firstFolder(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() === true) return folder;
  }
  return '/';
}
