import { messageOf } from '../util/errors.ts';
import { displayPath } from '../workspace/paths.ts';
import { WorkspaceError, type TextFile, type Workspace } from '../workspace/workspace.ts';
import { ToolError } from './tool.ts';

/** Reads a text file for a tool; each failure says what the model can do instead. */
export async function readText(workspace: Workspace, path: string): Promise<TextFile> {
  const file = await workspace.readFile(path).catch((error: unknown) => {
    throw WorkspaceError.is(error) ? new ToolError(`${messageOf(error)}${adviceFor(error)}`, { cause: error }) : error;
  });
  if (!file.isBinary) return file;
  const name = displayPath(path, workspace.roots);
  throw new ToolError(`${name} is a binary file (${file.sizeBytes} bytes). Only text can be read and edited.`);
}

/** As `readText`, but undefined for a file that does not exist yet. */
export async function readTextIfAny(workspace: Workspace, path: string): Promise<TextFile | undefined> {
  if (!(await workspace.exists(path))) return undefined;
  return readText(workspace, path);
}

function adviceFor(error: WorkspaceError): string {
  if (error.reason === 'notFound') return ' Look for it with glob.';
  if (error.reason === 'isFolder') return ' List its files with glob.';
  if (error.reason === 'tooLarge') return ' Look for the part you need with grep, or take it with bash.';
  return '';
}
