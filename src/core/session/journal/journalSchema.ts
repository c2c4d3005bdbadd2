import * as z from 'zod';
import { parseTodos } from '../../todos/parseTodos.ts';
import { TodoError } from '../../todos/todoError.ts';
import type { JournalEntry } from './journalEntry.ts';
import { lazy } from '../../util/lazy.ts';

const text = lazy(() => z.string());
const count = lazy(() => z.number());
const object = lazy(() => z.looseObject({}));

/** What the folds and the next request() rely on; further fields of the wire pass. */
const block = lazy(() =>
  z.looseObject({ type: text() }).refine((value) => {
    switch (value.type) {
      case 'text':
        return typeof value['text'] === 'string';
      case 'tool_use':
        return typeof value['id'] === 'string' && typeof value['name'] === 'string' && isObject(value['input']);
      case 'tool_result':
        return typeof value['tool_use_id'] === 'string';
      default:
        return true;
    }
  }),
);
const message = lazy(() =>
  z.looseObject({
    role: z.enum(['user', 'assistant', 'system']),
    content: z.union([text(), z.array(block())]),
  }),
);

/** By the very rules that an update obeys: a file is not to be trusted more than a model. */
const list = lazy(() =>
  z.array(z.looseObject({ id: text() })).refine((items) => {
    return new Set(items.map(({ id }) => id)).size === items.length && isList(items);
  }),
);
const outcome = lazy(() =>
  z.looseObject({
    kind: z.enum(['completed', 'cancelled', 'blocked', 'limit', 'failed']),
    reason: text().optional(),
    rounds: count(),
    sessionId: text(),
  }),
);
const change = lazy(() => z.looseObject({ path: text(), before: text().optional(), after: text() }));
const evidence = lazy(() =>
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('files'), changes: z.array(change()) }),
    z.looseObject({ kind: z.literal('command'), command: text(), exitCode: count().optional(), durationMs: count() }),
    z.looseObject({ kind: z.literal('read'), path: text() }),
    z.looseObject({ kind: z.literal('search'), count: count() }),
  ]),
);
const answer = lazy(() =>
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('allow'), remember: z.enum(['once', 'session', 'item', 'always']) }),
    z.looseObject({ kind: z.literal('deny'), feedback: text().optional() }),
  ]),
);
const request = lazy(() =>
  z.looseObject({
    callId: text(),
    toolName: text(),
    claudeName: text(),
    access: z.enum(['read', 'write', 'execute', 'plan']),
    subject: z.looseObject({ title: text(), command: text().optional(), paths: z.array(object()) }),
    reason: z.looseObject({ kind: text() }),
    change: change().optional(),
    canRemember: z.boolean(),
  }),
);

const fileState = lazy(() =>
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('absent') }),
    z.looseObject({
      kind: z.literal('file'),
      blob: text().regex(/^[0-9a-f]{64}$/),
      size: count(),
      mode: count().optional(),
    }),
    z.looseObject({ kind: z.literal('unknown'), why: text() }),
  ]),
);
const startedChange = lazy(() =>
  z.looseObject({
    id: text(),
    run: count(),
    itemId: text().optional(),
    callId: text().optional(),
    cause: z.enum(['tool', 'command', 'undo', 'redo']),
    path: text(),
    realPath: text(),
    before: fileState(),
    undoes: z.array(text()).optional(),
    batch: text().optional(),
  }),
);

/** A kind of entry that is missing here doesn't compile: what is written must be readable. */
const fields = lazy(
  () =>
    ({
      runStarted: { prompt: text(), model: text(), isRetry: z.literal(true).optional() },
      requestStarted: { messageCount: count() },
      retry: { attempt: count(), delayMs: count(), reason: text() },
      messageAdded: { message: message() },
      answered: { stopReason: text().nullable(), usage: object() },
      historyReplaced: {
        cause: z.enum(['cleared', 'compacted']),
        messages: z.array(message()),
        before: count(),
        after: count(),
      },
      toolStarted: { callId: text(), name: text(), title: text() },
      approvalAsked: { request: request() },
      approvalAnswered: { callId: text(), answer: answer() },
      toolFinished: {
        callId: text(),
        name: text(),
        outcome: z.enum(['ok', 'error', 'denied', 'forbidden', 'cancelled']),
        output: text(),
        evidence: evidence().optional(),
        refusedBy: z.looseObject({ kind: z.enum(['rule', 'hook', 'mode']), name: text().optional() }).optional(),
        durationMs: count(),
      },
      roundFinished: {
        round: count(),
        usedTodo: z.boolean(),
        reached: count(),
        reminded: z.boolean(),
        counter: count(),
      },
      todosChanged: { items: list(), by: z.enum(['model', 'user', 'host']) },
      notice: { level: z.enum(['info', 'warning', 'error']), text: text() },
      runFinished: { outcome: outcome() },
      steered: { id: count(), what: z.looseObject({ kind: z.enum(['edit', 'message']) }) },
      steeringSent: { ids: z.array(count()) },
      stopPointsChanged: { points: z.array(z.looseObject({ itemId: text(), when: z.enum(['before', 'after']) })) },
      paused: { reason: z.looseObject({ kind: text() }) },
      resumed: { choice: z.enum(['goOn', 'end']) },
      problemsFound: { callId: text(), path: text(), count: count(), messages: z.array(text()) },
      titled: { title: text() },
      wentBack: { runs: z.int().nonnegative() },
      fileChanging: { change: startedChange() },
      fileChanged: { id: text(), after: fileState() },
      commandUnwatched: { callId: text().optional(), why: text() },
    }) satisfies Readonly<Record<JournalEntry['kind'], z.ZodRawShape>>,
);

const schemas = lazy(
  () =>
    new Map<string, z.ZodType>(
      Object.entries(fields()).map(([kind, shape]) => [kind, z.looseObject({ ...shape, at: count() })]),
    ),
);

const headerSchema = lazy(() =>
  z.looseObject({ kind: z.literal('header'), version: count(), sessionId: text(), createdAt: count() }),
);

export type HeaderLine = z.infer<ReturnType<typeof headerSchema>>;

/** A line as it was understood. `unknown` is of a newer version: it stays in the file and counts for nothing here. */
export type JournalLine =
  | { readonly kind: 'header'; readonly header: HeaderLine }
  | { readonly kind: 'entry'; readonly entry: JournalEntry }
  | { readonly kind: 'unknown'; readonly entryKind: string }
  | { readonly kind: 'damaged' };

export function readLine(line: string): JournalLine {
  const value = parseJson(line);
  // By hand: with a schema this would take a tenth of the time that a long session takes to open.
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  if (typeof kind !== 'string') return { kind: 'damaged' };
  if (kind === 'header') {
    const header = headerSchema().safeParse(value);
    return header.success ? { kind: 'header', header: header.data } : { kind: 'damaged' };
  }
  const schema = schemas().get(kind);
  if (schema === undefined) return { kind: 'unknown', entryKind: kind };
  // The schema has checked all that is read of it; what it lets pass was written from this very type.
  return schema.safeParse(value).success ? { kind: 'entry', entry: value as JournalEntry } : { kind: 'damaged' };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isList(items: readonly unknown[]): boolean {
  try {
    parseTodos(items, false);
    return true;
  } catch (error) {
    if (error instanceof TodoError) return false;
    throw error;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
