export interface ShellOptions {
  /** Absolute. */
  readonly cwd: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Gets stdout and stderr as they come, decoded. */
  readonly onOutput: (text: string) => void;
}

export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined when a signal or the timeout ended the command. */
  readonly exitCode: number | undefined;
  /** The signal that ended the command, if one did. */
  readonly signal?: string;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
}

/** Runs command lines on the machine that holds the workspace. */
export interface Shell {
  /** For the model: `bash`, `zsh`, `PowerShell`. */
  readonly name: string;
  readonly language: 'posix' | 'powershell';

  /**
   * Resolves when the command itself has ended, also when it failed or ran out of time; its process group is dead then
   * in the latter case. Rejects with the signal's reason once an aborted command is dead, and with an `Error` when the
   * shell can't be started.
   */
  run(command: string, options: ShellOptions, signal: AbortSignal): Promise<ShellResult>;
}
