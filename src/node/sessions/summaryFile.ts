import { open, readFile, type FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { readLine } from '../../core/session/journal/journalSchema.ts';
import { emptySummary, summarise, type SessionSummary } from '../../core/session/journal/sessionSummary.ts';
import { replaceFileSync } from '../atomicFile.ts';
import { lazy } from '../../core/util/lazy.ts';

/** A summary and how many bytes of the journal it covers. */
export interface CoveredSummary {
  readonly bytes: number;
  readonly summary: SessionSummary;
}

const schema = lazy(() =>
  z.object({
    bytes: z.int().nonnegative(),
    summary: z.object({
      sessionId: z.string(),
      title: z.string().exactOptional(),
      prompt: z.string(),
      createdAt: z.number(),
      updatedAt: z.number(),
      outcome: z.enum(['completed', 'cancelled', 'blocked', 'limit', 'failed', 'open']).exactOptional(),
      runs: z.number(),
      rounds: z.number(),
      todos: z.object({ completed: z.number(), total: z.number() }),
      changes: z.number(),
    }),
  }),
);

/** More than this behind the summary is worth writing a new one, so that it is read once only. Bytes. */
const worthWriting = 64 * 1024;

/** Never throws: the file only saves reading the journal. */
export function writeSummary(file: string, covered: CoveredSummary): void {
  try {
    replaceFileSync(file, JSON.stringify(covered));
  } catch {
    // The journal has it all.
  }
}

/** Reads what the summary file doesn't cover; all of the journal where there is none or it doesn't fit. */
export async function currentSummary(
  sessionId: string,
  files: { readonly journal: string; readonly summary: string },
): Promise<SessionSummary> {
  const handle = await open(files.journal, 'r');
  try {
    const { size, birthtimeMs } = await handle.stat();
    const kept = await readSummary(files.summary);
    const isFit = kept !== undefined && kept.bytes <= size && kept.summary.sessionId === sessionId;
    const start = isFit ? kept : { bytes: 0, summary: emptySummary({ sessionId, createdAt: birthtimeMs }) };
    const next = await readOn(handle, start, size);
    if (next.bytes - start.bytes > worthWriting) writeSummary(files.summary, next);
    return next.summary;
  } finally {
    await handle.close();
  }
}

async function readSummary(file: string): Promise<CoveredSummary | undefined> {
  try {
    return schema().safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Up to the last whole line: another window may be writing. */
async function readOn(handle: FileHandle, { bytes, summary }: CoveredSummary, size: number): Promise<CoveredSummary> {
  const buffer = Buffer.alloc(size - bytes);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes);
  const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
  let next = summary;
  for (const text of buffer.toString('utf8', 0, end).split('\n')) {
    if (text === '') continue;
    const line = readLine(text);
    if (line.kind === 'entry') next = summarise(next, line.entry);
    if (line.kind === 'header') {
      const { createdAt } = line.header;
      next = { ...next, createdAt, updatedAt: createdAt };
    }
  }
  return { bytes: bytes + end, summary: next };
}
