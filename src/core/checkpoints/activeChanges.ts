import { isSameState, type ChangeRecord } from './changeRecord.ts';

/** The records that nothing later has taken back, oldest first. A redo takes an undo back, an undo takes changes back. */
export function activeChanges(records: readonly ChangeRecord[]): readonly ChangeRecord[] {
  const undone = new Set<string>();
  const active: ChangeRecord[] = [];
  for (const record of records.toReversed()) {
    if (undone.has(record.id) || isVoidUndo(record)) continue;
    active.unshift(record);
    for (const id of record.undoes ?? []) undone.add(id);
  }
  return active;
}

/** What "Undo" of an item would take back. */
export function changesOfItem(records: readonly ChangeRecord[], itemId: string): readonly ChangeRecord[] {
  return activeChanges(records).filter((record) => isWork(record) && record.itemId === itemId);
}

/** What "Undo" of a run would take back. */
export function changesOfRun(records: readonly ChangeRecord[], run: number): readonly ChangeRecord[] {
  return activeChanges(records).filter((record) => isWork(record) && record.run === run);
}

/** The agent's changes among `records`, whoever's they are. */
export function allWork(records: readonly ChangeRecord[]): readonly ChangeRecord[] {
  return activeChanges(records).filter(isWork);
}

/** Files with changes that the person took back, and did not make again. */
export function undoneFiles(records: readonly ChangeRecord[]): readonly string[] {
  const undos = activeChanges(records).filter(({ cause }) => cause === 'undo');
  return [...new Set(undos.map(({ path }) => path))];
}

/** What "Redo" of an item would take back: the undo of its changes, the last one only. */
export function undoOfItem(records: readonly ChangeRecord[], itemId: string): readonly ChangeRecord[] {
  const own = new Set(records.filter((record) => record.itemId === itemId).map(({ id }) => id));
  return lastUndo(records, (record) => record.undoes?.some((id) => own.has(id)) === true);
}

/** What "Redo" of a run would take back. */
export function undoOfRun(records: readonly ChangeRecord[], run: number): readonly ChangeRecord[] {
  const own = new Set(records.filter((record) => record.run === run).map(({ id }) => id));
  return lastUndo(records, (record) => record.undoes?.some((id) => own.has(id)) === true);
}

function lastUndo(
  records: readonly ChangeRecord[],
  isWanted: (record: ChangeRecord) => boolean,
): readonly ChangeRecord[] {
  const undos = activeChanges(records).filter((record) => record.cause === 'undo' && isWanted(record));
  const last = undos.at(-1);
  return undos.filter((record) => record.batch === last?.batch);
}

/** An undo that failed, or of which nobody knows: what it was to take back is still there to be taken back. */
function isVoidUndo({ undoes, before, after }: ChangeRecord): boolean {
  if (undoes === undefined) return false;
  return before.kind === 'unknown' || after.kind === 'unknown' || isSameState(before, after);
}

function isWork({ cause, before, after }: ChangeRecord): boolean {
  return (cause === 'tool' || cause === 'command') && !isSameState(before, after);
}
