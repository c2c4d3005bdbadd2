import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { SteerRow, SteerState } from '../rows/rows.ts';
import { isToldIn } from './steeringNote.ts';

/** How far each thing that the person said or did has come on its way to the model. */
export class SteerFold {
  #rows: readonly SteerRow[] = [];

  get rows(): readonly SteerRow[] {
    return this.#rows;
  }

  /** Of the last edit of an item. */
  of(itemId: string): SteerState | undefined {
    return this.#rows.findLast(({ what }) => what.kind === 'edit' && what.edit.itemId === itemId)?.state;
  }

  /** @returns true when something changed. */
  apply(event: AgentEvent): boolean {
    switch (event.kind) {
      case 'steered':
        this.#rows = [...this.#rows, { id: event.id, what: event.what, state: 'pending' }];
        return true;
      case 'steeringSent':
        return this.#pass('pending', 'sent', (row) => event.ids.includes(row.id));
      case 'answered':
        return event.isSummary !== true && this.#pass('sent', 'seen');
      case 'historyReplaced':
        return this.#pass('sent', 'pending', ({ what }) => !isToldIn(event.messages, what));
      case 'runStarted':
        this.#rows = this.#rows.filter(({ state }) => state !== 'seen');
        return true;
      default:
        return false;
    }
  }

  clear(): void {
    this.#rows = [];
  }

  #pass(from: SteerState, to: SteerState, isMeant: (row: SteerRow) => boolean = () => true): boolean {
    const isDue = (row: SteerRow): boolean => row.state === from && isMeant(row);
    if (!this.#rows.some(isDue)) return false;
    this.#rows = this.#rows.map((row) => (isDue(row) ? { ...row, state: to } : row));
    return true;
  }
}
