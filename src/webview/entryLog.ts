import type { PageEntry } from '../core/session/transcript/transcriptMessages.ts';
import { make } from './dom.ts';
import { createEntryElement, type EntryElement, type RenderMarkdown } from './entryElement.ts';
import { EntryList } from './entryList.ts';
import { visibleRange } from './visibleRange.ts';

/** Pixels of an entry that was never drawn. */
const guessedHeight = 32;
/** Pixels drawn beyond each edge. */
const margin = 400;
/** Entries in the document at most, however many there are. */
const limit = 150;
/** So close to the end, in pixels, what comes is followed. */
const atEnd = 30;

/**
 * The entries as a log of which only the part in sight is in the document. It follows what comes while its end is in
 * sight. Arrow keys, Home and End move from entry to entry.
 */
export class EntryLog {
  readonly element: HTMLElement;
  readonly entries = new EntryList();
  readonly #render: RenderMarkdown;
  readonly #before = make('div', { class: 'space' });
  readonly #after = make('div', { class: 'space' });
  readonly #drawn = new Map<number, EntryElement>();
  readonly #heights = new Map<number, number>();
  /** What the person folded open, while it is out of sight too. */
  readonly #open = new Set<number>();
  readonly #stale = new Set<number>();
  readonly #sizes = new ResizeObserver(() => this.#schedule());
  #isScheduled = false;
  #followsEnd = true;
  /** Where the end was last shown, and the size of the log then. */
  #shownEnd = { scrollTop: 0, scrollHeight: 0, clientHeight: 0 };

  constructor(label: string, render: RenderMarkdown) {
    this.#render = render;
    // Not announced by itself: entries come and go as it scrolls. Finished answers are told elsewhere.
    this.element = make('main', { class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': label, tabindex: '0' });
    this.element.append(this.#before, this.#after);
    this.element.addEventListener('scroll', () => {
      this.#noteScroll();
      this.#schedule();
    });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    // Not bubbling: caught on the way down.
    this.element.addEventListener('toggle', (event) => this.#noteFold(event.target), true);
    this.#sizes.observe(this.element);
  }

  /** Entries changed: they are drawn with the next frame. */
  changed(ids: readonly number[]): void {
    for (const id of ids) this.#stale.add(id);
    this.#schedule();
  }

  /** All entries are other ones. */
  reset(): void {
    for (const id of [...this.#drawn.keys()]) this.#drop(id);
    this.#heights.clear();
    this.#open.clear();
    this.#followsEnd = true;
    this.#schedule();
  }

  followEnd(): void {
    this.#followsEnd = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  #draw(): void {
    this.#measure();
    if (this.#followsEnd) this.#drawFrom(Number.MAX_SAFE_INTEGER);
    else this.#drawFrom(this.element.scrollTop);
    if (!this.#followsEnd) return;
    this.element.scrollTop = this.element.scrollHeight;
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    this.#shownEnd = { scrollTop, scrollHeight, clientHeight };
  }

  /**
   * Events of scrolling come late: by then a question may have taken room from the log. Only who moves up within the
   * same size leaves the end.
   */
  #noteScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const shown = this.#shownEnd;
    const isSameSize = scrollHeight === shown.scrollHeight && clientHeight === shown.clientHeight;
    if (this.#isAtEnd()) this.#followsEnd = true;
    else if (isSameSize && scrollTop < shown.scrollTop) this.#followsEnd = false;
  }

  /** @param top where the view begins; beyond the end, the last screen is meant. */
  #drawFrom(top: number): void {
    const { length } = this.entries;
    const height = this.element.clientHeight;
    let whole = 0;
    for (let index = 0; index < length; index++) whole += this.#heightAt(index);
    const viewport = { top: Math.min(top, Math.max(0, whole - height)), height, margin };
    const { first, end, before, after } = visibleRange(length, (index) => this.#heightAt(index), viewport, limit);
    const wanted = new Set<number>();
    for (let index = first; index < end; index++) wanted.add(this.entries.at(index)?.id ?? 0);
    for (const id of [...this.#drawn.keys()]) if (!wanted.has(id)) this.#drop(id);
    let place: Element = this.#before;
    for (let index = first; index < end; index++) place = this.#place(index, place);
    this.#stale.clear();
    this.#before.style.height = `${before}px`;
    this.#after.style.height = `${after}px`;
  }

  /** Puts that entry behind `place`; one that stands there already isn't touched, so that it keeps the focus. */
  #place(index: number, place: Element): Element {
    const entry = this.entries.at(index);
    if (entry === undefined) return place;
    const drawn = this.#drawn.get(entry.id) ?? this.#create(entry);
    if (this.#stale.has(entry.id)) drawn.update(entry);
    const { element } = drawn;
    element.setAttribute('aria-posinset', String(index + 1));
    element.setAttribute('aria-setsize', String(this.entries.length));
    if (place.nextElementSibling !== element) place.after(element);
    return element;
  }

  #create(entry: PageEntry): EntryElement {
    const drawn = createEntryElement(entry, this.#render, this.#open.has(entry.id));
    this.#drawn.set(entry.id, drawn);
    this.#sizes.observe(drawn.element);
    return drawn;
  }

  #drop(id: number): void {
    const element = this.#drawn.get(id)?.element;
    if (element === undefined) return;
    // The focus would fall out of the log.
    if (element.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    this.#sizes.unobserve(element);
    element.remove();
    this.#drawn.delete(id);
  }

  #measure(): void {
    for (const [id, { element }] of this.#drawn) this.#heights.set(id, element.getBoundingClientRect().height);
  }

  #heightAt(index: number): number {
    return this.#heights.get(this.entries.at(index)?.id ?? 0) ?? guessedHeight;
  }

  #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight < atEnd;
  }

  #noteFold(target: EventTarget | null): void {
    if (!(target instanceof HTMLDetailsElement)) return;
    const id = entryIdOf(target);
    if (id === undefined) return;
    if (!target.open) this.#open.delete(id);
    else if (!this.#open.has(id)) {
      this.#open.add(id);
      // Who reads it doesn't want it to move away.
      this.#followsEnd = false;
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const current = this.#focusedIndex();
    const last = this.entries.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: current === undefined ? last : current + 1,
      ArrowUp: current === undefined ? last : current - 1,
      Home: 0,
      End: last,
    };
    const index = steps[event.key];
    if (index === undefined || index < 0 || index > last) return;
    event.preventDefault();
    this.#focusEntry(index);
  }

  #focusedIndex(): number | undefined {
    const { activeElement } = document;
    const id = activeElement === null || activeElement === this.element ? undefined : entryIdOf(activeElement);
    if (id === undefined) return undefined;
    for (let index = 0; index < this.entries.length; index++) if (this.entries.at(index)?.id === id) return index;
    return undefined;
  }

  #focusEntry(index: number): void {
    const id = this.entries.at(index)?.id;
    if (id === undefined) return;
    this.#followsEnd = index === this.entries.length - 1;
    if (!this.#drawn.has(id)) {
      let top = 0;
      for (let before = 0; before < index; before++) top += this.#heightAt(before);
      this.#measure();
      this.#drawFrom(top);
      this.element.scrollTop = top;
    }
    this.#drawn.get(id)?.element.focus();
  }
}

/** Of the entry that holds an element. */
export function entryIdOf(element: Element): number | undefined {
  const id = element.closest<HTMLElement>('article[data-id]')?.dataset['id'];
  return id === undefined ? undefined : Number(id);
}
