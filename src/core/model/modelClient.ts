import type { Effort } from './effort.ts';
import type { AssistantMessage, Message, ToolDefinition } from './messages.ts';

/** One request. `messages` is the whole history; the client never changes it. */
export interface ModelRequest {
  readonly model: string;
  /** Tokens. */
  readonly maxTokens: number;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Undefined: as the model does by itself. */
  readonly effort?: Effort | undefined;
}

export type ModelEvent =
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'thinking'; readonly delta: string }
  /** A failed attempt will be repeated in `delayMs`; text shown of this answer so far is void. */
  | { readonly kind: 'retry'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  /** Nothing has come for so long. It goes on waiting; the person may stop, or call `retryNow`. */
  | { readonly kind: 'notResponding'; readonly silentMs: number }
  | { readonly kind: 'done'; readonly message: AssistantMessage };

/**
 * The model, as the loop sees it. The stream ends with exactly one `done`, or throws `ModelError`,
 * or an abort error when `signal` was aborted.
 */
export interface ModelClient {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Cuts a wait short, or gives up the attempt under way, and makes the next attempt at once. */
  retryNow?(): void;
  /** What answers, whatever model the request names: a script is no model and has no price. */
  readonly name?: string;
  /** Tokens that a model takes, where only its channel can know; undefined before its first use. */
  windowFor?(model: string): number | undefined;
}

export type ModelErrorReason =
  | 'auth'
  | 'forbidden'
  | 'notFound'
  | 'rateLimit'
  | 'overloaded'
  | 'contextWindow'
  | 'network'
  | 'server'
  | 'badRequest';

/** What a person can do about a failed request: each is a button in the final notification. */
export type ErrorAction = 'setApiKey' | 'openSettings' | 'selectModel' | 'retry' | 'openLog';

/** A failed request. `message` is one sentence for a person with the next step in it, without any key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly reason: ModelErrorReason;
  readonly action: ErrorAction;

  constructor(reason: ModelErrorReason, action: ErrorAction, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.action = action;
  }

  static is(error: unknown, reason?: ModelErrorReason): error is ModelError {
    return error instanceof ModelError && (reason === undefined || error.reason === reason);
  }
}
