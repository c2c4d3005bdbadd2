import assert from 'node:assert/strict';
import type { AgentEvent } from '../../../../../src/core/agent/agentEvents.ts';
import type { TodoItem } from '../../../../../src/core/todos/todoItem.ts';
import { TranscriptWriter, transcriptOf } from '../../../../../src/core/session/transcript/transcript.ts';
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

function finished(change: Partial<Extract<AgentEvent, { kind: 'toolFinished' }>> = {}): AgentEvent {
  return {
    kind: 'toolFinished',
    callId: 'call-1',
    name: 'bash',
    outcome: 'ok',
    output: 'all good\n',
    durationMs: 1234,
    evidence: { kind: 'command', command: 'npm test', exitCode: 0, durationMs: 1234 },
    ...change,
  };
}

function said(text: string): AgentEvent {
  return { kind: 'messageAdded', message: { role: 'assistant', content: [{ type: 'text', text }] } };
}

/** What each event adds. */
function piecesOf(events: readonly AgentEvent[]): readonly string[] {
  const fold = new TranscriptFold();
  const writer = new TranscriptWriter();
  return events.map((event) =>
    fold
      .apply(event)
      .map((change) => writer.write(change))
      .join(''),
  );
}

/** What a result adds, its call being there. */
function resultOf(change: Partial<Extract<AgentEvent, { kind: 'toolFinished' }>>): string {
  return piecesOf([started, finished(change)])[1] ?? '';
}

describe('transcript', () => {
  it('does not call completed what left items open', () => {
    const items: readonly TodoItem[] = [
      { id: '1', content: 'x', status: 'completed' },
      { id: '2', content: 'y', status: 'pending' },
    ];
    const outcome = { kind: 'completed', rounds: 2, sessionId: 's' } as const;
    const text = transcriptOf([
      { kind: 'todosChanged', by: 'model', items },
      { kind: 'runFinished', outcome },
    ]);
    assert.match(text, /## Finished, 1 of 2 items left open, rounds: 2\n$/);
  });

  it('says who refused a call, as far as the record tells', () => {
    const refusers = [
      { kind: 'hook', name: 'guard.sh' },
      { kind: 'hook' },
      { kind: 'rule', name: 'Edit (user)' },
    ] as const;
    const ends = [...refusers, undefined].map((by) =>
      resultOf({ outcome: 'forbidden', output: '', ...(by === undefined ? {} : { refusedBy: by }) }).trim(),
    );
    assert.deepEqual(
      ends.map((end) => end.split(', ')[0]),
      [
        'Not executed: refused by the hook `guard.sh`',
        'Not executed: refused by a hook',
        'Not executed: forbidden by the rule `Edit (user)`',
        'Not executed: forbidden by a rule or hook',
      ],
    );
  });

  it('reads as one document from the task to the outcome', () => {
    const events: AgentEvent[] = [
      { kind: 'runStarted', prompt: 'Fix slugify', model: 'claude-x' },
      { kind: 'messageAdded', message: { role: 'user', content: 'Fix slugify' } },
      { kind: 'requestStarted', messageCount: 1 },
      { kind: 'text', delta: 'I run ' },
      { kind: 'text', delta: 'the tests.' },
      said('I run the tests.'),
      started,
      { kind: 'toolProgress', callId: 'call-1', text: 'all good\n' },
      finished(),
      {
        kind: 'todosChanged',
        by: 'model',
        items: [
          { id: '1', content: 'Run the tests', status: 'completed' },
          { id: '2', content: 'Report', status: 'in_progress' },
        ],
      },
      { kind: 'runFinished', outcome: { kind: 'completed', rounds: 1, sessionId: 's' } },
    ];
    const wanted = `
## Task

    Fix slugify

Model: \`claude-x\`

### Agent

    I run the tests.

**\`bash\`** \`npm test\`

Done, exit code 0, 1.2 s.

\`\`\`text
all good
\`\`\`

Todos, 1/2 completed:

\`\`\`text
[x] Run the tests
[>] Report
\`\`\`

## Finished, 1 of 2 items left open, rounds: 1
`;
    assert.equal(transcriptOf(events), wanted);
  });

  it('is the same from the kept events as from the live ones', () => {
    const live: AgentEvent[] = [
      { kind: 'thinking', delta: 'Hm.\nYes' },
      { kind: 'text', delta: 'Done' },
      {
        kind: 'messageAdded',
        message: {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.\nYes', signature: '' },
            { type: 'text', text: 'Done' },
          ],
        },
      },
      started,
    ];
    const kept = live.filter((event) => event.kind !== 'text' && event.kind !== 'thinking');
    assert.equal(transcriptOf(live), transcriptOf(kept));
  });

  it('adds each piece of streaming text as it comes', () => {
    const pieces = piecesOf(['One\n', 'two', ' three'].map((delta) => ({ kind: 'text', delta })));
    assert.deepEqual(pieces, ['\n### Agent\n\n    One\n    ', 'two', ' three']);
  });

  it('takes a line break that is cut in two for one', () => {
    const text = transcriptOf(['a\r', '\nb'].map((delta) => ({ kind: 'text', delta })));
    assert.equal(text, '\n### Agent\n\n    a\n    b');
  });

  it('goes on with a text under its heading when something came between', () => {
    const pieces = piecesOf([
      { kind: 'text', delta: 'One' },
      { kind: 'notResponding', silentMs: 30_000 },
      { kind: 'text', delta: ' two' },
    ]);
    assert.equal(pieces.at(-1), '\n### Agent\n\n     two');
  });

  it('never lets text of others begin a line outside of code', () => {
    const evil = 'x\n# Completed\r## Completed\u2028```\n````\n<h1>\n[x]: http://evil';
    const text = transcriptOf([
      { kind: 'runStarted', prompt: evil, model: evil },
      { kind: 'text', delta: evil },
      { ...started, title: evil, name: evil },
      { kind: 'approvalAnswered', callId: 'call-1', answer: { kind: 'deny', feedback: evil } },
      finished({ output: evil }),
      { kind: 'notice', level: 'warning', text: evil },
      { kind: 'retry', attempt: 1, delayMs: 1, reason: evil },
      { kind: 'todosChanged', by: 'model', items: [{ id: '1', content: evil, status: 'pending' }] },
      { kind: 'runFinished', outcome: { kind: 'failed', reason: evil, rounds: 0, sessionId: 's' } },
    ]);
    const outside = text.replace(/^(`{5,})text\n[\s\S]*?\n\1$/gm, '').split('\n');
    const forged = outside.filter((line) => /^(# |## Completed|```|<h1>|\[x\]:)/.test(line));
    assert.deepEqual(forged, []);
    assert.equal(text.match(/^`{5,}text$/gm)?.length, 2);
  });

  it('folds a long result to its start and end', () => {
    const output = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
    const text = resultOf({ output });
    assert.match(text, /line 7\n… 88 more lines …\nline 96\n/);
  });

  it('says what was denied, by whom, and that nothing ran', () => {
    const text = transcriptOf([
      started,
      { kind: 'approvalAnswered', callId: 'call-1', answer: { kind: 'deny', feedback: 'Use pnpm' } },
      { kind: 'toolFinished', callId: 'call-1', name: 'bash', outcome: 'denied', output: '', durationMs: 0 },
    ]);
    assert.match(text, /Denied by you:\n\n {4}Use pnpm\n\nNot executed: denied by you, 0\.0 s\./);
  });

  it('shows the size of a file change', () => {
    const changes = [{ path: '/w/src/slug.ts', before: 'a\n', after: 'b\nc\n' }];
    const text = resultOf({ output: 'Wrote 4 bytes', evidence: { kind: 'files', changes } });
    assert.match(text, /- `\+2 -1 {2}\/w\/src\/slug\.ts`/);
  });

  it('leaves out the text of a file that was read', () => {
    const text = resultOf({ output: '1\tsecret\n2\tmore', evidence: { kind: 'read', path: '/w/a' } });
    assert.equal(text, '\nDone, 2 lines, 1.2 s.\n');
  });

  it('shows what else was said to the model', () => {
    const text = transcriptOf([
      { kind: 'runStarted', prompt: 'Task', model: 'm' },
      {
        kind: 'messageAdded',
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call-1', content: 'x' },
            { type: 'text', text: '<reminder>Update your todos.</reminder>' },
          ],
        },
      },
    ]);
    assert.match(text, /### To the model\n\n {4}<reminder>Update your todos\.<\/reminder>\n$/);
  });
});
