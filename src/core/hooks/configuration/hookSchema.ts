import * as z from 'zod';
import type { HookEventName } from '../protocol/hookEvents.ts';
import { maskSecrets } from '../protocol/maskSecrets.ts';
import { lazy } from '../../util/lazy.ts';

const common = lazy(() => ({
  /** One permission rule; the handler runs only for calls that it matches. */
  if: z.string().optional(),
  /** Seconds. */
  timeout: z.number().positive().optional(),
  statusMessage: z.string().optional(),
}));
const onFailure = lazy(() => z.enum(['continue', 'block']).optional());

const commandHandler = lazy(() =>
  z.object({
    ...common(),
    type: z.literal('command'),
    command: z.string().min(1),
    /** Present, even empty: no shell, `command` is a program. */
    args: z.array(z.string()).optional(),
    shell: z.enum(['bash', 'powershell']).optional(),
    async: z.boolean().optional(),
    /** Implies `async`; exit code 2 wakes the agent. */
    asyncRewake: z.boolean().optional(),
    onFailure: onFailure(),
  }),
);

const httpHandler = lazy(() =>
  z.object({
    ...common(),
    type: z.literal('http'),
    url: z.string().min(1),
    headers: z.record(z.string(), z.string()).optional(),
    allowedEnvVars: z.array(z.string()).optional(),
    onFailure: onFailure(),
  }),
);

const promptHandler = lazy(() =>
  z.object({
    ...common(),
    type: z.literal('prompt'),
    prompt: z.string().min(1),
    model: z.string().optional(),
    continueOnBlock: z.boolean().optional(),
  }),
);

const mcpToolHandler = lazy(() =>
  z.object({ ...common(), type: z.literal('mcp_tool'), server: z.string(), tool: z.string() }),
);
const agentHandler = lazy(() => z.object({ ...common(), type: z.literal('agent'), prompt: z.string().min(1) }));

/** One handler of a settings file. Unknown keys are dropped without a word: real files carry comments and ids. */
export const handlerSchema = lazy(() =>
  z.discriminatedUnion('type', [commandHandler(), httpHandler(), promptHandler(), mcpToolHandler(), agentHandler()]),
);

export type CommandHook = z.infer<ReturnType<typeof commandHandler>>;
export type HttpHook = z.infer<ReturnType<typeof httpHandler>>;
export type PromptHook = z.infer<ReturnType<typeof promptHandler>>;
export type HookDefinition = z.infer<ReturnType<typeof handlerSchema>>;

/** Whose settings a hook comes from; decides precedence, never who may block. */
export type HookSourceKind = 'managed' | 'local' | 'project' | 'user' | 'plugin';

export interface HookSource {
  readonly kind: HookSourceKind;
  /** For people, e.g. `.claude/settings.json`. */
  readonly label: string;
  /** Absolute path, where there is a file. */
  readonly file?: string;
}

/** One handler as configured. Handlers that can't run are kept, so that lists can say why. */
export interface ConfiguredHook {
  readonly event: HookEventName;
  readonly matcher?: string;
  readonly definition: HookDefinition;
  readonly source: HookSource;
  /** 1-based, in the source's file. */
  readonly line?: number;
  /** Why it never runs, as half a sentence. */
  readonly inactive?: string;
}

/** Short and free of secrets: the command's first line, the URL without its query, or the kind. */
export function hookLabel(hook: ConfiguredHook): string {
  const { definition } = hook;
  switch (definition.type) {
    case 'command':
      return shorten([definition.command, ...(definition.args ?? [])].join(' '));
    case 'http':
      return shorten(definition.url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//'));
    case 'prompt':
    case 'agent':
      return `${definition.type}: ${shorten(definition.prompt)}`;
    case 'mcp_tool':
      return `${definition.server}: ${definition.tool}`;
  }
}

/** The label with its source, for prompts and messages. */
export function hookTitle(hook: ConfiguredHook): string {
  return `${hookLabel(hook)} (${hook.source.label})`;
}

function shorten(text: string): string {
  // Masked before it is cut: half a key no longer looks like one.
  const line = maskSecrets(text.slice(0, 2000)).replace(/\s+/g, ' ').trim();
  // The end of a long path says more than its middle.
  return line.length > 80 ? `${line.slice(0, 30)}…${line.slice(-49)}` : line;
}
