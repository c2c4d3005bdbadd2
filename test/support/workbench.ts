import type { FrameLocator, Locator, Page } from 'playwright-core';
import { Dialog } from './workbench/dialog.ts';
import { Editors } from './workbench/editors.ts';
import { clickMenuItem } from './workbench/menu.ts';
import { Notifications } from './workbench/notifications.ts';
import { QuickInput } from './workbench/quickInput.ts';
import { StatusBar } from './workbench/statusBar.ts';
import { View } from './workbench/view.ts';

/** Drives the real workbench as a person does, each part under its own name. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;
  readonly statusBar: StatusBar;
  readonly editors: Editors;

  readonly #heard: () => Promise<void>;

  /** `heard` resolves when page and extension host know all that the other has said. */
  constructor(page: Page, heard = (): Promise<void> => Promise.resolve()) {
    this.page = page;
    this.#heard = heard;
    this.quickInput = new QuickInput(page, heard);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
    this.statusBar = new StatusBar(page);
    this.editors = new Editors(page);
  }

  /** Runs a command from the palette by its whole title, such as "Agent: Start Task". */
  command(title: string): Promise<void> {
    return this.quickInput.command(title);
  }

  view(title: string): View {
    return new View(this.page, title);
  }

  /** Shows a view container of the activity bar. */
  async openContainer(title: string): Promise<void> {
    // The list item, not the icon in it: a badge covers the icon.
    const item = this.#activity(title);
    if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click();
    await this.page
      .locator('.activitybar .action-item[aria-expanded="true"]')
      .filter({ has: this.#label(title) })
      .waitFor();
    // The answer comes after the news of what is in sight now: the extension acts on it.
    await this.#heard();
  }

  /** The number on a container's icon; '' without. */
  async badge(container: string): Promise<string> {
    const badge = this.#activity(container).locator('.badge-content');
    return (await badge.count()) === 0 ? '' : badge.innerText();
  }

  /** Drags the edge of the side bar, as narrow as people have it. */
  async setSideBarWidth(pixels: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (box === null) throw new Error('no side bar');
    await this.page.mouse.move(box.x + box.width, 400);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + pixels, 400, { steps: 5 });
    await this.page.mouse.up();
  }

  #activity(title: string): Locator {
    return this.page
      .locator('.activitybar .action-item')
      .filter({ has: this.#label(title) })
      .first();
  }

  #label(title: string): Locator {
    return this.page.locator(`.action-label[aria-label^="${title}"]`);
  }

  menu(item: string): Promise<void> {
    return clickMenuItem(this.page, item);
  }

  webview(index = 0): FrameLocator {
    const outer = this.page.locator('iframe.webview.ready').nth(index).contentFrame();
    return outer.frameLocator('iframe#active-frame');
  }
}
