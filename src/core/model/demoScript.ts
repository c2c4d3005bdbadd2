import type { ScriptedBlock } from './scriptedModel.ts';

const steps = ['Read the failing test', 'Find the cause in slug.js', 'Fix slug.js', 'Run the tests'] as const;

/**
 * The demo's replies, made for the sample project in media/sample: two of its tests fail for one reason. Each status
 * change is a whole new list, as with a real model.
 */
export const demoTurns: readonly (readonly ScriptedBlock[])[] = [
  [
    say('This is the demo: my words are scripted, the tools are real. First the plan, then the test that fails.'),
    plan(0),
    call('read-test', 'read_file', { file_path: 'slug.test.js' }),
  ],
  [
    say('The test wants one hyphen for any run of other characters. Now the function itself.'),
    plan(1),
    call('read-module', 'read_file', { file_path: 'slug.js' }),
  ],
  [
    say(
      'Each single character becomes a hyphen; a plus makes one hyphen of a run. This edit waits for your answer: ' +
        'look at the diff, then allow it.',
    ),
    plan(2),
    call('fix', 'edit_file', {
      file_path: 'slug.js',
      old_string: "    .replace(/[^a-z0-9]/g, '-')",
      new_string: "    .replace(/[^a-z0-9]+/g, '-')",
    }),
  ],
  [
    say('Now the tests, which is a command and so waits for your answer too.'),
    plan(3),
    call('test', 'bash', { command: 'node --test', description: 'Run the tests of the sample' }),
  ],
  [plan(4)],
  [
    say(
      'Done: slug.js makes one hyphen of a run of characters, and all tests pass. That was scripted; with an API key ' +
        'a real model does the same with a task of yours.',
    ),
  ],
];

function say(text: string): ScriptedBlock {
  return { type: 'text', text };
}

/** The list with `done` items completed and the next one in progress. */
function plan(done: number): ScriptedBlock {
  const todos = steps.map((content, index) => ({ content, status: statusOf(index, done) }));
  return call(`plan-${done}`, 'todo_write', { todos });
}

function statusOf(index: number, done: number): 'pending' | 'in_progress' | 'completed' {
  if (index < done) return 'completed';
  return index === done ? 'in_progress' : 'pending';
}

function call(id: string, name: string, input: Readonly<Record<string, unknown>>): ScriptedBlock {
  return { type: 'tool_use', id: `demo-${id}`, name, input };
}
