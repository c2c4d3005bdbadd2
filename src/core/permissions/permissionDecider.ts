import type { PreToolUseResult } from '../hooks/hookTypes.ts';
import type { ToolAccess, ToolSubject } from '../tools/tool.ts';
import type { AskReason } from './approver.ts';

/** A parsed call on its way to a decision. */
export interface PermissionCall {
  /** The tool_use id, where the call is a real one. */
  readonly callId?: string;
  /** Our tool name, e.g. `bash`. */
  readonly name: string;
  /** The name that rules are written in, e.g. `Bash`. */
  readonly claudeName: string;
  readonly access: ToolAccess;
  readonly subject: ToolSubject;
  /** As parsed, after any hook changed it. */
  readonly input: unknown;
  /** The merged answer of the PreToolUse hooks, never a `deny`: that one ends the call before. */
  readonly hook?: PreToolUseResult;
}

/** Who forbade a call. `name`: a rule with its place, a hook's source, a mode; not known of each. */
export interface Refuser {
  readonly kind: 'rule' | 'hook' | 'mode';
  readonly name?: string;
}

export type PermissionDecision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly reason: AskReason; readonly canRemember: boolean }
  /** `reason` is for the model: which rule forbids the call. */
  | { readonly kind: 'deny'; readonly reason: string; readonly by?: Refuser };

/** What the tool call runner needs of the permission policy. */
export interface PermissionDecider {
  decide(call: PermissionCall): Promise<PermissionDecision>;
  /** The person answered "Allow for session": calls like this one are not asked about again. */
  remember(call: PermissionCall): void;
}
