import type { PageElement } from './pageElement.ts';

/** What is used of the page's globals; see PageElement. */
interface PageGlobals {
  readonly document: { querySelectorAll(selector: string): Iterable<PageElement & { readonly hidden: boolean }> };
  readonly MutationObserver: new (listener: () => void) => {
    observe(target: object, options: object): void;
    disconnect(): void;
  };
  readonly KeyboardEvent: new (type: string, options: object) => Event;
}

/**
 * For the input box of the conversation's page, in which it runs: sends words in the very moment in which the page
 * learns that a run is on. Resolves when that is done.
 */
export function sendOnceItRuns(box: EventTarget, text: string): Promise<void> {
  // The page is a browser's.
  const { document, MutationObserver, KeyboardEvent } = globalThis as unknown as PageGlobals;
  return new Promise((resolve, reject) => {
    const stop = [...document.querySelectorAll('.composer vscode-button')].find(
      ({ textContent }) => textContent === 'Stop',
    );
    if (stop === undefined) return reject(new Error('no Stop'));
    const observer = new MutationObserver(() => {
      if (stop.hidden) return;
      observer.disconnect();
      Object.assign(box, { value: text });
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      resolve();
    });
    observer.observe(stop, { attributes: true });
  });
}
