import type { CallOutcome } from '../agent/agentEvents.ts';
import type { TodoItem } from '../todos/todoItem.ts';
import type { ToolAccess, ToolEvidence } from '../tools/tool.ts';

/** What the tree shows below an item, derived from the session's events; views own no data. */
export interface CallRow {
  readonly kind: 'call';
  readonly callId: string;
  /** The tool's own name, e.g. `bash`. */
  readonly name: string;
  readonly access: ToolAccess | undefined;
  /** One line: the command, the path, the pattern. */
  readonly title: string;
  readonly state: 'running' | 'waiting' | CallOutcome;
  readonly evidence?: ToolEvidence;
  /** The result's text, once finished. */
  readonly output?: string;
  /** Milliseconds. */
  readonly durationMs?: number;
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
