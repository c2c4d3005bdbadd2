import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { SteerFold } from '../../../../../src/core/session/steering/steerFold.ts';
import { Steering } from '../../../../../src/core/session/steering/steering.ts';
import type { TodoManager } from '../../../../../src/core/todos/todoManager.ts';
import { entriesOf, idOf, lines, listOf } from '../../todos/todoLists.ts';
import { FakeLog, log } from '../sessionLog.ts';

interface Bench {
  readonly steering: Steering;
  readonly todos: TodoManager;
  readonly log: FakeLog;
}

function bench(...items: readonly string[]): Bench {
  const steering = new Steering();
  const fake = new FakeLog();
  const todos = listOf(...items);
  steering.attach(todos, fake);
  return { steering, todos, log: fake };
}

function said(text: string | undefined): AgentEvent {
  return { kind: 'messageAdded', message: { role: 'user', content: [{ type: 'text', text: text ?? '' }] } };
}

function replaced(content: string): AgentEvent {
  return { kind: 'historyReplaced', cause: 'compacted', messages: [{ role: 'user', content }], before: 1, after: 1 };
}

describe('Steering', () => {
  it('tells edits in words with the list as it is, then the messages, in one note', () => {
    const { steering, todos } = bench('[>] a', '[ ] b', '[ ] c', '[ ] d', '[ ] e');
    todos.add('x "y"', 1);
    todos.rename(idOf(todos, 'b'), 'better b');
    todos.move(idOf(todos, 'c'), 0);
    todos.setStatus(idOf(todos, 'a'), 'completed');
    todos.skip(idOf(todos, 'd'));
    todos.remove(idOf(todos, 'e'));
    todos.lock(idOf(todos, 'c'));
    todos.unlock(idOf(todos, 'c'));
    steering.add('Hurry up.');
    const note = [
      '<user_edits>',
      'The user has changed the todo list:',
      '- added "x \\"y\\"" after "a"',
      '- renamed "b" to "better b"',
      '- moved "c" to the top',
      '- marked "a" completed',
      '- skipped "d": don\'t do it',
      '- removed "e"',
      '- locked "c": it stays on the list',
      '- unlocked "c"',
      '',
      'The list now:',
      '[ ] c',
      '[x] a',
      '[ ] x "y"',
      '[ ] better b',
      '',
      '(1/4 completed)',
      '',
      'Go on from this list.',
      '</user_edits>',
      '',
      '<user_message>',
      'Hurry up.',
      '</user_message>',
    ].join('\n');
    assert.equal(steering.afterRound(), note);
    assert.equal(steering.afterRound(), undefined);
  });

  it('leaves the list out when the person only said something', () => {
    const { steering } = bench('[ ] a');
    steering.add('One');
    steering.add('Two');
    assert.equal(steering.take(), '<user_message>\nOne\n</user_message>\n\n<user_message>\nTwo\n</user_message>');
  });

  it('works without being attached', () => {
    const steering = new Steering();
    steering.add('One');
    assert.equal(steering.take(), '<user_message>\nOne\n</user_message>');
  });

  it('logs what was said, when it stands in a message, and no more', () => {
    const { steering, log: fake } = bench();
    steering.add('One');
    const note = steering.afterRound();
    fake.emit(said('something else'));
    steering.add('Two');
    fake.emit(said(`before\n\n${note}`), said(note), log.answer());
    assert.deepEqual(fake.recorded, [
      { kind: 'steered', id: 1, what: { kind: 'message', text: 'One' } },
      { kind: 'steered', id: 2, what: { kind: 'message', text: 'Two' } },
      { kind: 'steeringSent', ids: [1] },
    ]);
  });

  it('lets an edit stand against rewrites until the model answers a request that held it', () => {
    const { steering, todos, log: fake } = bench('[ ] a', '[ ] b');
    const rewrite = (): readonly string[] => {
      todos.update(entriesOf(['[ ] a', '[ ] b']));
      return lines(todos);
    };
    todos.remove(idOf(todos, 'b'));
    assert.deepEqual(rewrite(), ['[ ] a']);
    const note = steering.afterRound();
    assert.deepEqual(rewrite(), ['[ ] a'], 'taken');
    fake.emit(said(note));
    assert.deepEqual(rewrite(), ['[ ] a'], 'sent');
    fake.emit(log.answer());
    assert.deepEqual(rewrite(), ['[ ] a', '[ ] b'], 'seen');
  });

  it('does not take an edit for seen that came after the note', () => {
    const { steering, todos, log: fake } = bench('[ ] a', '[ ] b');
    todos.rename(idOf(todos, 'a'), 'x');
    fake.emit(said(steering.afterRound()));
    todos.rename(idOf(todos, 'b'), 'y');
    fake.emit(log.answer());
    assert.deepEqual(
      todos.unseenEdits.map(({ kind, content }) => [kind, content]),
      [['renamed', 'b']],
    );
  });

  it('gives a note again that never reached the history', () => {
    const { steering, log: fake } = bench();
    steering.add('One');
    const note = steering.take();
    fake.emit(log.end('blocked'));
    assert.equal(steering.take(), note);
    fake.emit(said(note), log.end('cancelled'));
    assert.equal(steering.take(), undefined);
  });

  it('gives a note again that a shortened history lost before it was answered', () => {
    const { steering, log: fake } = bench();
    steering.add('One');
    const note = steering.take() ?? '';
    fake.emit(said(note));
    fake.emit(replaced(`Summary\n\n${note}`));
    assert.equal(steering.take(), undefined);
    fake.emit(replaced('Summary'));
    assert.equal(steering.take(), note);
  });

  it('does not take a summary for an answer, nor does the tree', () => {
    const { steering, log: fake } = bench();
    const fold = new SteerFold();
    fake.onDidEmit((event) => fold.apply(event));
    steering.add('One');
    const note = steering.take() ?? '';
    const states = (): readonly string[] => fold.rows.map(({ state }) => state);
    fake.emit(said(note), { ...log.answer(), isSummary: true } as AgentEvent);
    assert.deepEqual(states(), ['sent']);
    fake.emit(replaced('Summary'));
    assert.deepEqual(states(), ['pending']);
    assert.equal(steering.take(), note);
    fake.emit(said(note), log.answer());
    assert.deepEqual(states(), ['seen']);
  });

  it('makes a prompt of words that came too late, once, and leaves edits to the note', () => {
    const { steering, todos, log: fake } = bench('[ ] a');
    steering.add('One');
    todos.rename(idOf(todos, 'a'), 'b');
    steering.add('Two');
    assert.equal(steering.takeMessages(), 'One\n\nTwo');
    assert.equal(steering.takeMessages(), undefined);
    assert.match(steering.take() ?? '', /^<user_edits>[^]*<\/user_edits>$/);
    fake.emit(said('One\n\nTwo'));
    assert.deepEqual(fake.recorded.at(-1), { kind: 'steeringSent', ids: [1, 3] });
    fake.emit(log.end('blocked'));
    assert.equal(steering.takeMessages(), undefined);
  });

  it('forgets everything with the session, and hears nothing once detached', () => {
    const steering = new Steering();
    const fake = new FakeLog();
    const todos = listOf('[ ] a');
    const attached = steering.attach(todos, fake);
    steering.add('One');
    fake.reset();
    assert.equal(steering.take(), undefined);
    attached.dispose();
    todos.add('b');
    assert.equal(steering.take(), undefined);
  });
});
