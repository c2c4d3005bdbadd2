import type { FileChange, ToolSubject, ToolAccess } from '../tools/tool.ts';

/** Why a prompt appears; each kind has its own sentence on screen. */
export type AskReason =
  | { readonly kind: 'default'; readonly access: ToolAccess }
  | { readonly kind: 'rule'; readonly rule: string; readonly source: string }
  | { readonly kind: 'hook'; readonly source: string; readonly text: string }
  | { readonly kind: 'destructive'; readonly what: string }
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'protected'; readonly path: string }
  | { readonly kind: 'secret'; readonly path: string };

/** One question to the person. Plain data but for nothing: it is journalled as it is. */
export interface ApprovalRequest {
  /** The tool_use id. */
  readonly callId: string;
  readonly toolName: string;
  readonly claudeName: string;
  readonly access: ToolAccess;
  readonly subject: ToolSubject;
  readonly input: unknown;
  readonly change?: FileChange;
  readonly reason: AskReason;
  /** False when "Allow for session" must not be offered (outside, protected, secret, destructive, rule, hook). */
  readonly canRemember: boolean;
  /** True when an answer may change the proposed text (`editedText`). */
  readonly canEdit?: boolean;
}

/** `by` names the hook that answered in the person's place. */
export type ApprovalAnswer =
  | {
      readonly kind: 'allow';
      /** How long it holds. Beyond `session` whoever answers has seen to it: a grant of the item, a rule in a file. */
      readonly remember: 'once' | 'session' | 'item' | 'always';
      /** What the person made of the whole text of `change`. */
      readonly editedText?: string;
      /** Replaces the whole input; parsed and judged again. */
      readonly updatedInput?: unknown;
      readonly by?: string;
    }
  | {
      readonly kind: 'deny';
      readonly feedback?: string;
      readonly by?: string;
      /** A hook also ends the run, for this reason. */
      readonly stop?: string;
    };

/**
 * Asks the person. Never resolves to allow unless the person said so; rejects with an abort error when `signal`
 * ends. The caller asks one at a time, in tool_use order.
 */
export interface Approver {
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}
