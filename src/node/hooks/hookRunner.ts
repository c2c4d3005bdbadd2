import type { HookSet } from '../../core/hooks/configuration/hookSources.ts';
import type { HookJob, HookRun, HookRunner } from '../../core/hooks/engine/hookRun.ts';
import { runPromptHook, type AskModel } from '../../core/hooks/engine/promptHook.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { findShell } from '../processes/findShell.ts';
import type { HookShells } from './hookCommand.ts';
import { runHttpHook } from './httpHook.ts';
import { ShellHook } from './shellHook.ts';

export interface HookRunnerOptions {
  /** As of now. */
  readonly settings: () => Omit<HookSet, 'hooks'>;
  readonly askModel: AskModel;
  /** The default is this process's own, which the editor makes that of the person's login shell. */
  readonly environment?: () => NodeJS.ProcessEnv;
}

/** Runs every type of handler that is supported; the others are marked inactive when they are read. */
export class LocalHookRunner implements HookRunner, Disposable {
  readonly #options: HookRunnerOptions;
  readonly #shell: ShellHook;

  constructor(options: HookRunnerOptions) {
    this.#options = options;
    const { settings, environment = () => process.env } = options;
    this.#shell = new ShellHook({ environment, settingsEnvironment: () => settings().env, shells: shellsHere() });
  }

  async run(job: HookJob, signal: AbortSignal): Promise<HookRun> {
    const { definition } = job.hook;
    const { settings, environment, askModel } = this.#options;
    switch (definition.type) {
      case 'command':
        return this.#shell.run(definition, job, signal);
      case 'http':
        return runHttpHook(definition, job, { policy: settings, ...(environment && { environment }) }, signal);
      case 'prompt':
        return runPromptHook(definition, job, askModel, signal);
      case 'mcp_tool':
      case 'agent':
        return { kind: 'failed', message: `has the type "${definition.type}", which is not supported yet` };
    }
  }

  /** Ends what still runs in the background. */
  dispose(): void {
    this.#shell.dispose();
  }
}

function shellsHere(): HookShells {
  const { platform } = process;
  if (platform !== 'win32') return { platform };
  const shell = findShell();
  return shell.language === 'posix' ? { platform, gitBash: shell.file } : { platform };
}
