import * as z from 'zod';
import { efforts } from '../model/effort.ts';
import { providers } from './agentSettings.ts';
import type { ProblemCode } from './problem.ts';
import { lazy } from '../util/lazy.ts';

interface Field<Schema extends z.ZodType> {
  readonly schema: () => Schema;
  /** Behind "must be". */
  readonly expected: string;
  /**
   * Whether a wrong value stops the run, because going on without it could send code or keys elsewhere or switch on
   * what was meant to be off; else the default applies with a warning.
   */
  readonly stopsRun: boolean;
  /** A blank text counts as absent. */
  readonly blankIsAbsent?: true;
}

function field<Schema extends z.ZodType>(definition: Field<Schema>): Field<Schema> {
  return definition;
}

const connectionText = field({
  schema: lazy(() => z.string().trim()),
  expected: 'a string',
  stopsRun: true,
  blankIsAbsent: true,
});
const toggle = field({ schema: lazy(() => z.boolean()), expected: 'true or false', stopsRun: false });
const texts = field({ schema: lazy(() => z.array(z.string())), expected: 'an array of strings', stopsRun: true });

function integerFrom(minimum: number): z.ZodNumber {
  return z.int().min(minimum);
}

/** Every value that a source can set. Types are never converted: "3" is no number, 0 is no boolean. */
export const fields = {
  provider: field({ schema: lazy(() => z.enum(providers)), expected: '"anthropic" or "vscode-lm"', stopsRun: true }),
  baseUrl: connectionText,
  apiKey: connectionText,
  authToken: connectionText,
  model: connectionText,
  effort: field({
    schema: lazy(() => z.enum(['default', ...efforts])),
    expected: '"default", "low", "medium", "high", "xhigh" or "max"',
    stopsRun: false,
  }),
  maxTokens: field({ schema: lazy(() => integerFrom(1)), expected: 'an integer of 1 or more', stopsRun: false }),
  contextTokens: field({
    schema: lazy(() => z.literal(0).or(integerFrom(10_000))),
    expected: 'an integer of 10000 or more (0 = what the model takes)',
    stopsRun: false,
  }),
  stallSeconds: field({
    schema: lazy(() => integerFrom(1).max(3600)),
    expected: 'an integer from 1 to 3600 (seconds)',
    stopsRun: false,
  }),
  nagThreshold: field({
    schema: lazy(() => z.literal('auto').or(integerFrom(0))),
    expected: 'an integer of 0 or more (0 = off), or "auto"',
    stopsRun: false,
  }),
  nagMessage: field({
    schema: lazy(() => z.string().regex(/\S/)),
    expected: 'a string that is not empty',
    stopsRun: false,
  }),
  resetOnTodoWrite: toggle,
  enableTodoWrite: toggle,
  normalizeTodos: toggle,
  printToConsole: toggle,
  tools: texts,
  maxRounds: field({ schema: lazy(() => integerFrom(1)), expected: 'an integer of 1 or more', stopsRun: false }),
  maxCostUsd: field({
    schema: lazy(() => z.number().min(0)),
    expected: 'a number of 0 or more (0 = no limit)',
    stopsRun: false,
  }),
  maxTokensPerTask: field({
    schema: lazy(() => integerFrom(0)),
    expected: 'an integer of 0 or more (0 = no limit)',
    stopsRun: false,
  }),
  loopGuard: toggle,
  bashTimeoutMs: field({
    schema: lazy(() => integerFrom(1000).max(3_600_000)),
    expected: 'an integer from 1000 to 3600000 (milliseconds)',
    stopsRun: false,
  }),
  permissionMode: field({
    schema: lazy(() => z.enum(['default', 'acceptEdits', 'plan', 'bypassPermissions'])),
    expected: '"default", "acceptEdits", "plan" or "bypassPermissions"',
    stopsRun: false,
  }),
  denyCommands: texts,
  askCommands: texts,
} as const;

export type FieldName = keyof typeof fields;
export type FieldValue<Name extends FieldName> = z.infer<ReturnType<(typeof fields)[Name]['schema']>>;

export type Checked =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'wrong'; readonly code: ProblemCode; readonly stopsRun: boolean; readonly expected: string };

export function checkField(name: FieldName, raw: unknown): Checked {
  const { schema, expected, stopsRun, blankIsAbsent }: Field<z.ZodType> = fields[name];
  if (blankIsAbsent && typeof raw === 'string' && raw.trim() === '') return { kind: 'absent' };
  const result = schema().safeParse(raw);
  if (result.success) return { kind: 'value', value: result.data };
  return { kind: 'wrong', code: codeOf(result.error), stopsRun, expected };
}

function codeOf(error: z.ZodError): ProblemCode {
  switch (error.issues[0]?.code) {
    case 'too_small':
    case 'too_big':
      return 'out-of-range';
    case 'invalid_format':
      return 'empty-value';
    default:
      return 'wrong-type';
  }
}
