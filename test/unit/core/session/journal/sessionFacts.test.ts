import assert from 'node:assert/strict';
import type { TimedEvent } from '../../../../../src/core/agent/agentEvents.ts';
import { ChangeTracker } from '../../../../../src/core/session/journal/changeTracker.ts';
import { sessionJson, sessionMarkdown } from '../../../../../src/core/session/journal/sessionExport.ts';
import { excerptOf } from '../../../../../src/core/session/journal/sessionSearch.ts';
import { emptySummary, summarise } from '../../../../../src/core/session/journal/sessionSummary.ts';
import type { TodoItem, TodoStatus } from '../../../../../src/core/todos/todoItem.ts';
import { entriesOf, header, longScript } from './runs.ts';

const item = (id: string, status: TodoStatus = 'pending'): TodoItem => ({ id, content: `do ${id}`, status });

describe('the summary of a session', () => {
  it('counts what the list shows', async () => {
    const summary = (await entriesOf(longScript)).reduce(summarise, emptySummary(header));
    const { updatedAt, ...rest } = summary;
    assert.ok(updatedAt > header.createdAt);
    assert.deepEqual(rest, {
      sessionId: 's1',
      createdAt: 1000,
      prompt: 'fix the „slug“',
      outcome: 'completed',
      runs: 2,
      rounds: 5,
      todos: { completed: 2, total: 2 },
      changes: 0,
    });
  });

  it('says that a run has not ended', async () => {
    const entries = await entriesOf(longScript);
    assert.equal(entries.slice(0, -1).reduce(summarise, emptySummary(header)).outcome, 'open');
  });
});

describe('an exported session', () => {
  it('is Markdown by the transcript, and JSON with everything', async () => {
    const entries = [...(await entriesOf(longScript)), { kind: 'titled', title: 'Slugs `x`', at: 1 } as const];
    const session = { header, entries, notices: [] };
    const markdown = sessionMarkdown(session);
    assert.match(markdown, /^# ``\s?Slugs `x` ``\n\n1970-01-01T00:00:01.000Z\n\n## Task/);
    assert.match(markdown, /not that/);
    assert.deepEqual(JSON.parse(sessionJson(session)), { version: 1, sessionId: 's1', createdAt: 1000, entries });
  });
});

describe('excerptOf', () => {
  const prompt = `${'x'.repeat(50)} Fix the\nSlug ${'y'.repeat(50)}`;

  it('shows one line around the place, whatever the case', () => {
    const excerpt = excerptOf({ kind: 'runStarted', prompt, model: 'm', at: 1 }, 'the\nslug');
    assert.equal(excerpt, `${'x'.repeat(35)} Fix the Slug ${'y'.repeat(39)}`);
  });

  it('finds nothing in what people do not read', () => {
    assert.equal(excerptOf({ kind: 'runStarted', prompt: '', model: 'slug', at: 1 }, 'slug'), undefined);
  });
});

describe('ChangeTracker', () => {
  it('gives a call to the item that was in progress when it started, in its run', () => {
    const tracker = new ChangeTracker();
    const seen: unknown[] = [];
    const common = { claudeName: undefined, access: undefined, title: '', input: {}, at: 1 };
    const events: TimedEvent[] = [
      { kind: 'runStarted', prompt: 'p', model: 'm', at: 1 },
      { kind: 'todosChanged', items: [item('1', 'in_progress'), item('2')], by: 'model', at: 1 },
      { kind: 'toolStarted', callId: 'a', name: 'x', ...common },
      { kind: 'todosChanged', items: [item('1', 'completed'), item('2', 'in_progress')], by: 'user', at: 1 },
      { kind: 'toolFinished', callId: 'a', name: 'x', outcome: 'ok', output: '', durationMs: 0, at: 1 },
    ];
    for (const event of events) {
      tracker.apply(event);
      seen.push(tracker.context);
    }
    assert.deepEqual(seen, [
      { run: 1 },
      { run: 1, itemId: '1' },
      { run: 1, itemId: '1', callId: 'a' },
      { run: 1, itemId: '1', callId: 'a' },
      { run: 1, itemId: '2' },
    ]);
    tracker.replay(events.slice(0, 3));
    assert.deepEqual(tracker.context, { run: 1, itemId: '1', callId: 'a' });
  });
});
