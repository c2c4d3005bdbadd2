import * as z from 'zod';
import { displayPath } from '../workspace/paths.ts';
import type { SearchLine, Workspace } from '../workspace/workspace.ts';
import { capLine } from './capText.ts';
import { searchFolder, searchSubject } from './searchFolder.ts';
import type { Tool } from './tool.ts';
import { definitionOf, parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

const DEFAULT_HEAD_LIMIT = 200;
const MAX_LINE_CHARACTERS = 500;
/** Matching lines after which a search ends, whatever the mode. */
const MAX_MATCHES = 10_000;

const schema = lazy(() =>
  z.object({
    pattern: z.string().min(1).describe('ripgrep regular expression; (?i) ignores case'),
    path: z.string().optional().describe('File or folder, default: the whole workspace'),
    glob: z.string().optional().describe('Only these files, such as *.ts'),
    output_mode: z.enum(['files_with_matches', 'content', 'count']).optional().describe('Default files_with_matches'),
    context: z.int().min(0).max(50).optional().describe('With content: lines around a match'),
    head_limit: z.int().min(1).optional().describe(`Output lines, default ${DEFAULT_HEAD_LIMIT}`),
  }),
);

type Input = z.infer<ReturnType<typeof schema>>;

export interface GrepPorts {
  readonly workspace: Workspace;
  /** Files whose text is not shown unless `path` names the file itself; gets absolute paths. */
  readonly isSecret?: (path: string) => boolean;
}

/** Searches file contents. Only for workspaces with a local disk. */
export function createGrepTool({ workspace, isSecret = () => false }: GrepPorts): Tool<Input> {
  return {
    definition: definitionOf(schema, {
      name: 'grep',
      description:
        'Searches the text of files (saved text, ignored files left out) line by line. files_with_matches lists paths, content shows path:line:text, count shows path:matches. ' +
        'For file names use glob. Long output is cut and says so: narrow the pattern.',
    }),
    claudeName: 'Grep',
    access: 'read',
    parse: (input) => parseInput(schema(), input),
    subject: (input) => searchSubject(workspace, input),
    async run(input, { signal }) {
      const path = await searchFolder(workspace, input.path);
      const { pattern, glob, output_mode: mode = 'files_with_matches' } = input;
      const query = {
        pattern,
        ...(path === undefined ? {} : { path }),
        ...(glob === undefined ? {} : { glob }),
        context: mode === 'content' ? (input.context ?? 0) : 0,
        limit: MAX_MATCHES,
      };
      const result = await workspace.search(query, signal);
      const lines = result.lines.filter((line) => line.path === path || !isSecret(line.path));
      const show = (file: string): string => displayPath(file, workspace.roots);
      const rows = rowsOf(mode, lines, show);
      const shown = rows.slice(0, input.head_limit ?? DEFAULT_HEAD_LIMIT);
      const notes = [
        ...(rows.length > shown.length ? [`... (${rows.length - shown.length} more lines; narrow the search)`] : []),
        ...(result.isCut ? [`... (search ended after ${MAX_MATCHES} matches)`] : []),
        ...(lines.length < result.lines.length ? ['... (matches in files with secrets are not shown)'] : []),
      ];
      const filenames = [...new Set(lines.map((line) => show(line.path)))];
      return {
        text: [...(shown.length === 0 ? ['(no matches)'] : shown), ...notes].join('\n'),
        response: {
          mode,
          numFiles: filenames.length,
          filenames,
          ...(mode === 'content' ? { content: shown.join('\n'), numLines: shown.length } : {}),
        },
        evidence: { kind: 'search', count: lines.filter((line) => line.isMatch).length },
      };
    },
  };
}

function rowsOf(
  mode: NonNullable<Input['output_mode']>,
  lines: readonly SearchLine[],
  show: (path: string) => string,
): string[] {
  if (mode === 'content') return contentRows(lines, show);
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line.path, (counts.get(line.path) ?? 0) + 1);
  return [...counts].map(([path, count]) => (mode === 'count' ? `${show(path)}:${count}` : show(path)));
}

/** As grep prints them: `:` for a match, `-` for its context, `--` between places that don't touch. */
function contentRows(lines: readonly SearchLine[], show: (path: string) => string): string[] {
  const hasContext = lines.some((line) => !line.isMatch);
  return lines.flatMap((line, index) => {
    const previous = lines[index - 1];
    const isApart = previous !== undefined && (previous.path !== line.path || previous.line + 1 < line.line);
    const mark = line.isMatch ? ':' : '-';
    const row = `${show(line.path)}${mark}${line.line}${mark}${capLine(line.text, MAX_LINE_CHARACTERS)}`;
    return hasContext && isApart ? ['--', row] : [row];
  });
}
