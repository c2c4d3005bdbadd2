import * as z from 'zod';
import type { TodoItem } from '../todos/todoItem.ts';
import { todoWriteDescription, todoWriteSchema } from '../todos/todoWriteContract.ts';
import type { Tool } from './tool.ts';
import { parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

/** The plan, as this tool needs it; `TodoManager` is the one implementation. */
export interface TodoList {
  readonly items: readonly TodoItem[];
  /** Replaces the list and returns it rendered; throws, with the entry's fault as message, and leaves the list as it was. */
  update(todos: unknown): string;
}

/** Any shape: what is accepted is the list's to decide, and more than the sent schema() says. */
const schema = lazy(() => z.object({ todos: z.unknown().optional() }));

/** Replaces the plan. Touches nothing else. */
export function createTodoWriteTool({ todos }: { todos: TodoList }): Tool<z.infer<ReturnType<typeof schema>>> {
  return {
    definition: {
      name: 'todo_write',
      description: todoWriteDescription,
      input_schema: { ...todoWriteSchema, required: [...todoWriteSchema.required] },
    },
    claudeName: 'TodoWrite',
    access: 'plan',
    parse: (input) => parseInput(schema(), input),
    subject: () => Promise.resolve({ title: 'todos', paths: [] }),
    run(input) {
      const oldTodos = plain(todos.items);
      const text = todos.update(input.todos);
      return Promise.resolve({ text, response: { oldTodos, newTodos: plain(todos.items) } });
    },
  };
}

/** In the shape that Claude Code's hooks know; they expect an `activeForm`. */
function plain(items: readonly TodoItem[]): readonly object[] {
  return items.map(({ content, status }) => ({ content, status, activeForm: content }));
}
