import type { PermissionMode } from './rules/evaluation.ts';
import type { PermissionRule } from './rules/rule.ts';

/** What all settings together say of permissions, as of the last `refresh`. */
export interface PermissionSources {
  refresh(): Promise<unknown>;
  readonly rules: readonly PermissionRule[];
  /** Absolute. */
  readonly additionalDirectories: readonly string[];
  /** Of the workspace. */
  readonly isTrusted: boolean;
  /** Files that are protected besides the well-known ones; absolute. */
  readonly protectedPaths: readonly string[];
  /** The mode in force when this is what the person chose for the session. */
  modeWith(session: PermissionMode | undefined): PermissionMode;
}
