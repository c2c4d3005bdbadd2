import { changesOfItem, undoneFiles, undoOfItem } from '../../core/checkpoints/activeChanges.ts';
import type { ChangeLog } from '../../core/checkpoints/changeLog.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/event.ts';
import type { ItemUndo } from '../views/tree/itemTreeItem.ts';

/** Which items have something to undo or to redo, for the menus of their rows. */
export class ItemChanges implements ItemUndo, Disposable {
  readonly #log: ChangeLog;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<void>());
  /** Fires when a row needs other menus. */
  readonly onDidChange = this.#didChange.event;
  #undo: ReadonlySet<string> = new Set();
  #redo: ReadonlySet<string> = new Set();

  constructor(log: ChangeLog) {
    this.#log = log;
    this.#disposables.add(log.onDidChange(() => this.#update()));
  }

  canUndo(itemId: string): boolean {
    return this.#undo.has(itemId);
  }

  canRedo(itemId: string): boolean {
    return this.#redo.has(itemId);
  }

  /** Paths with changes that the person took back. */
  get undoneFiles(): readonly string[] {
    return undoneFiles(this.#log.records);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #update(): void {
    const { records } = this.#log;
    const last = records.at(-1);
    // While the agent works, a change to a file of an item that has some alters no menu.
    if (last?.cause === 'tool' && last.itemId !== undefined && this.#undo.has(last.itemId)) return;
    const ids = [...new Set(records.flatMap(({ itemId }) => (itemId === undefined ? [] : [itemId])))];
    const undo = new Set(ids.filter((id) => changesOfItem(records, id).length > 0));
    const redo = new Set(ids.filter((id) => undoOfItem(records, id).length > 0));
    if (isSame(undo, this.#undo) && isSame(redo, this.#redo)) return;
    this.#undo = undo;
    this.#redo = redo;
    this.#didChange.fire();
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
