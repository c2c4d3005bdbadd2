import * as z from 'zod';
import type { HostMessage, PageEntry } from '../core/session/transcript/transcriptMessages.ts';
import { announcementOf } from './announcement.ts';
import { ApprovalCards } from './approvalCards.ts';
import { Composer, type ComposerState } from './composer.ts';
import { make } from './dom.ts';
import { entryIdOf, EntryLog } from './entryLog.ts';
import type { Host } from './host.ts';
import { createMarkdown } from './markdown.ts';
import { PauseBar } from './pauseBar.ts';
import type { Words } from './words.ts';

const savedState = z.object({ draft: z.string(), sent: z.array(z.string()) });

/** The conversation as a page: what the host tells is shown, what the person does is told to the host. */
export class Page {
  readonly #host: Host;
  readonly #words: Words;
  readonly #log: EntryLog;
  readonly #approvals: ApprovalCards;
  readonly #pause: PauseBar;
  readonly #composer: Composer;
  /** What a screen reader is told, besides what it finds by itself. */
  readonly #live = make('div', { class: 'live', 'aria-live': 'polite', role: 'status' });
  readonly #empty: HTMLElement;

  constructor(host: Host, words: Words) {
    this.#host = host;
    this.#words = words;
    this.#log = new EntryLog(words('conversation'), createMarkdown());
    this.#approvals = new ApprovalCards({ label: words('approvals'), detail: words('inFull') }, (callId, choice) =>
      host.post({ kind: 'answer', callId, choice }),
    );
    this.#pause = new PauseBar({
      words,
      resume: () => host.post({ kind: 'resume' }),
      stop: () => host.post({ kind: 'stop' }),
    });
    this.#empty = make('p', { class: 'empty' }, words('empty'));
    this.#composer = this.#createComposer();
    this.#log.element.addEventListener('click', (event) => this.#follow(event.target));
    this.#log.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !this.#follow(event.target)) return;
      // A link on a summary: it must not fold as well.
      event.preventDefault();
    });
    // The view got the focus, by its command or a click on its title, and nothing in it has it yet.
    window.addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#composer.focus();
    });
    document.body.replaceChildren(
      make('div', { class: 'said' }, this.#empty, this.#log.element, this.#composer.files),
      this.#approvals.element,
      this.#pause.element,
      this.#composer.element,
      this.#live,
    );
  }

  show(message: HostMessage): void {
    switch (message.kind) {
      case 'words':
        return;
      case 'cleared':
        this.#log.entries.clear();
        this.#log.reset();
        this.#live.replaceChildren();
        return this.#showWhetherEmpty();
      case 'entries':
        return this.#put(message.entries, message.isReplay);
      case 'grown':
        this.#log.entries.grow(message.id, message.text);
        return this.#log.changed([message.id]);
      case 'removed':
        this.#log.entries.remove(message.ids);
        return this.#log.changed(message.ids);
      case 'state':
        return this.#showState(message.isRunning, message.pause);
      case 'approvals':
        for (const card of this.#approvals.show(message.cards)) {
          this.#announce(`${this.#words('approvals')}: ${card.message}`);
        }
        return;
      case 'files':
        return this.#composer.showFiles(message.request, message.files);
      case 'notStarted':
        return this.#composer.restore(message.text);
      case 'started':
        return this.#composer.takeBack(message.text);
    }
  }

  #put(entries: readonly PageEntry[], isReplay: boolean): void {
    for (const entry of entries) {
      const said = isReplay ? undefined : announcementOf(entry, this.#log.entries.find(entry.id));
      this.#log.entries.put(entry);
      if (said !== undefined) this.#announce(said);
      if (entry.kind === 'you' && !isReplay) this.#log.followEnd();
    }
    this.#log.changed(entries.map(({ id }) => id));
    this.#showWhetherEmpty();
  }

  #showState(isRunning: boolean, pause: string | undefined): void {
    this.#composer.setState(!isRunning ? 'idle' : pause === undefined ? 'running' : 'paused');
    if (this.#pause.show(pause) && pause !== undefined) this.#announce(pause);
  }

  #showWhetherEmpty(): void {
    const isEmpty = this.#log.entries.length === 0;
    this.#empty.hidden = !isEmpty;
    this.#log.element.hidden = isEmpty;
    this.#composer.setHasConversation(!isEmpty);
  }

  #createComposer(): Composer {
    const saved = savedState.safeParse(this.#host.state).data;
    const state: ComposerState = saved ?? { draft: '', sent: [] };
    return new Composer({
      words: this.#words,
      state,
      send: (text, isNewTask) => this.#host.post({ kind: 'send', text, isNewTask }),
      stop: () => this.#host.post({ kind: 'stop' }),
      findFiles: (request, query) => this.#host.post({ kind: 'findFiles', request, query }),
      save: (now) => (this.#host.state = now),
      announce: (text) => this.#announce(text),
    });
  }

  /** Tells the host of a link that was clicked; false when it was none. */
  #follow(target: EventTarget | null): boolean {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[role=link]') : null;
    const id = link === null ? undefined : entryIdOf(link);
    if (link === null || id === undefined) return false;
    const { href, change, output } = link.dataset;
    if (href !== undefined) this.#host.post({ kind: 'openLink', id, href });
    else if (change !== undefined) this.#host.post({ kind: 'openChange', id, index: Number(change) });
    else if (output !== undefined) this.#host.post({ kind: 'openOutput', id });
    return true;
  }

  #announce(text: string): void {
    // Each on a line of its own, so that one that says the same as the last is a change too; only the newest are kept.
    this.#live.append(make('p', {}, text));
    while (this.#live.childElementCount > 3) this.#live.firstElementChild?.remove();
  }
}
