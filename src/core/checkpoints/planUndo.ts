import type { FoundFile, StoredFile } from '../workspace/fileBytes.ts';
import { bytesOfText, isBinary, isSameBytes, textOfBytes } from './byteText.ts';
import { isSameState, type ChangeRecord, type FileState } from './changeRecord.ts';
import { mergeLines } from './mergeLines.ts';

/** A file as it is now; `file` is undefined where nothing is. */
export type FilePlace =
  { readonly kind: 'found'; readonly file: FoundFile | undefined } | { readonly kind: 'closed'; readonly why: Closed };

/**
 * Why nothing may be written there: `git`, the repository's own files; `outside` of the workspace; `linkMoved`, the path
 * leads elsewhere than when it was written; `unsaved`, an editor has text that is not saved; `unreadable`.
 */
export type Closed = 'git' | 'outside' | 'linkMoved' | 'unsaved' | 'unreadable';

export interface UndoInput {
  /** The changes to take back, oldest first; see `activeChanges`. */
  readonly wanted: readonly ChangeRecord[];
  /** By `realPath`. */
  readonly now: ReadonlyMap<string, FilePlace>;
  /** The kept bytes, by hash; what is missing is gone. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** What is to happen to one file. */
export type FilePlan = { readonly path: string; readonly realPath: string; readonly undoes: readonly string[] } & (
  | { readonly kind: 'asBefore' }
  /** `isMerged`: later changes by others stay in it. `expected` is what it must still be when it is written. */
  | { readonly kind: 'restore'; readonly file: StoredFile; readonly expected: StoredFile; readonly isMerged: boolean }
  | { readonly kind: 'recreate'; readonly file: StoredFile }
  | { readonly kind: 'delete'; readonly expected: StoredFile }
  | FileConflict
  | { readonly kind: 'refused'; readonly why: Closed | 'notKept' }
);

/**
 * Only the person can decide: to take the change from `base` to `theirs` back into `ours`, the file as it is. Undefined
 * is a file that is not there; `base` is also undefined when the write was cut off.
 */
export interface FileConflict {
  readonly kind: 'conflict';
  readonly base: StoredFile | undefined;
  readonly ours: StoredFile | undefined;
  readonly theirs: StoredFile | undefined;
}

/** Changes that followed each other without anybody in between, as one. */
interface Step {
  readonly before: FileState;
  readonly after: FileState;
}

type Content = StoredFile | undefined;

/** One step taken back: the new content, or why not. */
type Back =
  | { readonly kind: 'content'; readonly content: Content; readonly isMerged: boolean }
  | FileConflict
  | { readonly kind: 'refused'; readonly why: 'notKept' };

/**
 * Takes changes back, newest first, each out of the file as it is now: what others changed since stays. Pure: says what
 * is to happen to each file, one plan for each, in the order of their first change.
 */
export function planUndo({ wanted, now, blobs }: UndoInput): readonly FilePlan[] {
  const realPaths = new Set(wanted.map(({ realPath }) => realPath));
  return [...realPaths].map((realPath) => {
    const records = wanted.filter((record) => record.realPath === realPath);
    const path = records.at(-1)?.path ?? realPath;
    const common = { path, realPath, undoes: records.map(({ id }) => id) };
    const place = now.get(realPath) ?? { kind: 'closed', why: 'unreadable' };
    if (place.kind === 'closed') return { ...common, kind: 'refused', why: place.why };
    return { ...common, ...planFile(stepsOf(records), place.file, blobs) };
  });
}

function planFile(
  steps: readonly Step[],
  file: FoundFile | undefined,
  blobs: ReadonlyMap<string, Uint8Array>,
): DistributiveOmit<FilePlan, 'path' | 'realPath' | 'undoes'> {
  const current: Content = file === undefined ? undefined : storedOf(file.bytes, file.mode);
  let content = current;
  let isMerged = false;
  for (const step of steps.toReversed()) {
    const back = takeBack(step, content, blobs);
    if (back.kind !== 'content') return back;
    content = back.content;
    isMerged ||= back.isMerged;
  }
  if (isSameContent(content, current)) return { kind: 'asBefore' };
  if (content === undefined)
    return current === undefined ? { kind: 'asBefore' } : { kind: 'delete', expected: current };
  if (current === undefined) return { kind: 'recreate', file: content };
  return { kind: 'restore', file: content, expected: current, isMerged };
}

function takeBack({ before, after }: Step, current: Content, blobs: ReadonlyMap<string, Uint8Array>): Back {
  const theirs = contentOf(before, blobs);
  if (theirs === 'gone') return { kind: 'refused', why: 'notKept' };
  if (isSameContent(current, theirs.content)) return { kind: 'content', content: current, isMerged: false };
  const base = contentOf(after, blobs);
  // Without it, nobody knows which part of the file is ours.
  if (base === 'gone') return { kind: 'conflict', base: undefined, ours: current, theirs: theirs.content };
  if (isSameContent(current, base.content)) return { kind: 'content', content: theirs.content, isMerged: false };
  return merge(base.content, current, theirs.content);
}

function merge(base: Content, ours: Content, theirs: Content): Back {
  const conflict: FileConflict = { kind: 'conflict', base, ours, theirs };
  if (base === undefined || ours === undefined || theirs === undefined) return conflict;
  const mode = ours.mode === base.mode ? theirs.mode : ours.mode;
  if (isSameBytes(base.bytes, ours.bytes)) {
    return { kind: 'content', content: storedOf(theirs.bytes, mode), isMerged: false };
  }
  if ([base, ours, theirs].some(({ bytes }) => isBinary(bytes))) return conflict;
  const text = mergeLines({
    base: textOfBytes(base.bytes),
    ours: textOfBytes(ours.bytes),
    theirs: textOfBytes(theirs.bytes),
  });
  if (text === undefined) return conflict;
  return { kind: 'content', content: storedOf(bytesOfText(text), mode), isMerged: true };
}

function stepsOf(records: readonly ChangeRecord[]): Step[] {
  const steps: Step[] = [];
  for (const { before, after } of records) {
    const last = steps.at(-1);
    if (last !== undefined && isSameState(last.after, before)) steps[steps.length - 1] = { before: last.before, after };
    else steps.push({ before, after });
  }
  return steps;
}

function contentOf(state: FileState, blobs: ReadonlyMap<string, Uint8Array>): { readonly content: Content } | 'gone' {
  if (state.kind === 'absent') return { content: undefined };
  const bytes = state.kind === 'file' ? blobs.get(state.blob) : undefined;
  if (bytes === undefined || state.kind === 'unknown') return 'gone';
  return { content: storedOf(bytes, state.mode) };
}

function storedOf(bytes: Uint8Array, mode: number | undefined): StoredFile {
  return { bytes, ...(mode === undefined ? {} : { mode }) };
}

function isSameContent(a: Content, b: Content): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isSameMode = a.mode === undefined || b.mode === undefined || a.mode === b.mode;
  return isSameMode && isSameBytes(a.bytes, b.bytes);
}

/** `Omit` that keeps the kinds of a union apart. */
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
