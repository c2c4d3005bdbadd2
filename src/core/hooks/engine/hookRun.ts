import type { HookEventName } from '../protocol/hookEvents.ts';
import type { ConfiguredHook } from '../configuration/hookSchema.ts';
import type { HookCall } from '../hookTypes.ts';

/** How one handler ended, before anyone judges what it said. */
export type HookRun =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** It never ran or never answered: not found, connection refused, HTTP 500. */
  | { readonly kind: 'failed'; readonly message: string; readonly stdout?: string }
  | { readonly kind: 'timedOut'; readonly seconds: number; readonly stderr: string }
  | { readonly kind: 'aborted' }
  /** It goes on by itself; `done` resolves with its end. */
  | { readonly kind: 'background'; readonly done: Promise<HookRun> };

/** What every handler is told about the session at the moment its event fires. */
export interface HookSession {
  readonly sessionId: string;
  /** Absolute. */
  readonly transcriptPath: string;
  /** The session's current directory; follows `cd`. */
  readonly cwd: string;
  /** Where the session started; never moves. */
  readonly projectDir: string;
  readonly permissionMode: string;
  /** Undefined before the first prompt. */
  readonly promptId?: string;
  /** A file whose `export` lines later commands source; offered to SessionStart only. */
  readonly envFile?: string;
}

/** One handler to be run. */
export interface HookJob {
  readonly hook: ConfiguredHook;
  readonly event: HookEventName;
  /** The whole JSON document for the handler. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number;
  readonly session: HookSession;
}

/** Runs a handler. Never rejects; an abort of `signal` ends the handler with all it started and gives `aborted`. */
export interface HookRunner {
  run(job: HookJob, signal: AbortSignal): Promise<HookRun>;
}

/**
 * Does one permission rule (`Bash(git *)`) match this call? As a filter it leans towards running the hook: a shell command
 * matches when any of its simple commands does, assignments in front of it ignored and substitutions looked into; it matches too
 * when it can't be parsed, or when it holds an expansion and the pattern says more than the command's name. A one-segment
 * `dir/**` means the folder in the working directory only. Text that is not exactly one rule matches nothing.
 */
export type RuleFilter = (rule: string, call: HookCall) => boolean | Promise<boolean>;

/** Keeps a long text in a file and gives the file's path. */
export type SpillText = (text: string) => Promise<string>;

/** The placeholders that stand for folders, in commands and arguments. */
export function expandPlaceholders(text: string, session: Pick<HookSession, 'projectDir'>): string {
  return text.replaceAll(/\$\{CLAUDE_PROJECT_DIR\}/g, () => session.projectDir);
}
