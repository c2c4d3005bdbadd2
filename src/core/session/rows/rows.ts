import type { CallOutcome, RunOutcome } from '../../agent/agentEvents.ts';
import type { PauseReason, Steer, StopPoint } from '../../agent/steerEvents.ts';
import type { Refuser } from '../../permissions/permissionDecider.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import type { ToolAccess, ToolEvidence } from '../../tools/tool.ts';

/** What the tree shows below an item, derived from the session's events; views own no data. */
export interface CallRow {
  readonly kind: 'call';
  readonly callId: string;
  /** Unique within the session; only there when a provider used the same call id again. */
  readonly key?: string;
  /** The tool's own name, e.g. `bash`. */
  readonly name: string;
  readonly access: ToolAccess | undefined;
  /** One line: the command, the path, the pattern. */
  readonly title: string;
  readonly state: 'running' | 'waiting' | CallOutcome;
  readonly evidence?: ToolEvidence;
  /** Of a forbidden call, where it was kept. */
  readonly refusedBy?: Refuser;
  /** The result's text, once finished. */
  readonly output?: string;
  /** Milliseconds. */
  readonly durationMs?: number;
  /** What the editor reports of files that the call changed, and didn't before. */
  readonly problems?: readonly FoundProblems[];
}

export interface FoundProblems {
  readonly path: string;
  readonly count: number;
  /** The first ones, one line each. */
  readonly messages: readonly string[];
}

export interface TodoRow {
  readonly kind: 'todo';
  readonly item: TodoItem;
  readonly calls: readonly CallRow[];
}

/** Calls made while no item was in progress. */
export interface OutsideRow {
  readonly kind: 'outside';
  readonly calls: readonly CallRow[];
}

export type RootRow = TodoRow | OutsideRow;

/**
 * `dropped`: lost in a rewrite of the model's; `replaced`: the same, but the whole list was done before; `skipped`,
 * `removed`: by the person. An item that isn't `listed` is as it was last.
 */
export type Presence = 'listed' | 'dropped' | 'replaced' | 'skipped' | 'removed';

/** What the model changed about an item without a word. */
export type Drift =
  /** The text it had before the model's first change. */
  | { readonly kind: 'renamed'; readonly from: string }
  | { readonly kind: 'unticked' }
  /** Back on the list though the person took it off, and the model knew. */
  | { readonly kind: 'returned' };

/** The end state of an item that was still open when the run ended. */
export interface Settlement {
  /** False for an item that nobody had begun. */
  readonly isStarted: boolean;
  readonly cause: 'finishedTurn' | 'stopped' | 'interrupted' | 'denied' | 'error' | 'limit' | 'blocked';
  /** The run's own words. */
  readonly reason?: string;
}

export interface Cost {
  /** Model answers with tool calls. */
  readonly rounds: number;
  /** Milliseconds of the run, waits for the person not counted. */
  readonly activeMs: number;
  /** Tokens that were neither read from the cache nor written to it. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** US dollars at list price; undefined once an answer had no known price. */
  readonly usd: number | undefined;
}

/** Why a tick is not taken for done: nothing was recorded under it; all that was tried failed; all of it was refused. */
export type Doubt = 'unrecorded' | 'failed' | 'declined';

/** How far something the person did has come: not with the model yet, in a message to it, answered by it. */
export type SteerState = 'pending' | 'sent' | 'seen';

export interface SteerRow {
  readonly id: number;
  readonly what: Steer;
  readonly state: SteerState;
}

/** An item with all that is known of it. */
export interface ItemRow extends TodoRow {
  readonly presence: Presence;
  readonly drift: readonly Drift[];
  /** Of an item that the model completed. */
  readonly doubt: Doubt | undefined;
  /** Of a completed item. */
  readonly completedBy: 'model' | 'user' | undefined;
  readonly settlement: Settlement | undefined;
  readonly isLocked: boolean;
  readonly stopPoints: readonly StopPoint['when'][];
  /** Of the person's last edit of this item; seen ones until the next run. */
  readonly steering: SteerState | undefined;
  readonly cost: Cost;
}

export interface WorkOutside extends OutsideRow {
  readonly cost: Cost;
}

/** Everything that the tree shows. */
export interface SessionTree {
  /** In list order; what was dropped or skipped where it stood. */
  readonly items: readonly ItemRow[];
  /** Finished plans that were replaced, and removed items under which work was done. */
  readonly earlier: readonly ItemRow[];
  /** Undefined when there is no such call. */
  readonly outside: WorkOutside | undefined;
  /** Calls since the list last changed. */
  readonly callsSinceChange: number;
  readonly isRunning: boolean;
  /** Why the run waits; undefined when it doesn't. */
  readonly pause: PauseReason | undefined;
  /** How the last run ended; undefined while one is on. */
  readonly outcome: RunOutcome | undefined;
  /** What the person said and did since the run before, oldest first. */
  readonly steering: readonly SteerRow[];
  /** Of the whole session, planning included. */
  readonly total: Cost;
}
