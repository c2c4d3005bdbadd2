import * as z from 'zod';
import { parseTodos } from '../../todos/parseTodos.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import { messageOf } from '../../util/errors.ts';

const version = 1;
const fileSchema = z.object({ version: z.literal(version), todos: z.array(z.looseObject({ id: z.string().min(1) })) });

export type SavedTodos =
  | { readonly kind: 'items'; readonly items: readonly TodoItem[] }
  /** For the person: why the file can't be used. */
  | { readonly kind: 'unusable'; readonly problem: string };

/** The list as a file keeps it. */
export function renderSavedTodos(items: readonly TodoItem[]): string {
  return `${JSON.stringify({ version, todos: items }, undefined, 2)}\n`;
}

/** By the very rules that an update of the list obeys: a file is not to be trusted more than a model. */
export function readSavedTodos(text: string): SavedTodos {
  try {
    const { todos } = fileSchema.parse(JSON.parse(text));
    const entries = parseTodos(todos, false);
    const items = entries.map((entry, index) => ({ id: todos[index]?.id ?? '', ...entry }));
    if (new Set(items.map(({ id }) => id)).size < items.length) throw new Error('two todos have the same id');
    return { kind: 'items', items };
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    return { kind: 'unusable', problem };
  }
}
