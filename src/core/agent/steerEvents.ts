import type { TodoEdit } from '../todos/todoEdit.ts';

/** What the person said to the agent while it works: an edit of the list, or words. */
export type Steer =
  { readonly kind: 'edit'; readonly edit: TodoEdit } | { readonly kind: 'message'; readonly text: string };

/** Where a run is to be paused: as the item is started, or as it is completed. */
export interface StopPoint {
  readonly itemId: string;
  readonly when: 'before' | 'after';
}

/** Why a run waits for the person; plain JSON, shown and journalled. */
export type PauseReason =
  /** Asked for. */
  | { readonly kind: 'now' }
  | { readonly kind: 'item'; readonly when: 'before' | 'after'; readonly itemId: string; readonly content: string }
  /** `used` has reached `limit`: model answers, tokens or US dollars. */
  | {
      readonly kind: 'budget';
      readonly budget: 'rounds' | 'tokens' | 'cost';
      readonly used: number;
      readonly limit: number;
    }
  /** The same calls with the same results, in turn, so many times. */
  | { readonly kind: 'loop'; readonly calls: readonly RepeatedCall[]; readonly times: number };

/** Evidence of a loop. */
export interface RepeatedCall {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
}

/** What the person and the editor add to the log; none of it comes out of the loop. Plain JSON, kept. */
export type SteerEvent =
  /** Not yet with the model. `id` counts up within the session. */
  | { readonly kind: 'steered'; readonly id: number; readonly what: Steer }
  /** These stand in the message that was added last. The next `answered` says that the model has seen them. */
  | { readonly kind: 'steeringSent'; readonly ids: readonly number[] }
  /** All stop points as they are now. */
  | { readonly kind: 'stopPointsChanged'; readonly points: readonly StopPoint[] }
  | { readonly kind: 'paused'; readonly reason: PauseReason }
  /** `end`: the person ends the run instead of going on. */
  | { readonly kind: 'resumed'; readonly choice: 'goOn' | 'end' }
  /** Problems that a file has now and had not before the call changed it. `messages` are the first ones, one line each. */
  | {
      readonly kind: 'problemsFound';
      readonly callId: string;
      readonly path: string;
      readonly count: number;
      readonly messages: readonly string[];
    };
