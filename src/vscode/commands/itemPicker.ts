import * as vscode from 'vscode';
import * as z from 'zod';
import type { ItemRow, SessionTree } from '../../core/session/rows/rows.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { withoutIcons } from '../approvals/exactText.ts';
import { itemIdOf } from '../views/tree/todoNodes.ts';
import { lazy } from '../../core/util/lazy.ts';

/** Which items a command can act on. */
export type Wanted = (row: ItemRow) => boolean;

/** What a key binding of the tree passes: the selected row is meant. */
const selection = lazy(() => z.object({ selected: z.literal(true) }));

/** Finds the item that a command of the tree is meant for. */
export class ItemPicker {
  readonly #rows: () => SessionTree;
  readonly #selected: () => unknown;

  constructor(rows: () => SessionTree, selected: () => unknown) {
    this.#rows = rows;
    this.#selected = selected;
  }

  /** The item of a row or an id; undefined for any other argument. */
  named(argument: unknown): ItemRow | undefined {
    const given = selection().safeParse(argument).success ? this.#selected() : argument;
    const id = itemIdOf(given) ?? given;
    return this.#all.find(({ item }) => item.id === id);
  }

  /** Asks when no item was given, and says so when the one given won't do. */
  async pick(argument: unknown, wanted: Wanted): Promise<ItemRow | undefined> {
    if (argument === undefined || argument === null) return this.#ask(wanted);
    const row = this.named(argument);
    if (row !== undefined && wanted(row)) return row;
    // A key pressed on another row of the tree does nothing.
    if (selection().safeParse(argument).success) return undefined;
    void vscode.window.showInformationMessage(vscode.l10n.t('This todo has changed meanwhile. Nothing was done.'));
    return undefined;
  }

  async #ask(wanted: Wanted): Promise<ItemRow | undefined> {
    const picks = this.#all.filter(wanted).map((row) => ({ label: withoutIcons(visibleLine(row.item.content)), row }));
    if (picks.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There is no todo that this could be done with.'));
      return undefined;
    }
    return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t('Which todo?') }))?.row;
  }

  get #all(): readonly ItemRow[] {
    const { items, earlier } = this.#rows();
    return [...items, ...earlier];
  }
}
