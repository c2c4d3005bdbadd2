import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { ApprovalAnswer } from '../../permissions/approver.ts';
import type { LeftOpen } from '../../todos/leftOpen.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import type { CallRow } from '../rows/rows.ts';
import type { TodoDifference } from './transcriptTodos.ts';

/** What is told as it happened and never changes afterwards. */
export type Happening = Extract<
  AgentEvent,
  {
    kind:
      | 'runStarted'
      | 'retry'
      | 'notResponding'
      | 'answered'
      | 'roundFinished'
      | 'notice'
      | 'runFinished'
      | 'steered'
      | 'paused'
      | 'resumed';
  }
>;

/** One thing in the transcript. `id` counts up within a session: a later entry has the greater one. */
export type TranscriptEntry = HappeningEntry | SaidEntry | ToModelEntry | CallEntry | TodosEntry;

export interface HappeningEntry {
  readonly kind: 'happening';
  readonly id: number;
  readonly event: Happening;
  /** Of the end of a run that left items open. */
  readonly left?: LeftOpen;
}

/** Words of the model. */
export interface SaidEntry {
  readonly kind: 'said';
  readonly id: number;
  readonly by: 'agent' | 'thinking';
  readonly text: string;
  /** More may come. */
  readonly isStreaming: boolean;
}

/** What hooks and reminders told the model along with the results. */
export interface ToModelEntry {
  readonly kind: 'toModel';
  readonly id: number;
  readonly text: string;
}

export interface CallEntry {
  readonly kind: 'call';
  readonly id: number;
  readonly call: CallRow;
  readonly input: unknown;
  /** Of the person or a hook; undefined when nobody was asked. */
  readonly answer?: ApprovalAnswer;
}

/** The list as it is from here on. */
export interface TodosEntry {
  readonly kind: 'todos';
  readonly id: number;
  readonly items: readonly TodoItem[];
  readonly by: 'model' | 'user' | 'host';
  /** What is new since the list before; empty when it was written again as it was, or when the person's edit is told. */
  readonly differences: readonly TodoDifference[];
}

/** What one event did to the entries. Entries are values: a changed one is a new object under the same id. */
export type TranscriptChange =
  | { readonly kind: 'added'; readonly entry: TranscriptEntry }
  /** `delta` is what the entry's text has more at its end. */
  | { readonly kind: 'grown'; readonly entry: SaidEntry; readonly delta: string }
  | { readonly kind: 'ended'; readonly entry: SaidEntry }
  | { readonly kind: 'changed'; readonly entry: CallEntry; readonly cause: AgentEvent }
  /** The words of an attempt that doesn't count. */
  | { readonly kind: 'removed'; readonly entry: TranscriptEntry };
