import { maxTodos } from './parseTodos.ts';

/** What the model is told of todo_write. Wider input is understood (parseTodos), but not advertised. */
export const todoWriteSchema = {
  type: 'object',
  properties: {
    todos: {
      type: 'array',
      maxItems: maxTodos,
      items: {
        type: 'object',
        properties: {
          content: { type: 'string', minLength: 1 },
          status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
        },
        required: ['content', 'status'],
      },
    },
  },
  required: ['todos'],
} as const;

export const todoWriteDescription =
  'Create and manage the task list of the current coding session. Pass the whole list each time: it replaces the ' +
  'old one. Each todo is {content, status}; at most one may be in_progress.';

/** For the system prompt, only while todo_write is offered. Advice, not a gate. */
export const planningSentences: readonly string[] = [
  'Before a task of several steps, write a plan with todo_write.',
  'Keep its statuses current as you go: in_progress when you start a step, completed as soon as it is done.',
];
