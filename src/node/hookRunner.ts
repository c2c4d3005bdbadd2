import type { HookRunner } from '../core/hooks/engine/hookRun.ts';
import { runPromptHook, type AskModel } from '../core/hooks/engine/promptHook.ts';
import { runHttpHook, type HttpHookOptions } from './httpHook.ts';
import type { ShellHook } from './shellHook.ts';

export interface HookRunnerPorts {
  readonly shell: Pick<ShellHook, 'run'>;
  readonly http: HttpHookOptions;
  readonly askModel: AskModel;
}

/** Runs every type of handler that is supported; the others are marked inactive when they are read. */
export function createHookRunner({ shell, http, askModel }: HookRunnerPorts): HookRunner {
  return {
    async run(job, signal) {
      const { definition } = job.hook;
      switch (definition.type) {
        case 'command':
          return shell.run(definition, job, signal);
        case 'http':
          return runHttpHook(definition, job, http, signal);
        case 'prompt':
          return runPromptHook(definition, job, askModel, signal);
        case 'mcp_tool':
        case 'agent':
          return { kind: 'failed', message: `has the type "${definition.type}", which is not supported yet` };
      }
    },
  };
}
