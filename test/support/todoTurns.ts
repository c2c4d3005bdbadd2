import type { Answer, AnswerBlock, ServerTurn } from './strictServer.ts';

let lastId = 0;

/** A call with an id of its own. */
export function use(name: string, input: unknown): AnswerBlock {
  return { call: { id: `toolu_${++lastId}`, name, input } };
}

const statuses = { '[x]': 'completed', '[>]': 'in_progress', '[ ]': 'pending' } as const;

/** A list as the tree shows it: `[x] done`, `[>] at work`, `[ ] open`. */
export function plan(...rows: readonly string[]): AnswerBlock {
  const todos = rows.map((row) => ({
    content: row.slice(4),
    // A typo in a test is a server's 400.
    status: statuses[row.slice(0, 3) as keyof typeof statuses],
  }));
  return use('todo_write', { todos });
}

export function answer(...blocks: readonly AnswerBlock[]): Answer {
  return { kind: 'answer', blocks };
}

/** Keeps the run going, for a test to look at. */
export const hang: ServerTurn = { kind: 'hang' };
