/** One tool at the boundary to hook scripts and permission rules, where Claude Code's names are spoken. */
interface BoundaryTool {
  /** Our own name, where we have such a tool. */
  readonly native?: string;
  /** Earlier Claude names: they still match, in lists and in regular expressions. */
  readonly former?: readonly string[];
  /** Names that a list may use; never tested by a regular expression. */
  readonly listed?: readonly string[];
}

const boundaryTools: Readonly<Record<string, BoundaryTool>> = {
  Bash: { native: 'bash' },
  Read: { native: 'read_file' },
  Write: { native: 'write_file' },
  Edit: { native: 'edit_file', listed: ['MultiEdit'] },
  Glob: { native: 'glob' },
  Grep: { native: 'grep' },
  TodoWrite: { native: 'todo_write' },
  WebFetch: { native: 'web_fetch' },
  WebSearch: { native: 'web_search' },
  Agent: { native: 'task', former: ['Task'] },
  AskUserQuestion: { native: 'ask_user' },
  ExitPlanMode: { native: 'exit_plan' },
  NotebookEdit: { native: 'notebook_edit' },
  PowerShell: {},
  Skill: {},
  BashOutput: {},
  KillShell: {},
  SlashCommand: {},
};

/** Published Claude names, for hints about matchers that can match nothing. */
export const knownToolNames: readonly string[] = Object.keys(boundaryTools);

/** All spellings under which a matcher or rule may mean one tool. */
export interface ToolNames {
  /** The name that hooks see. */
  readonly claude: string;
  readonly former: readonly string[];
  /** Names that only an exact comparison accepts: a negative regular expression must not match through them. */
  readonly exactOnly: readonly string[];
}

/** `native` is for tools that the table doesn't know. */
export function toolNames(claude: string, native?: string): ToolNames {
  const tool = entryOf(claude);
  const exactOnly = [tool?.native ?? native, ...(tool?.listed ?? [])].filter((name) => name !== undefined);
  return { claude, former: tool?.former ?? [], exactOnly };
}

/**
 * The Claude name for any accepted spelling (ours, Claude's, a former one, other case). A tool without a Claude twin gets its own
 * name in CamelCase; MCP names and text that is no plain name stay as they are.
 */
export function claudeNameOf(name: string): string {
  const lower = name.toLowerCase();
  for (const [claude, tool] of Object.entries(boundaryTools)) {
    const spellings = [claude, tool.native, ...(tool.former ?? []), ...(tool.listed ?? [])];
    if (spellings.some((spelling) => spelling?.toLowerCase() === lower)) return claude;
  }
  if (name.startsWith('mcp__') || !/^[a-z][a-z0-9_]*$/.test(name)) return name;
  return name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function entryOf(claude: string): BoundaryTool | undefined {
  return Object.hasOwn(boundaryTools, claude) ? boundaryTools[claude] : undefined;
}
