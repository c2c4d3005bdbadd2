import type { Effort } from '../model/effort.ts';

/** The tools of the product in the one order in which they are offered (a fixed order keeps the prompt cache warm). */
export const toolNames = ['bash', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'todo_write'] as const;

export type ToolName = (typeof toolNames)[number];

/** Who answers: the Messages API at `baseUrl`, or a model that VS Code offers, which needs neither address nor key. */
export const providers = ['anthropic', 'vscode-lm'] as const;

export type Provider = (typeof providers)[number];

export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'bypassPermissions';

/** All settings in force, checked. Holds no secret, so that it may be logged. */
export interface AgentSettings {
  readonly provider: Provider;
  /** http or https, without a trailing slash; requests go to `/v1/messages` below it. */
  readonly baseUrl: string;
  readonly model: string;
  /** `default`: as the model does by itself. */
  readonly effort: Effort | 'default';
  /** Most tokens of one model answer. */
  readonly maxTokens: number;
  /** Tokens that a conversation may come to before room is made; 0 = what the model takes. */
  readonly contextTokens: number;
  /** Seconds without a sign of the model after which the person is told. */
  readonly stallSeconds: number;
  /** Rounds without todo_write after which the model is reminded; 0 = never, `auto` = 3, less for longer plans. */
  readonly nagThreshold: number | 'auto';
  /** The reminder's text, not blank, kept as it was written. */
  readonly nagMessage: string;
  /** False: a todo_write doesn't set the counter back, only a reminder does. */
  readonly resetOnTodoWrite: boolean;
  /** Whether todo_write is offered: true exactly when `tools` holds it. */
  readonly enableTodoWrite: boolean;
  /** False: todo_write takes only what its schema says. */
  readonly normalizeTodos: boolean;
  /** Whether each accepted list is also written to the log. */
  readonly printToConsole: boolean;
  /** The tools that are offered and run, in the order of `toolNames`. */
  readonly tools: readonly ToolName[];
  /** Model answers of one run after which it pauses and asks whether to go on. */
  readonly maxRounds: number;
  /** US dollars and tokens of one task after which it pauses and asks; 0 = no limit. */
  readonly maxCostUsd: number;
  readonly maxTokensPerTask: number;
  /** Whether calls that get nowhere pause the run. */
  readonly loopGuard: boolean;
  /** Milliseconds a command may take when the call names no timeout. */
  readonly bashTimeoutMs: number;
  readonly permissionMode: PermissionMode;
  /** Commands that are refused beside the built-in ones: a program and words that follow it, `*` for any text. */
  readonly denyCommands: readonly string[];
  /** Commands that are asked for even when they were allowed, written alike. */
  readonly askCommands: readonly string[];
}

export const defaultSettings: AgentSettings = {
  provider: 'anthropic',
  baseUrl: 'https://api.anthropic.com',
  model: 'claude-sonnet-5-5',
  effort: 'default',
  maxTokens: 8000,
  contextTokens: 0,
  stallSeconds: 60,
  nagThreshold: 3,
  nagMessage: '<reminder>Update your todos.</reminder>',
  resetOnTodoWrite: true,
  enableTodoWrite: true,
  normalizeTodos: true,
  printToConsole: true,
  tools: toolNames,
  maxRounds: 50,
  maxCostUsd: 0,
  maxTokensPerTask: 0,
  loopGuard: true,
  bashTimeoutMs: 120_000,
  permissionMode: 'default',
  denyCommands: [],
  askCommands: [],
};
