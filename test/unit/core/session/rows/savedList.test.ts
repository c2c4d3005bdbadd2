import assert from 'node:assert/strict';
import { AgentSession } from '../../../../../src/core/session/agentSession.ts';
import { savedListOf } from '../../../../../src/core/session/rows/savedList.ts';
import { Steering } from '../../../../../src/core/session/steering/steering.ts';
import { TodoManager } from '../../../../../src/core/todos/todoManager.ts';
import { entriesOf, idOf, lines } from '../../todos/todoLists.ts';

/** A session's log and list, then another list that takes it up. */
function reopen(live: (todos: TodoManager, session: AgentSession, steering: Steering) => void) {
  const todos = new TodoManager();
  const session = new AgentSession(todos, () => Promise.reject(new Error('not run')));
  const steering = new Steering();
  steering.attach(todos, session);
  live(todos, session, steering);
  const events = session.events;
  const reopened = new TodoManager();
  reopened.adopt(savedListOf(events));
  const resumed = new Steering();
  resumed.attach(reopened, new AgentSession(reopened, () => Promise.reject(new Error('not run'))));
  resumed.resume(events);
  return { todos, reopened, resumed };
}

describe('a session that is opened again', () => {
  it('has its list, its locks and what can be restored, and gives no id twice', () => {
    const { todos, reopened } = reopen((list) => {
      list.update(entriesOf(['[x] a', '[>] b', '[ ] c']));
      list.lock(idOf(list, 'b'));
      list.skip(idOf(list, 'c'));
    });
    assert.deepEqual(reopened.items, todos.items);
    assert.ok(reopened.isLocked(idOf(reopened, 'b')));
    reopened.restore('todo-3');
    assert.deepEqual(lines(reopened), ['[x] a', '[>] b', '[ ] c']);
    assert.equal(reopened.add('d').id, 'todo-4');
  });

  it('still sends what no message took along, and lets it stand until then', () => {
    const { reopened, resumed } = reopen((list, _session, steering) => {
      list.update(entriesOf(['[ ] a', '[ ] b']));
      list.remove(idOf(list, 'b'));
      steering.add('Be quick.');
    });
    reopened.update(entriesOf(['[>] a', '[ ] b']));
    assert.deepEqual(lines(reopened), ['[>] a']);
    assert.match(resumed.take() ?? '', /- removed "b"\n[^]*Be quick\./);
  });

  it('does not send again what the model has seen', () => {
    const { resumed } = reopen((list, session, steering) => {
      list.update(entriesOf(['[ ] a']));
      list.lock(idOf(list, 'a'));
      steering.take();
      session.record({ kind: 'steeringSent', ids: [1] });
    });
    assert.equal(resumed.take(), undefined);
  });
});
