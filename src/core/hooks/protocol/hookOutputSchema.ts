import * as z from 'zod';
import type { HookEventName } from './hookEvents.ts';
import { lazy } from '../../util/lazy.ts';

/** The fields that any event's answer may carry; unknown ones are dropped without a word, since hooks echo their input. */
const topSchema = lazy(() =>
  z.object({
    continue: z.boolean().optional(),
    stopReason: z.string().optional(),
    suppressOutput: z.boolean().optional(),
    systemMessage: z.string().optional(),
    terminalSequence: z.string().optional(),
    decision: z.enum(['block', 'approve']).optional(),
    reason: z.string().optional(),
    hookSpecificOutput: z.looseObject({}).optional(),
  }),
);

const toolInput = lazy(() => z.record(z.string(), z.unknown()));
const permissionUpdate = lazy(() => {
  const destination = z.enum(['session', 'localSettings', 'projectSettings', 'userSettings']);
  const rules = z.array(z.object({ toolName: z.string(), ruleContent: z.string().optional() }));
  return z.discriminatedUnion('type', [
    z.object({
      type: z.enum(['addRules', 'replaceRules', 'removeRules']),
      rules,
      behavior: z.enum(['allow', 'ask', 'deny']),
      destination,
    }),
    z.object({ type: z.literal('setMode'), mode: z.string(), destination }),
    z.object({ type: z.enum(['addDirectories', 'removeDirectories']), directories: z.array(z.string()), destination }),
  ]);
});

/** A change of permissions that a PermissionRequest hook asks for along with its yes. */
export type PermissionUpdate = z.infer<ReturnType<typeof permissionUpdate>>;

/** All that `hookSpecificOutput` may hold; an event's own schema picks from it. */
const fields = lazy(() =>
  z.object({
    additionalContext: z.string().optional(),
    permissionDecision: z.enum(['allow', 'deny', 'ask', 'defer']).optional(),
    permissionDecisionReason: z.string().optional(),
    updatedInput: toolInput().optional(),
    decision: z
      .object({
        behavior: z.enum(['allow', 'deny']),
        updatedInput: toolInput().optional(),
        updatedPermissions: z.array(permissionUpdate()).optional(),
        message: z.string().optional(),
        interrupt: z.boolean().optional(),
      })
      .optional(),
    updatedToolOutput: z.unknown().optional(),
    updatedMCPToolOutput: z.unknown().optional(),
    sessionTitle: z.string().optional(),
    suppressOriginalPrompt: z.boolean().optional(),
    initialUserMessage: z.string().optional(),
  }),
);

const context = lazy(() => fields().pick({ additionalContext: true }));
const ownSchemas = lazy((): { readonly [E in HookEventName]?: z.ZodType<SpecificOutput> } => ({
  PreToolUse: fields().pick({
    additionalContext: true,
    permissionDecision: true,
    permissionDecisionReason: true,
    updatedInput: true,
  }),
  PermissionRequest: fields().pick({ decision: true }),
  PostToolUse: fields().pick({ additionalContext: true, updatedToolOutput: true, updatedMCPToolOutput: true }),
  UserPromptSubmit: fields().pick({ additionalContext: true, sessionTitle: true, suppressOriginalPrompt: true }),
  SessionStart: fields().pick({ additionalContext: true, sessionTitle: true, initialUserMessage: true }),
}));

export type SpecificOutput = Partial<z.infer<ReturnType<typeof fields>>>;

export interface StructuredOutput {
  readonly kind: 'structured';
  readonly top: z.infer<ReturnType<typeof topSchema>>;
  readonly specific: SpecificOutput;
  /** Said to the person although the rest counts. */
  readonly warning?: string;
}

export type HookOutput =
  | StructuredOutput
  /** Meant as JSON, but no JSON or with a known field of a wrong type. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'text'; readonly text: string };

/** Reads a handler's stdout. Only text that begins with `{` is taken as JSON. */
export function parseHookOutput(event: HookEventName, stdout: string): HookOutput {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  if (!text.startsWith('{')) return { kind: 'text', text };
  const json = parseJson(text);
  if (json === undefined) return { kind: 'invalid', problem: 'its output begins with { but is not valid JSON' };
  const top = topSchema().safeParse(json);
  if (!top.success) return { kind: 'invalid', problem: describe(top.error, '') };
  return readSpecific(event, top.data);
}

function readSpecific(event: HookEventName, top: StructuredOutput['top']): HookOutput {
  const raw = top.hookSpecificOutput;
  if (raw === undefined) return { kind: 'structured', top, specific: {} };
  const named = raw['hookEventName'];
  if (named !== event) {
    const found = typeof named === 'string' ? `names ${named}` : 'has no hookEventName';
    return { kind: 'structured', top, specific: {}, warning: `hookSpecificOutput ${found} and is ignored on ${event}` };
  }
  const specific = (ownSchemas()[event] ?? context()).safeParse(raw);
  if (!specific.success) return { kind: 'invalid', problem: describe(specific.error, 'hookSpecificOutput.') };
  return { kind: 'structured', top, specific: specific.data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is one of the answers a script can give; the caller says so to the person.
    return undefined;
  }
}

function describe(error: z.ZodError, prefix: string): string {
  return error.issues.map((issue) => `${prefix}${issue.path.join('.')}: ${issue.message}`).join('; ');
}
