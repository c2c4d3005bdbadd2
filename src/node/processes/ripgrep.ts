import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { FileSearch, FolderSearch, TextSearch } from '../../core/workspace/fileSearch.ts';
import { WorkspaceError, type SearchLine, type SearchResult } from '../../core/workspace/workspace.ts';
import { lazy } from '../../core/util/lazy.ts';

const FOUND_NOTHING = 1;
const FAILED = 2;

const hit = lazy(() => {
  const text = z.union([
    z.object({ text: z.string() }).transform((value) => value.text),
    // What is no UTF-8 comes in base 64.
    z.object({ bytes: z.base64() }).transform((value) => Buffer.from(value.bytes, 'base64').toString('utf8')),
  ]);
  const data = z.object({ path: text, lines: text, line_number: z.number() });
  return z.object({ type: z.enum(['match', 'context']), data });
});

/** ripgrep as a program, whatever its own configuration says. */
export class Ripgrep implements FileSearch {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async listFiles(search: FolderSearch, signal: AbortSignal): Promise<string[]> {
    const child = this.#start(
      ['--files', '--null', ...commonArguments(search), '--', search.path],
      search.root,
      signal,
    );
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    await endOf(child, signal);
    return Buffer.concat(chunks)
      .toString('utf8')
      .split('\0')
      .filter((file) => file !== '');
  }

  async searchText(search: TextSearch, signal: AbortSignal): Promise<SearchResult> {
    const { pattern, path, context, limit, isWanted } = search;
    const enough = new AbortController();
    const stop = AbortSignal.any([signal, enough.signal]);
    const options = ['--json', '--context', String(context), ...commonArguments(search)];
    const child = this.#start([...options, '--regexp', pattern, '--', path], search.root, stop);
    const lines: SearchLine[] = [];
    let matches = 0;
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (json) => {
        // Cut off in the middle of a line once it was told to end.
        if (stop.aborted) return;
        const line = parseLine(json);
        if (line === undefined || !isWanted(line.path)) return;
        if (line.isMatch) matches += 1;
        if (matches > limit) enough.abort();
        else lines.push(line);
      });
    }
    await endOf(child, stop).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!enough.signal.aborted) throw error;
    });
    return { lines: lines.sort(byPlace), isCut: matches > limit };
  }

  #start(args: readonly string[], cwd: string, signal: AbortSignal): ChildProcess {
    signal.throwIfAborted();
    return spawn(this.#file, args, { cwd, signal, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}

function commonArguments({ excludes }: FolderSearch): string[] {
  const globs = ['**/.git', ...excludes].map((glob) => (glob.startsWith('**/') ? glob : `/${glob.replace(/^\//, '')}`));
  // A glob that includes would bring ignored files back, so there are only those that exclude.
  return [
    '--no-config',
    '--hidden',
    '--no-require-git',
    '--color=never',
    ...globs.flatMap((glob) => ['--glob', `!${glob}`]),
  ];
}

/** Throws when ripgrep failed and found nothing; unreadable folders alone are no failure. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<void> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  // Rejects on an abort too.
  const [code] = (await once(child, 'close')) as [number | null];
  signal.throwIfAborted();
  if (code === 0 || code === FOUND_NOTHING) return;
  if (/regex parse error|error parsing glob|not allowed in a regex/.test(errors)) {
    throw new WorkspaceError('badPattern', `The pattern can't be used: ${errors.trim()}`);
  }
  if (code !== FAILED) throw new WorkspaceError('unavailable', `The search failed: ${errors.trim()}`);
}

function parseLine(json: string): SearchLine | undefined {
  const parsed = hit().safeParse(JSON.parse(json));
  if (!parsed.success) return undefined;
  const { type, data } = parsed.data;
  const isMatch = type === 'match';
  return { path: data.path, line: data.line_number, text: data.lines.replace(/\r?\n$/, ''), isMatch };
}

function byPlace(a: SearchLine, b: SearchLine): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1;
}
