import { structuredPatch } from 'diff';
import { displayPath } from '../workspace/paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ToolSubject } from './tool.ts';

/** Comparing two texts is given up after so many milliseconds; the hunks are then left out. */
const DIFF_TIMEOUT_MS = 500;

/** The hunks between two texts, in the shape that Claude Code's hooks know as `structuredPatch`. */
export function patchHunks(path: string, before: string, after: string): readonly unknown[] {
  const options = { context: 3, timeout: DIFF_TIMEOUT_MS };
  return structuredPatch(path, path, before, after, undefined, undefined, options)?.hunks ?? [];
}

/** The subject of a tool that works on one file or folder. */
export async function pathSubject(workspace: Workspace, given: string): Promise<ToolSubject> {
  const resolved = await workspace.resolve(given);
  return { title: displayPath(resolved.path, workspace.roots), paths: [resolved] };
}
