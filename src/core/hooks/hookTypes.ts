import type { Message } from '../model/messages.ts';

/** A tool call at the hook boundary of this process. Names are ours (`bash`); shell hooks map to Claude's (`Bash`). */
export interface HookCall {
  readonly id: string;
  readonly name: string;
  /** As parsed, paths absolute; raw when the tool is unknown. */
  readonly input: unknown;
  /** Undefined when the tool is unknown. */
  readonly claudeName?: string;
  /** The whole command line of an execute tool. */
  readonly command?: string;
  /** Resolved paths of the call. */
  readonly paths?: readonly { readonly path: string; readonly realPath: string; readonly isInside: boolean }[];
}

export interface PreToolUseResult {
  readonly decision?: 'allow' | 'ask' | 'deny';
  /** deny: for the model. ask, allow: for the person. */
  readonly reason?: string;
  /** Shown as the asker's name in the prompt, e.g. the hook's file. */
  readonly source?: string;
  /** Replaces the whole input; parsed again. */
  readonly updatedInput?: unknown;
  /** Goes to the model beside the tool results. */
  readonly additionalContext?: string;
  /** Ends the run after this round, with this reason for the person. */
  readonly stop?: string;
}

export interface PostToolUseResult {
  readonly additionalContext?: string;
  /** Replaces what the model sees. */
  readonly updatedOutput?: string;
  readonly stop?: string;
}

/**
 * One map from hook name to what a handler gets and may answer. A plain string answer keeps the original meaning:
 * PreToolUse = deny with that reason; Stop = feedback, go on; UserPromptSubmit, PostToolUse = ignored (but later
 * PostToolUse handlers are not asked). undefined, null and '' are no opinion.
 */
export interface HookMap {
  UserPromptSubmit: {
    readonly in: { readonly prompt: string; readonly sessionId: string };
    readonly out: { readonly block?: string; readonly additionalContext?: string };
  };
  PreToolUse: { readonly in: HookCall; readonly out: PreToolUseResult };
  PostToolUse: {
    readonly in: HookCall & {
      readonly output: string;
      readonly response?: unknown;
      readonly isError: boolean;
      /** Milliseconds. */
      readonly durationMs: number;
    };
    readonly out: PostToolUseResult;
  };
  Stop: {
    readonly in: { readonly messages: readonly Message[]; readonly stopHookActive: boolean; readonly lastText: string };
    readonly out: { readonly feedback?: string; readonly stop?: string };
  };
}

export type HookName = keyof HookMap;

export type HookHandler<N extends HookName> = (
  input: HookMap[N]['in'],
  signal: AbortSignal,
) => HookAnswer<N> | Promise<HookAnswer<N>>;

export type HookAnswer<N extends HookName> = HookMap[N]['out'] | string | null | undefined | void;
