import * as z from 'zod';
import type { ToolDefinition } from '../model/messages.ts';
import { ToolError } from './tool.ts';
import { lazy } from '../util/lazy.ts';

/** What all tools say of their file. */
export const filePath = lazy(() =>
  z
    .string()
    .min(1)
    .describe("Absolute, or relative to the workspace folder; with several folders begin with the folder's name"),
);

/** What the model is told of a tool; its schema is made when it is first sent. */
export function definitionOf(
  schema: () => z.ZodType,
  { name, description }: { readonly name: string; readonly description: string },
): ToolDefinition {
  const sent = lazy(() => sentSchema(schema()));
  return {
    name,
    description,
    get input_schema() {
      return sent();
    },
  };
}

/** The schema as it is sent: without what a model has no use for, every character being paid for in each request. */
function sentSchema(schema: z.ZodType): ToolDefinition['input_schema'] {
  const { $schema: _, ...sent } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  // zod's type for a JSON schema is wider than the wire's; tools have object schemas only.
  return sent as ToolDefinition['input_schema'];
}

/** Reads a call's input. Unknown arguments are ignored and null counts as left out. Throws `ToolError` naming the argument. */
export function parseInput<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const result = schema.safeParse(withoutNulls(input));
  if (result.success) return result.data;
  throw new ToolError(result.error.issues.map(describeIssue).join('; '));
}

function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function describeIssue(issue: z.ZodError['issues'][number]): string {
  const name = issue.path.join('.');
  if (name === '') return 'the input must be an object with the arguments of this tool';
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined')) {
    return `${name} is missing`;
  }
  return `${name}: ${issue.message}`;
}
