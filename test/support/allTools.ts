import { FakeShell } from './fakeShell.ts';
import { FileStamps } from '../../src/core/tools/fileStamps.ts';
import { MemoryWorkspace } from './memoryWorkspace.ts';
import { createBashTool } from '../../src/core/tools/bash.ts';
import { createEditFileTool } from '../../src/core/tools/editFile.ts';
import { createGlobTool } from '../../src/core/tools/glob.ts';
import { createGrepTool } from '../../src/core/tools/grep.ts';
import { createReadFileTool } from '../../src/core/tools/readFile.ts';
import { createTodoWriteTool } from '../../src/core/tools/todoWrite.ts';
import { createWriteFileTool } from '../../src/core/tools/writeFile.ts';
import type { Tool } from '../../src/core/tools/tool.ts';
import { TodoManager } from '../../src/core/todos/todoManager.ts';

/** Every tool of the product, over a workspace in memory. */
export function allTools(): Tool[] {
  const workspace = new MemoryWorkspace();
  const ports = {
    workspace,
    stamps: new FileStamps(workspace),
    shell: new FakeShell(),
    outputs: { save: () => Promise.resolve('') },
    defaultTimeoutMs: () => 120_000,
    todos: new TodoManager(),
  };
  const makers = [
    createTodoWriteTool,
    createGrepTool,
    createGlobTool,
    createEditFileTool,
    createWriteFileTool,
    createReadFileTool,
    createBashTool,
  ];
  return makers.map((make) => make(ports) as Tool); // each tool gets only what its own parse returned
}
