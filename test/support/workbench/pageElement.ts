/**
 * The little of a DOM element that code sent into the page uses. The project compiles without the DOM's
 * types, so that nothing in the extension can lean on a browser by mistake.
 */
export interface PageElement {
  readonly id: string;
  readonly innerText: string;
  readonly textContent: string | null;
  readonly classList: Iterable<string> & { contains(name: string): boolean };
  readonly style: { readonly top: string; readonly color: string };
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}
