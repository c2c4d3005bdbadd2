import * as z from 'zod';
import { displayPath } from '../workspace/paths.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { capLine } from './capText.ts';
import type { FileStamps } from './fileStamps.ts';
import { pathSubject } from './fileResponse.ts';
import { readText } from './readText.ts';
import { ToolError, type Tool } from './tool.ts';
import { definitionOf, filePath, parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

const MAX_LINES = 2000;
const MAX_LINE_CHARACTERS = 2000;
const MAX_CHARACTERS = 50_000;

const schema = lazy(() =>
  z.object({
    file_path: filePath(),
    offset: z.int().min(1).optional().describe('First line, from 1'),
    limit: z.int().min(0).optional().describe('Lines; 0 or none: as many as fit'),
  }),
);

type Input = z.infer<ReturnType<typeof schema>>;

/** Reads a text file with line numbers, unsaved editor text included. */
export function createReadFileTool(ports: { workspace: Workspace; stamps: FileStamps }): Tool<Input> {
  const { workspace, stamps } = ports;
  return {
    definition: definitionOf(schema, {
      name: 'read_file',
      description:
        `Reads a text file as the editor has it, unsaved changes included. Lines come as number, tab, text. At most ${MAX_LINES} lines or ` +
        `${MAX_CHARACTERS} characters; the result then names the offset to go on with. Read a file before you edit it. Not for folders (glob) or binary files.`,
    }),
    claudeName: 'Read',
    access: 'read',
    parse: (input) => parseInput(schema(), input),
    subject: (input) => pathSubject(workspace, input.file_path),
    async run(input) {
      const { path } = await workspace.resolve(input.file_path);
      const file = await readText(workspace, path);
      stamps.noteRead(path, file.stamp);
      const lines = splitLines(file.text);
      const page = takePage(lines, input, displayPath(path, workspace.roots));
      const content = page.join('\n');
      const startLine = input.offset ?? 1;
      return {
        text: numbered(page, startLine) + moreNote(startLine + page.length, lines.length),
        response: {
          type: 'text',
          file: { filePath: path, content, numLines: page.length, startLine, totalLines: lines.length },
        },
        evidence: { kind: 'read', path },
      };
    },
  };
}

/** A line end at the end of the file doesn't begin another line. */
function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function takePage(lines: readonly string[], { offset = 1, limit = 0 }: Input, name: string): string[] {
  if (offset > Math.max(1, lines.length)) throw new ToolError(`${name} has only ${lines.length} lines.`);
  const last = offset - 1 + Math.min(limit === 0 ? MAX_LINES : limit, MAX_LINES);
  const page: string[] = [];
  let characters = 0;
  for (const line of lines.slice(offset - 1, last)) {
    const shown = capLine(line, MAX_LINE_CHARACTERS);
    characters += shown.length + 1;
    if (characters > MAX_CHARACTERS && page.length > 0) break;
    page.push(shown);
  }
  return page;
}

function numbered(lines: readonly string[], start: number): string {
  if (lines.length === 0) return '(empty file)';
  return lines.map((line, index) => `${start + index}\t${line}`).join('\n');
}

function moreNote(next: number, total: number): string {
  const left = total - next + 1;
  return left > 0 ? `\n... (${left} more lines)\nGo on with offset ${next}.` : '';
}
