import * as z from 'zod';
import { displayPath } from '../workspace/paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { searchFolder, searchSubject } from './searchFolder.ts';
import type { Tool } from './tool.ts';
import { definitionOf, parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

const MAX_MATCHES = 200;

const schema = lazy(() =>
  z.object({
    pattern: z.string().min(1).describe('Such as src/**/*.{ts,tsx}'),
    path: z.string().optional().describe('Folder to search, default: the whole workspace'),
  }),
);

type Input = z.infer<ReturnType<typeof schema>>;

/** Lists the files whose path matches. */
export function createGlobTool({ workspace }: { workspace: Workspace }): Tool<Input> {
  return {
    definition: definitionOf(schema, {
      name: 'glob',
      description:
        'Lists files whose path matches a glob, sorted; ignored files (.gitignore, files.exclude) and anything outside the workspace are left out. ' +
        `To look into files use grep. At most ${MAX_MATCHES}, then narrow the pattern.`,
    }),
    claudeName: 'Glob',
    access: 'read',
    parse: (input) => parseInput(schema(), input),
    subject: (input) => searchSubject(workspace, input),
    async run({ pattern, path }, { signal }) {
      const startedAt = performance.now();
      const folder = await searchFolder(workspace, path);
      const found = await workspace.findFiles(folder === undefined ? { pattern } : { pattern, folder }, signal);
      const all = [...new Set(found.map((file) => displayPath(file, workspace.roots)))].sort();
      const shown = all.slice(0, MAX_MATCHES);
      return {
        text: shown.length === 0 ? '(no matches)' : shown.join('\n') + moreNote(all.length - shown.length),
        response: {
          durationMs: Math.round(performance.now() - startedAt),
          numFiles: shown.length,
          filenames: shown,
          truncated: all.length > shown.length,
        },
        evidence: { kind: 'search', count: all.length },
      };
    },
  };
}

function moreNote(count: number): string {
  return count > 0 ? `\n... (${count} more matches omitted; narrow the pattern)` : '';
}
