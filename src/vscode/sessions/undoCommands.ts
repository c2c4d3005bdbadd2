import * as vscode from 'vscode';
import { changesOfItem, changesOfRun, undoOfItem, undoOfRun } from '../../core/checkpoints/activeChanges.ts';
import type { ChangeLog } from '../../core/checkpoints/changeLog.ts';
import type { ChangeRecord } from '../../core/checkpoints/changeRecord.ts';
import type { FileReport, Undo } from '../../core/checkpoints/undo.ts';
import type { SessionTree } from '../../core/session/rows/rows.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { ItemPicker } from '../commands/itemPicker.ts';
import { commands, schemes } from '../ids.ts';
import { displayPath } from '../views/callTexts.ts';
import { SnapshotDocuments } from '../views/snapshotDocuments.ts';
import { openConflicts } from './conflictEditors.ts';
import { reportText, wordsOf } from './undoReport.ts';
import { needsPerson, summaryOf } from './undoSummary.ts';

export interface UndoCommandsPorts {
  readonly undo: Undo;
  readonly changes: ChangeLog;
  readonly rows: () => SessionTree;
  readonly session: { readonly state: SessionState };
}

/** What is to be taken back. */
interface Wanted {
  readonly records: readonly ChangeRecord[];
  readonly cause: 'undo' | 'redo';
  /** Whose changes were not all seen. */
  readonly calls: ReadonlySet<string>;
  /** What would take it back in turn, looked up once it is done. */
  readonly redo?: () => readonly ChangeRecord[];
}

/**
 * Takes back what an item or a run did to files, and takes that back in turn. Each command resolves to the reports, one
 * for each file; what a person does with the notification concerns nobody who waits.
 */
export class UndoCommands implements Disposable {
  readonly #ports: UndoCommandsPorts;
  readonly #picker: ItemPicker;
  readonly #disposables = new DisposableStore();
  readonly #documents = this.#disposables.add(new SnapshotDocuments(schemes.undo));
  #isBusy = false;

  constructor(ports: UndoCommandsPorts) {
    this.#ports = ports;
    this.#picker = new ItemPicker(ports.rows, () => undefined);
    this.#on(commands.undoItem, (argument) => this.#item(argument, 'undo'));
    this.#on(commands.redoItem, (argument) => this.#item(argument, 'redo'));
    this.#on(commands.undoRun, () => this.#run('undo'));
    this.#on(commands.redoRun, () => this.#run('redo'));
  }

  /** Takes back these changes, whoever's they are. */
  async takeBack(records: readonly ChangeRecord[]): Promise<readonly FileReport[]> {
    return this.#apply({ records, cause: 'undo', calls: callsOf(records) });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #item(argument: unknown, cause: 'undo' | 'redo'): Promise<readonly FileReport[]> {
    const find = cause === 'undo' ? changesOfItem : undoOfItem;
    const { changes } = this.#ports;
    if (this.#isBlocked()) return [];
    const row = await this.#picker.pick(argument, ({ item }) => find(changes.records, item.id).length > 0);
    if (row === undefined) return [];
    const calls = new Set(row.calls.map(({ callId }) => callId));
    const { id } = row.item;
    const redo = cause === 'undo' ? { redo: () => undoOfItem(changes.records, id) } : {};
    return this.#apply({ records: find(changes.records, id), cause, calls, ...redo });
  }

  /** The last run that has something to take back. */
  async #run(cause: 'undo' | 'redo'): Promise<readonly FileReport[]> {
    const { records } = this.#ports.changes;
    const runs = [...new Set(records.map(({ run }) => run))].toReversed();
    const find = cause === 'undo' ? changesOfRun : undoOfRun;
    const run = runs.find((one) => find(records, one).length > 0);
    if (run === undefined) {
      const nothing =
        cause === 'undo' ? vscode.l10n.t('There is nothing to undo.') : vscode.l10n.t('There is nothing to do again.');
      void vscode.window.showInformationMessage(nothing);
      return [];
    }
    const wanted = find(records, run);
    const calls = callsOf(records.filter((record) => record.run === run));
    const redo = cause === 'undo' ? { redo: () => undoOfRun(this.#ports.changes.records, run) } : {};
    return this.#apply({ records: wanted, cause, calls, ...redo });
  }

  async #apply(wanted: Wanted): Promise<readonly FileReport[]> {
    if (this.#isBlocked()) return [];
    const { records, cause, calls } = wanted;
    const { undo, changes } = this.#ports;
    this.#isBusy = true;
    try {
      const reports = await undo.apply(await undo.plan(records), cause);
      const unwatched = changes.unwatched.filter(({ callId }) => callId !== undefined && calls.has(callId)).length;
      void this.#tell(reports, wanted, unwatched);
      return reports;
    } finally {
      this.#isBusy = false;
    }
  }

  async #tell(reports: readonly FileReport[], { cause, calls, redo }: Wanted, unwatched: number): Promise<void> {
    const text = reportText(reports, unwatched);
    const needsHelp = reports.some(needsPerson);
    // Of a single file the notification says it all.
    if (needsHelp && reports.length > 1) await this.#show(text);
    const hasDiff = needsHelp && (await openConflicts(reports, this.#documents)) > 0;
    const t = (message: string, ...values: (string | number)[]): string => vscode.l10n.t(message, ...values);
    const nameOf = (path: string): string => visibleLine(displayPath(path));
    const summary = summaryOf(reports, cause, { t, nameOf, wordsOf, hasDiff });
    const details = vscode.l10n.t('Show Files');
    const again = vscode.l10n.t('Redo');
    const buttons = needsHelp || redo === undefined ? [details] : [again, details];
    const answer = await (needsHelp || unwatched > 0
      ? vscode.window.showWarningMessage(summary, ...buttons)
      : vscode.window.showInformationMessage(summary, ...buttons));
    if (answer === details) await this.#show(text);
    if (answer === again && redo !== undefined) await this.#apply({ records: redo(), cause: 'redo', calls });
  }

  async #show(text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#documents.add('undo.md', text));
    await vscode.window.showTextDocument(document, { preview: false });
  }

  #isBlocked(): boolean {
    if (this.#ports.session.state === 'idle' && !this.#isBusy) return false;
    const message = vscode.l10n.t('Files can be put back once the task has ended. Stop it first.');
    void vscode.window.showInformationMessage(message);
    return true;
  }

  #on(command: string, run: (argument: unknown) => unknown): void {
    this.#disposables.add(vscode.commands.registerCommand(command, run));
  }
}

function callsOf(records: readonly ChangeRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ callId }) => (callId === undefined ? [] : [callId])));
}
