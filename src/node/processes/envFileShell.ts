import { existsSync } from 'node:fs';
import type { Shell, ShellOptions, ShellResult } from '../../core/workspace/shell.ts';

/** Runs commands in the environment that the session's hooks have set up: a file of `export` lines, once there is one. */
export class EnvFileShell implements Shell {
  readonly #shell: Shell;
  readonly #envFile: () => string;

  constructor(shell: Shell, envFile: () => string) {
    this.#shell = shell;
    this.#envFile = envFile;
  }

  get name(): string {
    return this.#shell.name;
  }

  get language(): Shell['language'] {
    return this.#shell.language;
  }

  run(command: string, options: ShellOptions, signal: AbortSignal): Promise<ShellResult> {
    return this.#shell.run(this.#withEnvironment(command), options, signal);
  }

  #withEnvironment(command: string): string {
    const file = this.#envFile();
    if (this.language !== 'posix' || !existsSync(file)) return command;
    return `. '${file.replaceAll('\\', '/').replaceAll("'", `'\\''`)}'\n${command}`;
  }
}
