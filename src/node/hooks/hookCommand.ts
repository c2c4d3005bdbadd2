import { expandPlaceholders, type HookJob, type HookSession } from '../../core/hooks/engine/hookRun.ts';
import type { CommandHook } from '../../core/hooks/configuration/hookSchema.ts';

/** The shells of this machine that shell-form commands may be handed to. */
export interface HookShells {
  readonly platform: NodeJS.Platform;
  /** Instead of `/bin/sh`, e.g. from a setting. Takes `-c`. */
  readonly shellPath?: string;
  /** Windows only: Git Bash, where it is installed. */
  readonly gitBash?: string;
}

export interface HookCommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** Folder paths in the environment are written with forward slashes. */
  readonly slashes: boolean;
}

const powerShellArguments = ['-NoProfile', '-NonInteractive', '-Command'];

/**
 * Exec form: the program and its arguments with the placeholders filled in. Shell form: the command exactly as configured; the
 * shell expands what it is told to, so quoting stays its author's business.
 */
export function hookCommandLine(hook: CommandHook, session: HookSession, shells: HookShells): HookCommandLine {
  const { command, args, shell } = hook;
  if (args !== undefined) {
    const fill = (text: string): string => expandPlaceholders(text, session);
    return { file: fill(command), args: args.map(fill), slashes: false };
  }
  const isWindows = shells.platform === 'win32';
  const bash = isWindows ? shells.gitBash : 'bash';
  if (shell === 'powershell' || (isWindows && bash === undefined)) {
    const file = isWindows ? 'powershell.exe' : 'pwsh';
    const script = command.replaceAll(/\$\{(CLAUDE_\w+)\}/g, '${env:$1}');
    return { file, args: [...powerShellArguments, script], slashes: false };
  }
  const posix = shell === 'bash' ? 'bash' : (shells.shellPath ?? '/bin/sh');
  const file = isWindows ? (shells.shellPath ?? bash ?? 'bash') : posix;
  return { file, args: ['-c', command], slashes: isWindows };
}

/** Never handed on from a settings file's `env` block, nor into a request's header: the key is the agent's own business. */
export const withheld = /^ANTHROPIC_(?:API_KEY|AUTH_TOKEN)$/i;

/** Inherited variables that are not the person's: telemetry, the editor's own, and one that would point to another session. */
const foreign = /^(?:OTEL_|VSCODE_|ELECTRON_|CLAUDE_ENV_FILE$)/;

/** The environment of a command hook: the inherited one, the settings' own, and what every hook may rely on. */
export function hookEnvironment(
  inherited: NodeJS.ProcessEnv,
  settings: Readonly<Record<string, string>>,
  job: HookJob,
  slashes: boolean,
): NodeJS.ProcessEnv {
  const { session, event } = job;
  const kept = Object.entries(inherited).filter(([name]) => !foreign.test(name));
  const own = Object.entries(settings).filter(([name]) => !withheld.test(name));
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(own),
    CLAUDE_PROJECT_DIR: slashes ? session.projectDir.replaceAll('\\', '/') : session.projectDir,
    CLAUDE_CODE_SESSION_ID: session.sessionId,
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_PID: String(process.pid),
    CLAUDECODE: '1',
    ...(event === 'SessionStart' && session.envFile !== undefined ? { CLAUDE_ENV_FILE: session.envFile } : {}),
  };
}
