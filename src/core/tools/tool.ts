import type { ToolDefinition } from '../model/messages.ts';
import type { ResolvedPath } from '../workspace/paths.ts';

export type { ResolvedPath } from '../workspace/paths.ts';

/** What a call does to the world; the permission default follows from it (read, plan: allow; write, execute: ask). */
export type ToolAccess = 'read' | 'write' | 'execute' | 'plan';

/** A file change that a call would make, for the diff beside the prompt. Texts are whole files. */
export interface FileChange {
  /** Absolute path or URI, as the workspace resolves it. */
  readonly path: string;
  /** Undefined when the file does not exist yet. */
  readonly before: string | undefined;
  readonly after: string;
}

/** What a call is about, as data: permissions, prompts and rows are made from it, never from display text. */
export interface ToolSubject {
  /** One line for a row: the command, the path, the pattern. */
  readonly title: string;
  /** The whole command line, for `execute` tools. */
  readonly command?: string;
  /** Absolute, symlinks resolved where the target exists. */
  readonly paths: readonly ResolvedPath[];
}

export interface ToolContext {
  /** The provider's tool_use id. */
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Live output (a command's), for people only. */
  report(progress: string): void;
}

export interface ToolOutput {
  /** What the model reads. */
  readonly text: string;
  readonly isError?: boolean;
  /** The structured result, in the shape that Claude Code hooks see as `tool_response`. */
  readonly response?: unknown;
  /** Evidence for the list: what was really done. */
  readonly evidence?: ToolEvidence;
}

export type ToolEvidence =
  | { readonly kind: 'files'; readonly changes: readonly FileChange[] }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly exitCode: number | undefined;
      readonly durationMs: number;
    }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'search'; readonly count: number };

/**
 * A tool. `definition` is byte-identical through a run (prompt cache). `parse` throws `ToolError` that names the
 * argument; unknown arguments are ignored. `run` may throw `ToolError`; the runner turns any throw into `Error: ...`.
 */
export interface Tool<Input = unknown> {
  readonly definition: ToolDefinition;
  /** The name at the hook and rule boundary, e.g. `Bash`. */
  readonly claudeName: string;
  readonly access: ToolAccess;
  parse(input: unknown): Input;
  /** Before any decision: pure but for path resolution. */
  subject(input: Input): Promise<ToolSubject>;
  /** For the prompt, without side effects; undefined where nothing can be previewed. Throws ToolError when the call can't work. */
  preview?(input: Input, signal: AbortSignal): Promise<FileChange | undefined>;
  /** The same call with this as the whole text of its file: the person changed what `preview` proposed. */
  withText?(input: Input, text: string): Input;
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

/** For the model: what went wrong and what to try next. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
