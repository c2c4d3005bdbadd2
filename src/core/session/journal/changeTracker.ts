import type { TimedEvent } from '../../agent/agentEvents.ts';
import type { ChangeContext } from '../../checkpoints/changeRecord.ts';

/** Knows whose work is being done: feed it the session's events, from the first on. Calls run one after the other. */
export class ChangeTracker {
  #run = 0;
  #itemId: string | undefined;
  #call: { readonly callId: string; readonly itemId: string | undefined } | undefined;

  get context(): ChangeContext {
    const callId = this.#call?.callId;
    const itemId = this.#call === undefined ? this.#itemId : this.#call.itemId;
    return {
      run: this.#run,
      ...(itemId === undefined ? {} : { itemId }),
      ...(callId === undefined ? {} : { callId }),
    };
  }

  apply(event: TimedEvent): void {
    switch (event.kind) {
      case 'runStarted':
        this.#run += 1;
        return;
      case 'todosChanged':
        this.#itemId = event.items.find(({ status }) => status === 'in_progress')?.id;
        return;
      case 'toolStarted':
        this.#call = { callId: event.callId, itemId: this.#itemId };
        return;
      case 'toolFinished':
      case 'runFinished':
        this.#call = undefined;
        return;
      default:
    }
  }

  /** For another session. */
  replay(events: readonly TimedEvent[]): void {
    this.#run = 0;
    this.#itemId = undefined;
    this.#call = undefined;
    for (const event of events) this.apply(event);
  }
}
