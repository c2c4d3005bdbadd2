import { readPythonLiteral } from './pythonLiteral.ts';
import { TodoError } from './todoError.ts';
import type { TodoItem, TodoStatus } from './todoItem.ts';

/** The most items a list may hold. */
export const maxTodos = 20;

/** An item as it was sent, checked. */
export type TodoEntry = Omit<TodoItem, 'id'>;

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'completed'];

/**
 * The one reading of what a model sends as its list. All entries are checked before anything is handed out; nothing
 * of `input` is kept. With `normalize` a string is decoded (once: JSON, else a Python literal), content is trimmed,
 * numbers and booleans become text, status loses its case and defaults to `pending`; without it only what the tool's
 * schema says is taken.
 * @throws TodoError that names the first problem.
 */
export function parseTodos(input: unknown, normalize: boolean): readonly TodoEntry[] {
  const list = normalize && typeof input === 'string' ? decode(input) : input;
  if (!Array.isArray(list)) throw new TodoError('todos must be a list');
  if (list.length > maxTodos) throw new TodoError(`Max ${maxTodos} todos allowed`);
  // Array.from also visits the holes of a sparse array.
  const entries = Array.from(list, (entry: unknown, index) => parseEntry(entry, `todos[${index}]`, normalize));
  if (entries.filter((entry) => entry.status === 'in_progress').length > 1) {
    throw new TodoError('Only one todo can be in_progress at a time');
  }
  return entries;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the Python spelling is the other one that models use.
    const literal = readPythonLiteral(text);
    if (literal === undefined) throw new TodoError('todos must be a list or JSON array string');
    return literal.value;
  }
}

function parseEntry(entry: unknown, where: string, normalize: boolean): TodoEntry {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry) || entry instanceof Set) {
    throw new TodoError(`${where} must be an object`);
  }
  const content = parseContent(ownValue(entry, 'content'), where, normalize);
  return { content, status: parseStatus(ownValue(entry, 'status'), where, normalize) };
}

/** Own properties only: an inherited `content` is none. */
function ownValue(entry: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(entry, key)?.value;
}

function parseContent(value: unknown, where: string, normalize: boolean): string {
  if (value === undefined || value === null) throw new TodoError(`${where} requires content`);
  const text = textOf(value, normalize);
  if (text === undefined) throw new TodoError(`${where} content must be a string`);
  if (text.trim() === '') throw new TodoError(`${where} requires content`);
  return normalize ? text.trim() : text;
}

function textOf(value: unknown, normalize: boolean): string | undefined {
  if (typeof value === 'string') return value;
  if (!normalize) return undefined;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? String(value)
    : undefined;
}

function parseStatus(value: unknown, where: string, normalize: boolean): TodoStatus {
  if (value === undefined && normalize) return 'pending';
  if (value === undefined) throw new TodoError(`${where} requires status`);
  // Not the locale's lower case: Turkish has another small I.
  const text = typeof value === 'string' && normalize ? value.toLowerCase() : value;
  const status = statuses.find((known) => known === text);
  if (status === undefined) throw new TodoError(`${where} has invalid status '${shown(text)}'`);
  return status;
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'list' : 'object';
  const text = String(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
