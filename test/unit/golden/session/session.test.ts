import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AgentEvent } from '../../../../src/core/agent/agentEvents.ts';
import { ModelError } from '../../../../src/core/model/modelClient.ts';
import type { ScriptedAnswer, ScriptedBlock } from '../../../../src/core/model/scriptedModel.ts';
import { receiptOf } from '../../../../src/core/session/receipt/receipt.ts';
import { SessionRows } from '../../../../src/core/session/rows/sessionRows.ts';
import { transcriptOf } from '../../../../src/core/session/transcript/transcript.ts';
import type { ToolOutput } from '../../../../src/core/tools/tool.ts';
import { stubTool } from '../../core/agent/loopBench.ts';
import { SessionBench, type SessionScript } from './sessionBench.ts';
import { treeText } from './treeText.ts';

function answer(...content: readonly ScriptedBlock[]): ScriptedAnswer {
  return { kind: 'answer', content, inputTokens: 1000, outputTokens: 100 };
}

function call(id: string, name: string, input: object = {}): ScriptedBlock {
  return { type: 'tool_use', id, name, input };
}

const statuses = { x: 'completed', '>': 'in_progress', ' ': 'pending' } as const;

/** A call of todo_write with items like `[x] text`. */
function list(id: string, ...items: readonly string[]): ScriptedBlock {
  const todos = items.map((line) => ({
    content: line.slice(4),
    // The tests' own lines.
    status: statuses[line.charAt(1) as keyof typeof statuses],
  }));
  return call(id, 'todo_write', { todos });
}

const said: ScriptedBlock = { type: 'text', text: 'All done, everything works, trust me.' };

function changed(before: string | undefined, after: string): ToolOutput {
  return { text: 'Wrote it', evidence: { kind: 'files', changes: [{ path: '/w/src/slug.ts', before, after }] } };
}

const titled = (title: string, access: 'read' | 'write' | 'execute') => ({
  access,
  subject: () => Promise.resolve({ title, paths: [] }),
});

const tools: SessionScript['tools'] = [
  stubTool('read_file', () => ({ text: '1\ta', evidence: { kind: 'read', path: '/w/src/slug.ts' } }), {
    ...titled('src/slug.ts', 'read'),
  }),
  stubTool('edit_file', () => changed('a\nb\n', 'a\nc\nd\n'), titled('src/slug.ts', 'write')),
  stubTool('write_file', () => changed('a\nc\nd\n', 'a\n'), titled('src/slug.ts', 'write')),
  stubTool(
    'bash',
    () => ({
      text: 'exit code 1',
      isError: true,
      evidence: { kind: 'command', command: 'npm test', exitCode: 1, durationMs: 20 },
    }),
    titled('npm test', 'execute'),
  ),
];

const scripts: Readonly<
  Record<string, { readonly script: SessionScript; readonly prompts: readonly (string | undefined)[] }>
> = {
  /** Evidence, a denial, a file under two items, problems, a claim without work, work outside, a call id used twice. */
  evidence: {
    prompts: ['Fix slugify'],
    script: {
      tools,
      answers: [
        { kind: 'allow', remember: 'once' },
        { kind: 'deny', feedback: 'Not now' },
      ],
      onEvent: (event, bench) => {
        if (event.kind !== 'toolFinished' || event.callId !== 'edit-1') return;
        const messages = ["Cannot find name 'c'."];
        bench.session.record({ kind: 'problemsFound', callId: 'edit-1', path: '/w/src/slug.ts', count: 2, messages });
      },
      turns: [
        answer(call('read-1', 'read_file')),
        answer(list('l-1', '[>] Read the test', '[ ] Fix slugify', '[ ] Check it', '[ ] Report')),
        answer(call('read-2', 'read_file'), call('read-3', 'read_file')),
        answer(
          list('l-2', '[x] Read the test', '[>] Fix slugify', '[ ] Check it', '[ ] Report'),
          call('edit-1', 'edit_file'),
        ),
        answer(
          list('l-3', '[x] Read the test', '[x] Fix slugify', '[>] Check it', '[ ] Report'),
          call('write-1', 'write_file'),
        ),
        answer(call('twice', 'bash')),
        answer(call('twice', 'bash')),
        answer(list('l-4', '[x] Read the test', '[x] Fix slugify', '[>] Check it', '[x] Report')),
        answer(said),
      ],
    },
  },
  /** Edits and words of the person's on their way, races, drift and a restore. */
  steering: {
    prompts: ['Do it', 'Go on'],
    script: {
      tools,
      onEvent: (event, { todos, steering }) => {
        const idOf = (content: string): string => todos.items.find((item) => item.content === content)?.id ?? '';
        if (event.kind !== 'toolStarted') return;
        if (event.callId === 'read-1') {
          todos.add('Write the changelog', 1);
          todos.rename(idOf('Two'), 'Two, but better');
          todos.skip(idOf('Three'));
          steering.add('Mind the tests.');
        }
        if (event.callId === 'read-2') todos.lock(idOf('Two, but better'));
        if (event.callId === 'read-3') todos.restore('todo-1');
      },
      turns: [
        answer(list('l-1', '[>] One', '[ ] Two', '[ ] Three', '[ ] Four')),
        answer(call('read-1', 'read_file'), list('l-2', '[x] One', '[>] Two', '[ ] Three', '[ ] Four')),
        answer(list('l-3', '[ ] One', '[x] Two, but better', '[ ] Write the change log', '[ ] Four')),
        answer(call('read-2', 'read_file'), list('l-4', '[ ] Four')),
        answer(call('read-3', 'read_file')),
        answer(said),
        answer(list('l-5', '[x] One', '[x] Two, but better', '[x] Write the changelog', '[x] Four')),
        answer(list('l-6', '[>] A new plan')),
        answer(said),
      ],
    },
  },
  /** Stop points, a pause, a loop, a budget, and the person's end. */
  pauses: {
    prompts: ['Do it'],
    script: {
      tools,
      budgets: { maxRounds: 7 },
      onEvent: (event, { gate, todos }) => {
        const second = todos.items[1]?.id ?? '';
        if (event.kind === 'toolFinished' && event.callId === 'l-1') {
          gate.setStopPoint({ itemId: second, when: 'before' }, true);
          gate.setStopPoint({ itemId: second, when: 'after' }, true);
          gate.setStopPoint({ itemId: todos.items[0]?.id ?? '', when: 'before' }, true);
        }
        if (event.kind === 'toolStarted' && event.callId === 'read-1') gate.pauseNow();
        // The person answers when the run waits.
        if (event.kind === 'paused') queueMicrotask(() => (event.reason.kind === 'budget' ? gate.end() : gate.goOn()));
      },
      turns: [
        answer(list('l-1', '[>] One', '[ ] Two')),
        answer(call('read-1', 'read_file')),
        answer(list('l-2', '[x] One', '[>] Two'), call('read-2', 'read_file')),
        ...[3, 4, 5].map((id) => answer(call(`bash-${id}`, 'bash'))),
        answer(list('l-3', '[x] One', '[x] Two')),
      ],
    },
  },
  /** A list that loses, renames, unticks and brings back items, each left as it is at the end; then the person's stop. */
  drift: {
    prompts: ['Do it'],
    script: {
      tools,
      onEvent: (event, { session, todos }) => {
        if (event.kind === 'toolFinished' && event.callId === 'l-1') todos.skip(todos.items[3]?.id ?? '');
        if (event.kind === 'toolStarted' && event.callId === 'read-2') session.stop();
      },
      turns: [
        answer(list('l-1', '[x] One', '[>] Two and a half', '[ ] Lost', '[ ] Not wanted')),
        answer(call('read-1', 'read_file')),
        answer(list('l-2', '[ ] One', '[>] Two and a quarter', '[ ] Not wanted')),
        answer(call('read-2', 'read_file'), call('read-3', 'read_file')),
      ],
    },
  },
  /** A broken answer, a failed request, the run that goes on after it, and words that came too late for it. */
  failure: {
    prompts: ['Do it', undefined, 'And now?'],
    script: {
      tools,
      broken: [1],
      onEvent: (event, { model, steering }) => {
        const isLast = event.kind === 'messageAdded' && event.message.role === 'assistant';
        if (isLast && model.requests.length === 4) steering.add('Too late.');
      },
      turns: [
        answer(list('l-1', '[>] One', '[ ] Two')),
        answer(call('read-1', 'read_file')),
        { kind: 'error', error: new ModelError('overloaded', 'retry', 'The model is overloaded.') },
        answer(said),
        answer(said),
      ],
    },
  },
  /** A conversation that is summed up while words of the person are on their way. */
  compaction: {
    prompts: ['Do it'],
    script: {
      tools,
      contextTokens: 5000,
      onEvent: (event, { steering, todos }) => {
        if (event.kind !== 'toolStarted' || event.callId !== 'read-1') return;
        steering.add('Mind the tests.');
        todos.add('Write the changelog', 1);
      },
      turns: [
        answer(list('l-1', '[>] One', '[ ] Two')),
        { ...answer(call('read-1', 'read_file')), inputTokens: 4000 },
        answer({ type: 'text', text: '<summary>Half of it is done.</summary>' }),
        answer(list('l-2', '[x] One', '[ ] Write the changelog', '[>] Two')),
        answer(said),
      ],
    },
  },
};

describe('a replay of the kept events', () => {
  for (const [name, { script, prompts }] of Object.entries(scripts)) {
    it(`gives the tree, the receipt and the transcript of the session "${name}"`, async () => {
      const bench = new SessionBench(script);
      for (const prompt of prompts) await bench.run(prompt);
      const tree = bench.rows.tree();
      // What a store hands back.
      const kept = JSON.parse(JSON.stringify(bench.session.events)) as AgentEvent[];

      const replayed = new SessionRows();
      for (const event of kept) replayed.apply(event);
      assert.deepEqual(plain(replayed.tree()), plain(tree));
      const transcript = bench.transcript.text;
      assert.equal(transcriptOf(kept), transcript);

      const text = ['TREE', treeText(tree), 'RECEIPT', receiptOf(kept, ['/w']), 'TRANSCRIPT', transcript].join('\n');
      compareWithFile(`test/unit/golden/session/${name}.txt`, text);
    });
  }
});

/** Without the difference between a field that is undefined and one that isn't there, which JSON doesn't know. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** UPDATE_GOLDEN=1 writes the files anew; look at the difference before keeping it. */
function compareWithFile(file: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}
