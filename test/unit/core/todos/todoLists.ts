import { TodoManager } from '../../../../src/core/todos/todoManager.ts';
import type { TodoEntry } from '../../../../src/core/todos/parseTodos.ts';

const statuses = { '[x]': 'completed', '[>]': 'in_progress', '[ ]': 'pending' } as const;

/** What a model sends for lines like `[x] text`. */
export function entriesOf(items: readonly string[]): readonly TodoEntry[] {
  return items.map((line) => {
    // Lines of tests begin with one of the marks.
    const mark = line.slice(0, 3) as keyof typeof statuses;
    return { content: line.slice(4), status: statuses[mark] };
  });
}

export function listOf(...items: readonly string[]): TodoManager {
  const todos = new TodoManager();
  todos.update(entriesOf(items));
  return todos;
}

export function idOf(todos: TodoManager, content: string): string {
  const id = todos.items.find((item) => item.content === content)?.id;
  if (id === undefined) throw new Error(`No item ${content}`);
  return id;
}

/** The list as lines like `[x] text`. */
export function lines(todos: TodoManager): readonly string[] {
  return todos.items.length === 0 ? [] : todos.render().split('\n').slice(0, -2);
}
