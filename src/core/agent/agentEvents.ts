import type { Message, StopReason, Usage } from '../model/messages.ts';
import type { ErrorAction } from '../model/modelClient.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../permissions/approver.ts';
import type { Refuser } from '../permissions/permissionDecider.ts';
import type { TodoItem } from '../todos/todoItem.ts';
import type { ToolAccess, ToolEvidence } from '../tools/tool.ts';
import type { SteerEvent } from './steerEvents.ts';

/** How a run ended. */
export interface RunOutcome {
  readonly kind: 'completed' | 'cancelled' | 'blocked' | 'limit' | 'failed';
  /** For a person. Always there but for `completed`. */
  readonly reason?: string;
  /** Model answers that held tool calls. */
  readonly rounds: number;
  readonly sessionId: string;
}

/** How a call ended, for rows and receipts. */
export type CallOutcome = 'ok' | 'error' | 'denied' | 'forbidden' | 'cancelled';

/**
 * All that happens in a session, in order. Everything on screen is folded from these. `text`, `thinking` and
 * `toolProgress` are live only; all others are plain JSON and are kept.
 */
export type AgentEvent =
  /** `isRetry`: the conversation as it stands goes on, there is no new prompt. */
  | { readonly kind: 'runStarted'; readonly prompt: string; readonly model: string; readonly isRetry?: true }
  | { readonly kind: 'requestStarted'; readonly messageCount: number }
  | { readonly kind: 'text'; readonly delta: string }
  | { readonly kind: 'thinking'; readonly delta: string }
  /** A failed attempt will be repeated `delayMs` from now; `text` and `thinking` since `requestStarted` are void. */
  | { readonly kind: 'retry'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  /** The model has said nothing for so long; it is still waited for. Live only. */
  | { readonly kind: 'notResponding'; readonly silentMs: number }
  | { readonly kind: 'messageAdded'; readonly message: Message }
  | {
      readonly kind: 'answered';
      readonly stopReason: StopReason;
      readonly usage: Usage;
      readonly model?: string;
      /** An answer that only sums up the conversation: it has its price, but is no step of the run. */
      readonly isSummary?: true;
    }
  | HistoryReplaced
  | {
      readonly kind: 'toolStarted';
      readonly callId: string;
      readonly name: string;
      readonly claudeName: string | undefined;
      readonly access: ToolAccess | undefined;
      readonly title: string;
      readonly input: unknown;
    }
  | { readonly kind: 'toolProgress'; readonly callId: string; readonly text: string }
  | { readonly kind: 'approvalAsked'; readonly request: ApprovalRequest }
  | { readonly kind: 'approvalAnswered'; readonly callId: string; readonly answer: ApprovalAnswer }
  | {
      readonly kind: 'toolFinished';
      readonly callId: string;
      readonly name: string;
      readonly outcome: CallOutcome;
      readonly output: string;
      readonly evidence?: ToolEvidence;
      /** Of a forbidden call; older records don't have it. */
      readonly refusedBy?: Refuser;
      /** Milliseconds, the wait for an approval not counted. */
      readonly durationMs: number;
    }
  | {
      readonly kind: 'roundFinished';
      readonly round: number;
      readonly usedTodo: boolean;
      /** The counter before a reminder set it back. */
      readonly reached: number;
      readonly reminded: boolean;
      /** The counter afterwards. */
      readonly counter: number;
    }
  /** The list after a change; `by` says whose change it was. */
  | { readonly kind: 'todosChanged'; readonly items: readonly TodoItem[]; readonly by: 'model' | 'user' | 'host' }
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string }
  | {
      readonly kind: 'runFinished';
      readonly outcome: RunOutcome;
      readonly action?: ErrorAction;
      /** Made up at reading for a run that was cut off: nobody stopped it. */
      readonly isCutOff?: true;
    }
  | SteerEvent;

/**
 * From now on these messages stand for the whole history: old results were left out of it (`cleared`), or a summary took
 * its place (`compacted`). Whoever keeps the history replaces it; a replay does the same.
 */
export interface HistoryReplaced {
  readonly kind: 'historyReplaced';
  readonly cause: 'cleared' | 'compacted';
  readonly messages: readonly Message[];
  /** Tokens of the history, estimated. */
  readonly before: number;
  readonly after: number;
}

/** An event with its time, in milliseconds since 1970, as the session keeps and announces it. */
export type TimedEvent = AgentEvent & { readonly at: number };

export type Emit = (event: AgentEvent) => void;
