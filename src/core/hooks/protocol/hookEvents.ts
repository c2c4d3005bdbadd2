/** What the contract says about one event, as data: parsing, matching, decoding and firing all read this table. */
interface EventFacts {
  /** False: accepted in configuration and listed as not fired here. */
  readonly isFired: boolean;
  /** The input field that matchers are compared with; without one, matchers are ignored. */
  readonly matchOn?: string;
  /** The values that field can have, where they are a closed set. */
  readonly values?: readonly string[];
  /** `command` and `mcp_tool` always; `http` unless "local"; `prompt` and `agent` only with "all". */
  readonly types: 'all' | 'noModel' | 'local';
  /** Handlers with `if` run on tool events only. */
  readonly takesIf?: true;
  /** The input carries `permission_mode`. */
  readonly hasMode?: true;
  /** Plain text on stdout goes to the model. */
  readonly textIsContext?: true;
  /** Exit code 2: stops what the event announces (or, after the fact, tells the model), tells the person, or nothing. */
  readonly exit2: 'block' | 'notice' | 'ignore';
  /** `decision: "block"` at the top level means something. */
  readonly takesDecision?: true;
  /** `continue: false` ends the turn. */
  readonly canStop?: true;
}

const toolEvent = { isFired: true, matchOn: 'tool_name', types: 'all', takesIf: true, hasMode: true } as const;
const notHere = { isFired: false, types: 'noModel', exit2: 'ignore' } as const;
const triggers = ['manual', 'auto'] as const;

const table = {
  SessionStart: {
    isFired: true,
    matchOn: 'source',
    values: ['startup', 'resume', 'clear', 'compact', 'fork'],
    types: 'local',
    textIsContext: true,
    exit2: 'notice',
  },
  UserPromptSubmit: {
    isFired: true,
    types: 'all',
    hasMode: true,
    textIsContext: true,
    exit2: 'block',
    takesDecision: true,
    canStop: true,
  },
  PreToolUse: { ...toolEvent, exit2: 'block', takesDecision: true, canStop: true },
  PermissionRequest: { ...toolEvent, exit2: 'ignore', canStop: true },
  PostToolUse: { ...toolEvent, exit2: 'block', takesDecision: true, canStop: true },
  PostToolUseFailure: { ...toolEvent, exit2: 'block', canStop: true },
  PostToolBatch: { ...notHere, types: 'all', takesDecision: true },
  Notification: {
    isFired: true,
    matchOn: 'notification_type',
    types: 'noModel',
    exit2: 'ignore',
  },
  Stop: { isFired: true, types: 'all', hasMode: true, exit2: 'block', takesDecision: true, canStop: true },
  StopFailure: { isFired: true, matchOn: 'error', types: 'noModel', exit2: 'ignore' },
  PreCompact: {
    isFired: true,
    matchOn: 'trigger',
    values: triggers,
    types: 'noModel',
    exit2: 'block',
    takesDecision: true,
  },
  PostCompact: { isFired: true, matchOn: 'trigger', values: triggers, types: 'noModel', exit2: 'notice' },
  SessionEnd: {
    isFired: true,
    matchOn: 'reason',
    values: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other'],
    types: 'noModel',
    exit2: 'notice',
  },
  SubagentStart: { ...notHere, matchOn: 'agent_type' },
  SubagentStop: { ...notHere, matchOn: 'agent_type', types: 'all', takesDecision: true },
  UserPromptExpansion: { ...notHere, matchOn: 'command_name', types: 'all' },
  InstructionsLoaded: { ...notHere, matchOn: 'load_reason' },
  ConfigChange: { ...notHere, matchOn: 'source' },
  CwdChanged: notHere,
  FileChanged: { ...notHere, matchOn: 'file_path' },
  DirectoryAdded: { ...notHere, matchOn: 'source' },
  PermissionDenied: { ...notHere, matchOn: 'tool_name', types: 'all', takesIf: true },
  Setup: { ...notHere, matchOn: 'trigger', types: 'local' },
  TaskCreated: { ...notHere, types: 'all' },
  TaskCompleted: { ...notHere, types: 'all' },
  TeammateIdle: { ...notHere, types: 'all' },
  WorktreeCreate: notHere,
  WorktreeRemove: notHere,
  Elicitation: { ...notHere, matchOn: 'mcp_server_name' },
  ElicitationResult: { ...notHere, matchOn: 'mcp_server_name' },
  MessageDisplay: notHere,
  PreModelSwitch: notHere,
  PostModelSwitch: notHere,
  PreSkillShellCommand: { ...notHere, matchOn: 'tool_name' },
} as const satisfies Readonly<Record<string, EventFacts>>;

export type HookEventName = keyof typeof table;

export function eventFacts(event: HookEventName): EventFacts {
  return table[event];
}

export function isHookEventName(name: string): name is HookEventName {
  return Object.hasOwn(table, name);
}

// Object.keys of our own literal holds exactly its keys.
export const hookEventNames = Object.keys(table) as readonly HookEventName[];

interface ToolFields {
  readonly tool_name: string;
  readonly tool_input: unknown;
}

/** The fields of each fired event beside the common ones, in the wire's words. */
export interface HookFields {
  SessionStart: {
    readonly source: 'startup' | 'resume' | 'clear' | 'compact' | 'fork';
    readonly model?: string;
    readonly session_title?: string;
  };
  UserPromptSubmit: { readonly prompt: string };
  PreToolUse: ToolFields & { readonly tool_use_id: string };
  PermissionRequest: ToolFields & { readonly permission_suggestions?: readonly unknown[] };
  PostToolUse: ToolFields & {
    readonly tool_use_id: string;
    readonly tool_response: unknown;
    readonly duration_ms?: number;
  };
  PostToolUseFailure: ToolFields & {
    readonly tool_use_id: string;
    readonly error: string;
    readonly is_interrupt?: boolean;
    readonly duration_ms?: number;
  };
  Notification: { readonly message: string; readonly title?: string; readonly notification_type: string };
  Stop: { readonly stop_hook_active: boolean; readonly last_assistant_message?: string };
  StopFailure: { readonly error: string; readonly error_details?: string; readonly last_assistant_message?: string };
  PreCompact: { readonly trigger: 'manual' | 'auto'; readonly custom_instructions: string };
  PostCompact: { readonly trigger: 'manual' | 'auto'; readonly compact_summary: string };
  SessionEnd: { readonly reason: 'clear' | 'resume' | 'logout' | 'prompt_input_exit' | 'other' };
}

export type FiredEvent = keyof HookFields;
