import type { PageEntry } from '../core/session/transcript/transcriptMessages.ts';
import { icon, make } from './dom.ts';

type CallEntry = Extract<PageEntry, { kind: 'call' }>;

/** The element of one entry; it stays the same while its entry changes, and so does what is folded open or focused. */
export interface EntryElement {
  readonly element: HTMLElement;
  update(entry: PageEntry): void;
}

export type RenderMarkdown = (text: string) => string;

export function createEntryElement(entry: PageEntry, render: RenderMarkdown, isOpen: boolean): EntryElement {
  const element = make('article', { tabindex: '-1', 'data-id': String(entry.id) });
  const body = bodyOf(entry, render, isOpen);
  const update = (now: PageEntry): void => {
    element.className = `entry ${now.kind}`;
    element.setAttribute('aria-label', now.label);
    body.update(now);
  };
  element.append(body.element);
  update(entry);
  return { element, update };
}

function bodyOf(entry: PageEntry, render: RenderMarkdown, isOpen: boolean): EntryElement {
  switch (entry.kind) {
    case 'call':
      return folded(isOpen, { line: callLine, inside: callDetails, below: changeLinks });
    case 'aside':
      return folded(isOpen, { line: asideLine, inside: asideText, below: () => [] });
    case 'agent':
      return markdownBody(render);
    case 'you':
    case 'todos':
    case 'note':
    case 'outcome':
      return plainBody();
  }
}

interface FoldedParts {
  line(entry: PageEntry): readonly Node[];
  /** Made when it is opened. */
  inside(entry: PageEntry): readonly Node[];
  /** Always in sight. */
  below(entry: PageEntry): readonly Node[];
}

/** One line that opens to more. */
function folded(isOpen: boolean, parts: FoldedParts): EntryElement {
  const summary = make('summary');
  const inside = make('div', { class: 'inside' });
  const details = make('details', {}, summary, inside);
  const below = make('div', { class: 'below' });
  let entry: PageEntry | undefined;
  const fill = (): void => {
    if (entry !== undefined) inside.replaceChildren(...(details.open ? parts.inside(entry) : []));
  };
  details.open = isOpen;
  details.addEventListener('toggle', fill);
  const update = (now: PageEntry): void => {
    entry = now;
    summary.replaceChildren(...parts.line(now));
    below.replaceChildren(...parts.below(now));
    fill();
  };
  return { element: make('div', {}, details, below), update };
}

function asideLine(entry: PageEntry): readonly Node[] {
  return [make('span', { class: 'title' }, entry.label)];
}

function asideText(entry: PageEntry): readonly Node[] {
  return entry.kind === 'aside' ? [make('pre', {}, entry.text)] : [];
}

const stateIcons: Readonly<Record<CallEntry['state'], string>> = {
  running: 'loading',
  waiting: 'bell-dot',
  ok: 'check',
  error: 'error',
  denied: 'circle-slash',
  forbidden: 'circle-slash',
  cancelled: 'debug-stop',
};

function callLine(entry: PageEntry): readonly Node[] {
  if (entry.kind !== 'call') return [];
  const { state, name, title, status } = entry;
  const spin = state === 'running' ? ['codicon-modifier-spin'] : [];
  return [
    icon(stateIcons[state], 'state', state, ...spin),
    make('span', { class: 'title' }, make('b', {}, name), ` ${title}`),
    ...(status === '' ? [] : [make('span', { class: 'status' }, status)]),
  ];
}

function changeLinks(entry: PageEntry): readonly Node[] {
  return entry.kind === 'call' ? entry.links.filter(({ kind }) => kind === 'change').map(linkOf) : [];
}

function callDetails(entry: PageEntry): readonly Node[] {
  if (entry.kind !== 'call') return [];
  const { title, notes, links, output } = entry;
  return [
    // The summary cuts it off.
    make('pre', { class: 'whole' }, title),
    ...notes.map((note) => make('p', {}, note)),
    ...(output === '' ? [] : [make('pre', {}, output)]),
    ...links.filter(({ kind }) => kind === 'output').map(linkOf),
  ];
}

function linkOf({ kind, index, label }: CallEntry['links'][number]): HTMLElement {
  return make('a', { role: 'link', tabindex: '0', [`data-${kind}`]: String(index) }, label);
}

function markdownBody(render: RenderMarkdown): EntryElement {
  const element = make('div', { class: 'markdown' });
  let shown: string | undefined;
  const update = (entry: PageEntry): void => {
    if (entry.kind !== 'agent') return;
    element.classList.toggle('streaming', entry.isStreaming);
    if (entry.text === shown) return;
    shown = entry.text;
    element.innerHTML = render(shown);
  };
  return { element, update };
}

const changeIcons = { finished: 'pass', started: 'arrow-circle-right', removed: 'circle-slash', other: 'list-flat' };
const endIcons = { good: 'pass', open: 'stop-circle', failed: 'error' };
const noteIcons = { info: 'info', warning: 'warning', error: 'error' };

function plainBody(): EntryElement {
  const element = make('div');
  const update = (entry: PageEntry): void => element.replaceChildren(...plainContent(entry));
  return { element, update };
}

function plainContent(entry: PageEntry): readonly Node[] {
  switch (entry.kind) {
    case 'you':
      return [make('p', {}, entry.text)];
    case 'todos':
      return entry.changes.map(({ kind, text }) => make('p', { class: 'line' }, icon(changeIcons[kind], kind), text));
    case 'note':
      return [make('p', { class: 'line' }, icon(noteIcons[entry.level], entry.level), entry.text)];
    case 'outcome':
      return [make('p', { class: 'line' }, icon(endIcons[entry.end], entry.end), entry.text)];
    case 'agent':
    case 'aside':
    case 'call':
      return [];
  }
}
