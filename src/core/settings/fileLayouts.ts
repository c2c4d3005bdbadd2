import type { FieldName } from './fields.ts';

/** What may stand at a key of a configuration file. */
export type Layout =
  | { readonly kind: 'field'; readonly name: FieldName }
  /** Handed on as it is, to be read by those whose schema it is. */
  | { readonly kind: 'raw' }
  | SectionLayout;

export interface SectionLayout {
  readonly kind: 'section';
  /** Whether a section of a wrong shape stops the run. */
  readonly stopsRun: boolean;
  /** A map, so that `constructor` is an unknown key like any other. */
  readonly entries: ReadonlyMap<string, Layout>;
  /** For names that belong to the other file: what is right here. */
  readonly hints: ReadonlyMap<string, string>;
}

function section(stopsRun: boolean, entries: Readonly<Record<string, Layout>>, hints = {}): SectionLayout {
  return {
    kind: 'section',
    stopsRun,
    entries: new Map(Object.entries(entries)),
    hints: new Map(Object.entries<string>(hints)),
  };
}

function field(name: FieldName): Layout {
  return { kind: 'field', name };
}

const raw: Layout = { kind: 'raw' };

const tools = section(true, {
  enabled: field('tools'),
  todo_write: section(true, {
    enabled: field('enableTodoWrite'),
    normalize: field('normalizeTodos'),
    print_to_console: field('printToConsole'),
  }),
});

/** `.agent/settings.json`; `permissions` and `hooks` are in Claude Code's schema. */
export const settingsJsonLayout = section(
  true,
  {
    $schema: raw,
    env: section(true, {
      ANTHROPIC_BASE_URL: field('baseUrl'),
      ANTHROPIC_API_KEY: field('apiKey'),
      ANTHROPIC_AUTH_TOKEN: field('authToken'),
      ANTHROPIC_MODEL: field('model'),
    }),
    agent: section(false, {
      max_tokens: field('maxTokens'),
      nag_threshold: field('nagThreshold'),
      nag_message: field('nagMessage'),
      enable_todo_write: field('enableTodoWrite'),
      reset_on_todo_write: field('resetOnTodoWrite'),
      normalize: field('normalizeTodos'),
      print_to_console: field('printToConsole'),
    }),
    tools,
    permissions: raw,
    hooks: raw,
  },
  { agent_loop: 'agent', api: 'env' },
);

/** `.agent/config.toml`. */
export const configTomlLayout = section(
  true,
  {
    api: section(true, {
      base_url: field('baseUrl'),
      api_key: field('apiKey'),
      auth_token: field('authToken'),
      model: field('model'),
      max_tokens: field('maxTokens'),
    }),
    agent_loop: section(false, {
      nag_threshold: field('nagThreshold'),
      nag_message: field('nagMessage'),
      reset_on_todo_write: field('resetOnTodoWrite'),
    }),
    tools,
  },
  { agent: 'agent_loop', env: 'api' },
);

/** VS Code's settings below `agent.`. */
export const editorFields: ReadonlyMap<string, FieldName> = new Map<string, FieldName>([
  ['provider', 'provider'],
  ['baseUrl', 'baseUrl'],
  ['model', 'model'],
  ['effort', 'effort'],
  ['maxTokens', 'maxTokens'],
  ['contextTokens', 'contextTokens'],
  ['stallSeconds', 'stallSeconds'],
  ['nagThreshold', 'nagThreshold'],
  ['nagMessage', 'nagMessage'],
  ['resetOnTodoWrite', 'resetOnTodoWrite'],
  ['enableTodoWrite', 'enableTodoWrite'],
  ['normalizeTodos', 'normalizeTodos'],
  ['printToConsole', 'printToConsole'],
  ['tools.enabled', 'tools'],
  ['maxRounds', 'maxRounds'],
  ['maxCostUsd', 'maxCostUsd'],
  ['maxTokensPerTask', 'maxTokensPerTask'],
  ['loopGuard', 'loopGuard'],
  ['bash.timeout', 'bashTimeoutMs'],
  ['permissions.mode', 'permissionMode'],
  ['permissions.denyCommands', 'denyCommands'],
  ['permissions.askCommands', 'askCommands'],
]);

/** Environment variables; of two names for one field the first that is set counts. */
export const environmentFields: readonly (readonly [variable: string, name: FieldName])[] = [
  ['ANTHROPIC_BASE_URL', 'baseUrl'],
  ['ANTHROPIC_API_KEY', 'apiKey'],
  ['ANTHROPIC_AUTH_TOKEN', 'authToken'],
  ['ANTHROPIC_MODEL', 'model'],
  ['MODEL_ID', 'model'],
];
