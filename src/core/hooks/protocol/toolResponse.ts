import * as z from 'zod';
import { lazy } from '../../util/lazy.ts';

const counted = lazy(() => z.object({ numFiles: z.number(), filenames: z.array(z.string()) }));

/** The structured output of each tool at the hook boundary, as far as a replacement must have it. */
const shapes = lazy((): Readonly<Record<string, z.ZodType>> => ({
  Bash: z.object({ stdout: z.string(), stderr: z.string(), interrupted: z.boolean(), isImage: z.boolean() }),
  Read: z.object({
    type: z.literal('text'),
    file: z.object({
      filePath: z.string(),
      content: z.string(),
      numLines: z.number(),
      startLine: z.number(),
      totalLines: z.number(),
    }),
  }),
  Write: z.object({ filePath: z.string(), content: z.string() }),
  Edit: z.object({ filePath: z.string(), oldString: z.string(), newString: z.string() }),
  Glob: counted(),
  Grep: counted().extend({ mode: z.string(), content: z.string().optional() }),
  TodoWrite: z.object({ oldTodos: z.array(z.unknown()), newTodos: z.array(z.unknown()) }),
}));

type BashResponse = { stdout: string; stderr: string };
type ReadResponse = { file: { content: string; startLine: number } };
type FilesResponse = { filenames: string[]; content?: string };

/** What hooks see as `tool_response`: the tool's own structured result, else the least that fits. */
export function toolResponse(claudeName: string, output: string, response: unknown): unknown {
  if (response !== undefined) return response;
  if (claudeName === 'Bash') return { stdout: output, stderr: '', interrupted: false, isImage: false };
  return { type: 'text', text: output };
}

/**
 * The text that the model reads in place of the tool's, made from a hook's replacement; undefined when it does not have the shape
 * of the tool's output.
 */
export function renderReplacement(claudeName: string, replacement: unknown): string | undefined {
  const shape = Object.hasOwn(shapes(), claudeName) ? shapes()[claudeName] : undefined;
  if (shape === undefined) return typeof replacement === 'string' ? replacement : JSON.stringify(replacement);
  const parsed = shape.safeParse(replacement);
  return parsed.success ? render(claudeName, parsed.data) : undefined;
}

function render(claudeName: string, value: unknown): string {
  // The schema of that tool has just been applied.
  switch (claudeName) {
    case 'Bash': {
      const { stdout, stderr } = value as BashResponse;
      return [stdout, stderr].filter((text) => text !== '').join('\n') || '(no output)';
    }
    case 'Read': {
      const { content, startLine } = (value as ReadResponse).file;
      return content
        .split('\n')
        .map((line, index) => `${String(startLine + index).padStart(6)}\t${line}`)
        .join('\n');
    }
    case 'Glob':
    case 'Grep': {
      const { filenames, content } = value as FilesResponse;
      return content ?? (filenames.join('\n') || '(no matches)');
    }
    default:
      return JSON.stringify(value);
  }
}
