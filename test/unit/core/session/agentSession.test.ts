import assert from 'node:assert/strict';
import type { RunOutcome } from '../../../../src/core/agent/agentEvents.ts';
import { AgentSession, SessionBusyError, type RunContext } from '../../../../src/core/session/agentSession.ts';
import { TodoManager } from '../../../../src/core/todos/todoManager.ts';

const completed: RunOutcome = { kind: 'completed', rounds: 0, sessionId: 's' };

describe('AgentSession, its log', () => {
  it('gives each event its time', () => {
    let clock = 0;
    const session = new AgentSession(
      new TodoManager(),
      () => Promise.resolve(completed),
      () => (clock += 10),
    );
    session.notice('info', 'One');
    session.record({ kind: 'paused', reason: { kind: 'now' } });
    assert.deepEqual(session.events, [
      { kind: 'notice', level: 'info', text: 'One', at: 10 },
      { kind: 'paused', reason: { kind: 'now' }, at: 20 },
    ]);
  });

  it('tells every listener the same order when one of them records something', () => {
    const session = new AgentSession(new TodoManager(), () => Promise.resolve(completed));
    const heard: string[] = [];
    session.onDidEmit(({ kind }) => {
      if (kind === 'notice') session.record({ kind: 'resumed', choice: 'goOn' });
    });
    session.onDidEmit(({ kind }) => heard.push(kind));
    session.notice('info', 'One');
    assert.deepEqual(heard, ['notice', 'resumed']);
    assert.deepEqual(
      session.events.map(({ kind }) => kind),
      ['notice', 'resumed'],
    );
  });

  it('says whose change of the list it was, during a run too', async () => {
    const todos = new TodoManager();
    const session = new AgentSession(todos, () => {
      todos.update([{ content: 'a' }]);
      todos.add('b');
      return Promise.resolve(completed);
    });
    await session.start('Do it');
    assert.deepEqual(
      session.events.flatMap((event) => (event.kind === 'todosChanged' ? [event.by] : [])),
      ['model', 'user'],
    );
  });
});

describe('AgentSession, its state', () => {
  it('is paused from a pause until the run goes on or ends', async () => {
    const session: AgentSession = new AgentSession(new TodoManager(), () => {
      session.record({ kind: 'paused', reason: { kind: 'now' } });
      session.record({ kind: 'resumed', choice: 'goOn' });
      session.record({ kind: 'paused', reason: { kind: 'now' } });
      return Promise.resolve(completed);
    });
    const states: string[] = [];
    session.onDidChangeState((state) => states.push(state));
    await session.start('Do it');
    assert.deepEqual(states, ['running', 'paused', 'running', 'paused', 'idle']);
  });
});

describe('AgentSession, a run that was cut off', () => {
  const answered = [
    { role: 'user', content: 'Do it' },
    { role: 'assistant', content: 'call' },
    { role: 'user', content: 'result' },
  ] as const;
  const left = { prompt: undefined, history: answered.slice(0, 2), calls: [] };

  async function started(prompt: string | undefined): Promise<RunContext> {
    const contexts: RunContext[] = [];
    const session = new AgentSession(new TodoManager(), (context) => {
      contexts.push({ ...context, history: [...context.history] });
      return Promise.resolve(completed);
    });
    session.load({ id: 'old', events: [], messages: answered, left });
    await session.start(prompt);
    assert.equal(session.isInterrupted, false);
    return contexts[0] ?? assert.fail('nothing ran');
  }

  it('goes on from where it stood', async () => {
    const { history, left: calls, prompt } = await started(undefined);
    assert.deepEqual([history, calls, prompt], [left.history, [], undefined]);
  });

  it('is over with another prompt', async () => {
    const { history, left: calls } = await started('Something else');
    assert.deepEqual([history, calls], [answered, undefined]);
  });
});

describe('AgentSession, its record', () => {
  function recorded() {
    const lines: string[] = [];
    const todos = new TodoManager();
    const session = new AgentSession(todos, () => Promise.resolve(completed), Date.now, {
      begin: (id) => lines.push(`begin ${id}`),
      recordEvent: ({ kind }) => lines.push(kind),
    });
    return { lines, todos, session };
  }

  it('has each event before any listener', () => {
    const { lines, session } = recorded();
    session.onDidEmit(({ kind }) => lines.push(`heard ${kind}`));
    session.notice('info', 'One');
    assert.deepEqual(lines, [`begin ${session.id}`, 'notice', 'heard notice']);
  });

  it('has no event for the list that a new session begins without, and nobody hears one', () => {
    const { lines, todos, session } = recorded();
    todos.add('a');
    lines.length = 0;
    session.onDidEmit(({ kind }) => lines.push(`heard ${kind}`));
    session.reset('clear');
    assert.deepEqual(lines, [`begin ${session.id}`]);
    assert.deepEqual(todos.items, []);
  });

  it('takes up a session from before with its list, without recording it again', () => {
    const first = recorded();
    first.todos.add('a');
    const { lines, todos, session } = recorded();
    lines.length = 0;
    let resets = 0;
    session.onDidReset(() => (resets += 1));
    session.load({ id: 'old', events: first.session.events, messages: [{ role: 'user', content: 'Do it' }] });
    assert.deepEqual(lines, []);
    assert.equal(resets, 1);
    assert.deepEqual([session.id, session.origin], ['old', 'resume']);
    assert.deepEqual(todos.items, first.todos.items);
    assert.deepEqual(session.events, first.session.events);
    assert.deepEqual(session.messages, [{ role: 'user', content: 'Do it' }]);
  });
});

describe('AgentSession, at work that is no run', () => {
  const sessionOf = () => new AgentSession(new TodoManager(), () => Promise.resolve(completed));

  it('is busy meanwhile, and takes what the work makes of the history', async () => {
    const session = sessionOf();
    const messages = [{ role: 'user' as const, content: 'In short.' }];
    const states: string[] = [];
    session.onDidChangeState((state) => states.push(state));
    const result = await session.during(async ({ emit }) => {
      await assert.rejects(session.start('now?'), SessionBusyError);
      await assert.rejects(
        session.during(() => Promise.resolve()),
        SessionBusyError,
      );
      emit({ kind: 'historyReplaced', cause: 'compacted', messages, before: 9, after: 1 });
      return 'done';
    });
    assert.deepEqual([result, session.messages, states], ['done', messages, ['running', 'idle']]);
  });

  it('can be stopped, and passes a failure on', async () => {
    const session = sessionOf();
    const stopped = session.during(({ signal }) => {
      session.stop();
      signal.throwIfAborted();
      return Promise.resolve('never');
    });
    assert.equal(await stopped, undefined);
    await assert.rejects(
      session.during(() => Promise.reject(new Error('no'))),
      /^Error: no$/,
    );
    assert.equal(session.state, 'idle');
  });
});
