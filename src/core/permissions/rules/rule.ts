import type { CommandPattern } from '../bash/commandPattern.ts';

export type RuleEffect = 'allow' | 'ask' | 'deny';

/** Where a rule stands. */
export interface RuleSource {
  /** For people: the file or the setting. */
  readonly name: string;
  /** `project` rules come with the workspace: their allow rules count only when it is trusted. */
  readonly scope: 'managed' | 'user' | 'project' | 'local' | 'session';
  /** What `/x` in a path rule is relative to: the project for its file, `~/.claude` for the user's, else the start folder. */
  readonly folder: string;
}

export type RuleSpec =
  | { readonly kind: 'command'; readonly pattern: CommandPattern }
  | { readonly kind: 'path'; readonly pattern: string }
  | { readonly kind: 'domain'; readonly pattern: string }
  /** A subagent or a skill; with `isPrefix` any arguments may follow. */
  | { readonly kind: 'name'; readonly name: string; readonly isPrefix: boolean };

/** A top-level argument of the call and a wildcard for its value. */
export interface RuleParameter {
  readonly name: string;
  readonly value: string;
}

export interface PermissionRule {
  readonly effect: RuleEffect;
  /** As written. */
  readonly text: string;
  readonly source: RuleSource;
  /** Claude's name of a tool, or a wildcard for names. */
  readonly tool: string;
  /** Absent: every call of the tool. */
  readonly spec?: RuleSpec;
  /** Rules that forbid or ask may name a parameter; such a rule matches by `spec` or by it. */
  readonly parameter?: RuleParameter;
}
