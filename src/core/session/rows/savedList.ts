import type { AgentEvent } from '../../agent/agentEvents.ts';
import { numberOf, type SavedList } from '../../todos/todoManager.ts';
import { ItemFold } from './itemFold.ts';
import { SteerFold } from '../steering/steerFold.ts';

/** The list of a session from before, for `TodoManager.adopt`: as its log tells it, so that ids and evidence fit. */
export function savedListOf(events: readonly AgentEvent[]): SavedList {
  const fold = new ItemFold();
  const steering = new SteerFold();
  for (const event of events) {
    fold.apply(event, () => false);
    steering.apply(event);
  }
  const listed = fold.all.filter(({ presence }) => presence === 'listed');
  const gone = fold.all.filter(({ presence }) => presence !== 'listed');
  const ids = events.flatMap((event) => (event.kind === 'todosChanged' ? event.items.map(({ id }) => id) : []));
  return {
    items: listed.map(({ item }) => item),
    gone: gone.map(({ item }) => item),
    locked: listed.filter(({ isLocked }) => isLocked).map(({ item }) => item.id),
    unseen: steering.rows.flatMap(({ what, state }) => (what.kind === 'edit' && state !== 'seen' ? [what.edit] : [])),
    lastId: ids.reduce((highest, id) => Math.max(highest, numberOf(id)), 0),
  };
}
