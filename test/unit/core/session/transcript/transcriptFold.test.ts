import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import type { TranscriptEntry } from '../../../../../src/core/session/transcript/transcriptEntries.ts';
import { TranscriptFold } from '../../../../../src/core/session/transcript/transcriptFold.ts';

const started: AgentEvent = {
  kind: 'toolStarted',
  callId: 'call-1',
  name: 'bash',
  claudeName: 'Bash',
  access: 'execute',
  title: 'npm test',
  input: { command: 'npm test' },
};

const finished: AgentEvent = {
  kind: 'toolFinished',
  callId: 'call-1',
  name: 'bash',
  outcome: 'ok',
  output: 'all good\n',
  durationMs: 12,
};

function said(text: string): AgentEvent {
  return { kind: 'messageAdded', message: { role: 'assistant', content: [{ type: 'text', text }] } };
}

function entriesOf(events: readonly AgentEvent[]): readonly TranscriptEntry[] {
  const fold = new TranscriptFold();
  for (const event of events) fold.apply(event);
  return [...fold.entries];
}

const request: AgentEvent = { kind: 'requestStarted', messageCount: 1 };
const text = (delta: string): AgentEvent => ({ kind: 'text', delta });

describe('the entries of a transcript', () => {
  it('grow with streaming text and end with its message', () => {
    const fold = new TranscriptFold();
    const kinds = [request, text('One '), text('two'), said('One two')].map((event) =>
      fold.apply(event).map(({ kind }) => kind),
    );
    assert.deepEqual(kinds, [[], ['added'], ['grown'], ['ended']]);
    assert.deepEqual([...fold.entries], [{ kind: 'said', id: 1, by: 'agent', text: 'One two', isStreaming: false }]);
  });

  it('forget the words of an attempt that does not count', () => {
    const retry: AgentEvent = { kind: 'retry', attempt: 1, delayMs: 1, reason: 'overloaded' };
    const entries = entriesOf([request, text('Wrong'), retry, request, text('Right'), said('Right')]);
    assert.deepEqual(
      entries.map((entry) => (entry.kind === 'said' ? entry.text : entry.kind)),
      ['happening', 'Right'],
    );
    assert.deepEqual(
      entriesOf([request, text('Lost'), request, text('Kept'), said('Kept')]).map((entry) => entry.kind),
      ['said'],
    );
  });

  it('keep the words of an answer that was stopped', () => {
    const entries = entriesOf([
      request,
      text('Half'),
      { kind: 'runFinished', outcome: { kind: 'cancelled', rounds: 0, sessionId: 's' } },
    ]);
    assert.deepEqual(entries[0], { kind: 'said', id: 1, by: 'agent', text: 'Half', isStreaming: false });
  });

  it('are one for each call, from its start to its end', () => {
    const fold = new TranscriptFold();
    fold.apply(started);
    fold.apply({ kind: 'approvalAnswered', callId: 'call-1', answer: { kind: 'allow', remember: 'once' } });
    fold.apply({ kind: 'problemsFound', callId: 'call-1', path: '/w/a', count: 1, messages: ['Oh'] });
    fold.apply(finished);
    assert.deepEqual(
      [...fold.entries],
      [
        {
          kind: 'call',
          id: 1,
          input: { command: 'npm test' },
          answer: { kind: 'allow', remember: 'once' },
          call: {
            kind: 'call',
            callId: 'call-1',
            name: 'bash',
            access: 'execute',
            title: 'npm test',
            state: 'ok',
            output: 'all good\n',
            durationMs: 12,
            problems: [{ path: '/w/a', count: 1, messages: ['Oh'] }],
          },
        },
      ],
    );
  });

  it('take the newest call when an id comes twice', () => {
    const states = entriesOf([started, finished, started]).map((entry) => entry.kind === 'call' && entry.call.state);
    assert.deepEqual(states, ['ok', 'running']);
  });

  it('leave no call open once a run is over', () => {
    const entries = entriesOf([
      started,
      { kind: 'runFinished', outcome: { kind: 'failed', rounds: 0, sessionId: 's' } },
    ]);
    assert.equal(entries[0]?.kind === 'call' && entries[0].call.state, 'cancelled');
  });

  it('are the same from the kept events as from the live ones', () => {
    const live: readonly AgentEvent[] = [
      request,
      { kind: 'thinking', delta: 'Hm.' },
      text('One '),
      text('two'),
      {
        kind: 'messageAdded',
        message: {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: '' },
            { type: 'text', text: 'One ' },
            { type: 'text', text: 'two' },
          ],
        },
      },
      started,
      { kind: 'toolProgress', callId: 'call-1', text: 'all' },
      finished,
    ];
    const kept = live.filter(({ kind }) => kind !== 'text' && kind !== 'thinking' && kind !== 'toolProgress');
    assert.deepEqual(entriesOf(live), entriesOf(kept));
  });

  it('change by one event at the cost of one entry, however many there are', () => {
    const fold = new TranscriptFold();
    for (let round = 0; round < 2000; round++) {
      fold.apply({ ...started, callId: `call-${round}` });
      fold.apply({ ...finished, callId: `call-${round}` });
    }
    const before = [...fold.entries];
    fold.apply({ ...started, callId: 'call-x' });
    fold.apply({ ...finished, callId: 'call-x' });
    assert.equal([...fold.entries].filter((entry, index) => entry !== before[index]).length, 1);
  });
});
