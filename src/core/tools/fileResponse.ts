import { structuredPatch } from 'diff';
import { displayPath } from '../workspace/paths.ts';
import { changedLines } from '../util/changedLines.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ToolSubject } from './tool.ts';

/** Comparing two texts is given up after so many milliseconds; the hunks are then left out. */
const DIFF_TIMEOUT_MS = 500;
const context = 3;

/** The hunks between two texts, in the shape that Claude Code's hooks know as `structuredPatch`. */
export function patchHunks(path: string, before: string, after: string): readonly unknown[] {
  const changed = changedLines(before, after, context);
  if (changed === undefined) return [];
  const options = { context, timeout: DIFF_TIMEOUT_MS };
  const hunks = structuredPatch(path, path, changed.before, changed.after, undefined, undefined, options)?.hunks ?? [];
  return hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + changed.skipped,
    newStart: hunk.newStart + changed.skipped,
  }));
}

/** The subject of a tool that works on one file or folder. */
export async function pathSubject(workspace: Workspace, given: string): Promise<ToolSubject> {
  const resolved = await workspace.resolve(given);
  return { title: displayPath(resolved.path, workspace.roots), paths: [resolved] };
}
