import type { Locator, Page } from 'playwright-core';
import { clickMenuItem, readMenuItems } from './menu.ts';
import type { PageElement } from './pageElement.ts';

export interface Row {
  readonly label: string;
  readonly description: string;
  /** What a screen reader says. */
  readonly aria: string;
  /** 1 for a root. */
  readonly level: number;
  /** undefined: the row has no children. */
  readonly expanded: boolean | undefined;
  readonly selected: boolean;
  /** The codicon's class, such as codicon-check; '' without. */
  readonly icon: string;
  readonly iconColor: string;
  /** undefined: the row has no checkbox. */
  readonly checked: boolean | undefined;
}

/** A view of the side bar, found by its title. */
export class View {
  readonly pane: Locator;
  readonly #page: Page;

  constructor(page: Page, title: string) {
    this.#page = page;
    // An aria-label begins with the title and goes on with the description and "Section".
    const header = page.locator(`.pane-header[aria-label^="${title}"]`);
    this.pane = page.locator('.pane', { has: header }).first();
  }

  /** The text beside the title (`TreeView.description`); VS Code hides it while the view is alone in its container. */
  async description(): Promise<string> {
    const description = this.pane.locator('.pane-header .description');
    return (await description.count()) === 0 ? '' : ((await description.textContent()) ?? '');
  }

  /** All rows in sight, read in one go, so that a refresh cannot tear them. Empty when there is none. */
  async rows(): Promise<readonly Row[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((elements: readonly PageElement[]) => {
      const flag = (value: string | null | undefined): boolean | undefined => (value ? value === 'true' : undefined);
      return elements.map((row) => {
        const icon = row.querySelector('.custom-view-tree-node-item-icon');
        const checkbox = row.querySelector('.custom-view-tree-node-item-checkbox, .monaco-custom-toggle');
        return {
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
          aria: row.getAttribute('aria-label') ?? '',
          level: Number(row.getAttribute('aria-level')),
          expanded: flag(row.getAttribute('aria-expanded')),
          selected: row.getAttribute('aria-selected') === 'true',
          icon: [...(icon?.classList ?? [])].filter((name) => name.startsWith('codicon-')).join(' '),
          iconColor: icon?.style.color ?? '',
          checked: flag(checkbox?.getAttribute('aria-checked')),
        };
      });
    });
  }

  /** Resolves with the rows once they are as wanted; looked at with each frame that the page draws. */
  async rowsWhen(isWanted: (rows: readonly Row[]) => boolean): Promise<readonly Row[]> {
    for (;;) {
      const rows = await this.rows();
      if (isWanted(rows)) return rows;
      await this.#page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
    }
  }

  async labels(): Promise<readonly string[]> {
    return (await this.rows()).map((row) => row.label);
  }

  /** The row with exactly this label. A locator: it waits when it is used. */
  row(label: string): Locator {
    return this.pane
      .locator('.monaco-list-row')
      .filter({ has: this.#name(label) })
      .first();
  }

  #name(label: string): Locator {
    return this.#page.locator('.label-name').getByText(label, { exact: true });
  }

  async expand(label: string): Promise<void> {
    const row = this.row(label);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
    await this.pane
      .locator('.monaco-list-row[aria-expanded="true"]')
      .filter({ has: this.#name(label) })
      .first()
      .waitFor();
  }

  async check(label: string): Promise<void> {
    await this.row(label).locator('.custom-view-tree-node-item-checkbox').click();
  }

  /** Clicks an inline action of a row, by its title. */
  async inline(label: string, action: string): Promise<void> {
    const row = this.row(label);
    await row.hover();
    await row.locator(`.actions .action-label[aria-label^="${action}"]`).click();
  }

  async contextMenu(label: string, item: string): Promise<void> {
    await this.row(label).click({ button: 'right' });
    await clickMenuItem(this.#page, item);
  }

  /** The titles in the menu of a row, which is closed again. */
  async menuItems(label: string): Promise<readonly string[]> {
    await this.row(label).click({ button: 'right' });
    return readMenuItems(this.#page);
  }

  /** The titles of the actions in the view's title bar. */
  async titleActions(): Promise<readonly string[]> {
    const header = await this.#showHeader();
    return header
      .locator('.action-label[aria-label]')
      .evaluateAll((actions: readonly PageElement[]) =>
        actions.map((action) => action.getAttribute('aria-label') ?? ''),
      );
  }

  async titleAction(action: string): Promise<void> {
    const header = await this.#showHeader();
    await header.locator(`.action-label[aria-label^="${action}"]`).click();
  }

  /** A view alone in its container has no header of its own: the side bar's title takes its place. */
  async #showHeader(): Promise<Locator> {
    await this.pane.waitFor();
    const own = this.pane.locator('.pane-header');
    const header = (await own.isVisible()) ? own : this.#page.locator('.part.sidebar .composite.title');
    await header.hover(); // actions show on hover
    return header;
  }

  /** The welcome view of an empty tree: its text and links. */
  get welcome(): Locator {
    return this.pane.locator('.welcome-view');
  }
}
