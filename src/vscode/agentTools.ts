import { isSecretPath } from '../core/permissions/rules/protectedPaths.ts';
import type { TodoManager } from '../core/todos/todoManager.ts';
import { createBashTool, type OutputStore } from '../core/tools/bash.ts';
import { createEditFileTool } from '../core/tools/editFile.ts';
import type { FileStamps } from '../core/tools/fileStamps.ts';
import { createGlobTool } from '../core/tools/glob.ts';
import { createGrepTool } from '../core/tools/grep.ts';
import { createReadFileTool } from '../core/tools/readFile.ts';
import { createTodoWriteTool } from '../core/tools/todoWrite.ts';
import { ToolRegistry } from '../core/tools/toolRegistry.ts';
import { createWriteFileTool } from '../core/tools/writeFile.ts';
import type { Shell } from '../core/workspace/shell.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

export interface AgentToolsPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly outputs: OutputStore;
}

/** All tools, whatever the settings offer of them. */
export function createTools(
  { workspace, shell, outputs }: AgentToolsPorts,
  todos: TodoManager,
  stamps: FileStamps,
  bashTimeoutMs: () => number,
): ToolRegistry {
  const files = { workspace, stamps };
  const tools = new ToolRegistry();
  tools.register(createBashTool({ shell, workspace, outputs, defaultTimeoutMs: bashTimeoutMs }));
  tools.register(createReadFileTool(files));
  tools.register(createWriteFileTool(files));
  tools.register(createEditFileTool(files));
  tools.register(createGlobTool(files));
  tools.register(createGrepTool({ workspace, isSecret: isSecretPath }));
  tools.register(createTodoWriteTool({ todos }));
  return tools;
}
