import type { ToolAccess } from '../../tools/tool.ts';
import type { ParseCommandLine } from '../bash/commandLine.ts';
import type { PathEnvironment, PathPair } from './pathRules.ts';
import type { PermissionRule } from './rule.ts';

export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'bypassPermissions' | 'dontAsk';

/** `auto` would need a classifier, `manual` is another word for it: both act as `default`. Undefined for no mode at all. */
export function parseMode(text: string): PermissionMode | undefined {
  switch (text) {
    case 'default':
    case 'auto':
    case 'manual':
      return 'default';
    case 'acceptEdits':
    case 'plan':
    case 'bypassPermissions':
    case 'dontAsk':
      return text;
    default:
      return undefined;
  }
}

/** Where a call happens. All paths absolute, native or with `/`. */
export interface RuleEnvironment extends PathEnvironment {
  /** The workspace folders. */
  readonly roots: readonly string[];
  /** Folders outside that the person gave access to. */
  readonly additionalDirectories: readonly string[];
  readonly isTrusted: boolean;
  /** Files that are protected besides the well-known ones, such as the scripts of hooks. */
  readonly protectedPaths: readonly string[];
}

/** A call as rules see it. */
export interface RuleCall {
  /** Claude's name of the tool. */
  readonly claudeName: string;
  readonly access: ToolAccess;
  readonly input: unknown;
  /** The whole command line, for tools that execute one. */
  readonly command?: string;
  readonly paths: readonly PathPair[];
}

export interface Evaluation {
  readonly rules: readonly PermissionRule[];
  readonly mode: PermissionMode;
  readonly call: RuleCall;
  readonly environment: RuleEnvironment;
  readonly parse: ParseCommandLine;
  /** What a PreToolUse hook said; a denial never gets here. */
  readonly hook?: 'allow' | 'ask';
  /** Runs commands that only show what is in the workspace without a question. */
  readonly autoApproveReadOnlyBash: boolean;
  /** Asks before a file that may hold secrets is read or written, whatever the rules allow. */
  readonly guardSecrets: boolean;
}

/** Why a call may run, must be asked for, or is refused. */
export type VerdictReason =
  | { readonly kind: 'rule'; readonly rule: PermissionRule }
  | { readonly kind: 'hook' | 'mode' | 'builtin' | 'default' | 'plan' }
  | { readonly kind: 'outside' | 'protected' | 'secret'; readonly path: string }
  /** Removes something that can't be got back; nothing but the person may allow it. */
  | { readonly kind: 'critical'; readonly target: string }
  /** A command line that can't be read with certainty, or is too long to be read by a person. */
  | { readonly kind: 'unclear'; readonly why: 'unparsable' | 'tooLong' };

export interface Verdict {
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly reason: VerdictReason;
}
