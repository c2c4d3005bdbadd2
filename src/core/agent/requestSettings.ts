import type { Effort } from '../model/effort.ts';

/** What one request is made with. */
export interface RequestSettings {
  readonly model: string;
  /** Tokens. */
  readonly maxTokens: number;
  readonly enabledTools: readonly string[];
  /** Undefined: as the model does by itself. */
  readonly effort?: Effort | undefined;
  /** Tokens that the model takes, where only its channel knows. */
  readonly window?: number | undefined;
  /** Tokens that a conversation may come to, when that shall be less than the model's window. */
  readonly contextTokens?: number | undefined;
}
