import type { Workspace } from '../workspace/workspace.ts';
import type { FileStamps } from './fileStamps.ts';
import type { FileChange } from './tool.ts';

export interface SavedChange {
  /** On disk. */
  readonly bytes: number;
  /** As it was really saved: a formatter may have had its way with the text. */
  readonly change: FileChange;
  /** For the model: empty unless what was saved is not what it wrote. */
  readonly note: string;
}

/** Writes what a call wants; the result counts as known to the model. */
export async function saveChange(
  ports: { readonly workspace: Workspace; readonly stamps: FileStamps },
  wanted: FileChange,
  signal: AbortSignal,
): Promise<SavedChange> {
  signal.throwIfAborted();
  const bytes = await ports.workspace.writeFile(wanted.path, wanted.after);
  const saved = await ports.workspace.readFile(wanted.path);
  ports.stamps.noteRead(wanted.path, saved.stamp);
  const isAsWritten = saved.text === wanted.after;
  return {
    bytes,
    change: { ...wanted, after: saved.text },
    note: isAsWritten ? '' : '\nThe editor changed it on save (formatter). Read it before the next edit.',
  };
}
