import type { Shell, ShellOptions, ShellResult } from '../../src/core/workspace/shell.ts';

/** Answers commands from a script instead of running them; an unknown command succeeds silently. */
export class FakeShell implements Shell {
  readonly name = 'bash';
  readonly language: 'posix' | 'powershell';
  readonly calls: { readonly command: string; readonly options: ShellOptions }[] = [];
  readonly #answer: (command: string, signal: AbortSignal) => Partial<ShellResult> | Promise<Partial<ShellResult>>;

  constructor(
    answer: (command: string, signal: AbortSignal) => Partial<ShellResult> | Promise<Partial<ShellResult>> = () => ({}),
    language: 'posix' | 'powershell' = 'posix',
  ) {
    this.#answer = answer;
    this.language = language;
  }

  async run(command: string, options: ShellOptions, signal: AbortSignal): Promise<ShellResult> {
    this.calls.push({ command, options });
    signal.throwIfAborted();
    const answer = await this.#answer(command, signal);
    signal.throwIfAborted();
    const result = { stdout: '', stderr: '', exitCode: 0, isTimedOut: false, durationMs: 0, ...answer };
    for (const text of [result.stdout, result.stderr]) if (text !== '') options.onOutput(text);
    return result;
  }
}
