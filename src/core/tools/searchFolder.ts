import { displayPath } from '../workspace/paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ToolError, type ToolSubject } from './tool.ts';

/** The subject of a search: its pattern, and where. */
export async function searchSubject(
  workspace: Workspace,
  input: { readonly pattern: string; readonly path?: string | undefined },
): Promise<ToolSubject> {
  if (input.path === undefined) return { title: input.pattern, paths: [] };
  const resolved = await workspace.resolve(input.path);
  return { title: `${input.pattern} in ${displayPath(resolved.path, workspace.roots)}`, paths: [resolved] };
}

/** The absolute path to search in, undefined for the whole workspace. Throws `ToolError` when it is outside or absent. */
export async function searchFolder(workspace: Workspace, given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const { path, isInside } = await workspace.resolve(given);
  if (!isInside) throw new ToolError(`${given} is outside the workspace; this tool searches inside only.`);
  if (!(await workspace.exists(path)))
    throw new ToolError(`${given} does not exist. Leave path out to search everywhere.`);
  return path;
}
