import * as z from 'zod';
import { lazy } from '../../util/lazy.ts';

/** An entry of the transcript as the page of the conversation view shows it, all words but the model's ready made. */
const text = lazy(() => z.string());
const base = lazy(() => ({ id: z.int().positive(), label: text() }));

const link = lazy(() =>
  z.object({
    /** `change` has an index into the changes of its call. */
    kind: z.enum(['change', 'output']),
    index: z.int().nonnegative(),
    label: text(),
  }),
);

const pageEntry = lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ ...base(), kind: z.literal('you'), text: text() }),
    /** `text` is Markdown. */
    z.object({ ...base(), kind: z.literal('agent'), text: text(), isStreaming: z.boolean() }),
    /** Folded: what the model thinks, what it is told. */
    z.object({ ...base(), kind: z.literal('aside'), text: text(), isStreaming: z.boolean() }),
    z.object({
      ...base(),
      kind: z.literal('call'),
      state: z.enum(['running', 'waiting', 'ok', 'error', 'denied', 'forbidden', 'cancelled']),
      name: text(),
      title: text(),
      /** What it has come to; may be empty. */
      status: text(),
      links: z.array(link()),
      /** Further facts, one a line. */
      notes: z.array(text()),
      /** The start and the end of the result. */
      output: text(),
    }),
    z.object({
      ...base(),
      kind: z.literal('todos'),
      changes: z.array(z.object({ kind: z.enum(['finished', 'started', 'removed', 'other']), text: text() })),
    }),
    z.object({ ...base(), kind: z.literal('note'), level: z.enum(['info', 'warning', 'error']), text: text() }),
    z.object({ ...base(), kind: z.literal('outcome'), end: z.enum(['good', 'open', 'failed']), text: text() }),
  ]),
);

const approvalCard = lazy(() =>
  z.object({
    callId: text(),
    message: text(),
    /** In full, when the message can't hold it. */
    detail: text().optional(),
    isWarning: z.boolean(),
    choices: z.array(z.object({ id: text(), label: text(), isPrimary: z.boolean() })),
  }),
);

const hostMessage = lazy(() =>
  z.discriminatedUnion('kind', [
    /** The first message of all: the page's own words, in the person's language. */
    z.object({ kind: z.literal('words'), words: z.record(text(), text()) }),
    /** Another conversation: nothing of what was sent counts. */
    z.object({ kind: z.literal('cleared') }),
    /** New entries and new versions of known ones. `isReplay`: they were there before the page was. */
    z.object({ kind: z.literal('entries'), entries: z.array(pageEntry()), isReplay: z.boolean() }),
    z.object({ kind: z.literal('grown'), id: z.int().positive(), text: text() }),
    z.object({ kind: z.literal('removed'), ids: z.array(z.int().positive()) }),
    /** `pause`: why the run waits for the person to resume it. */
    z.object({ kind: z.literal('state'), isRunning: z.boolean(), pause: text().optional() }),
    z.object({ kind: z.literal('approvals'), cards: z.array(approvalCard()) }),
    z.object({ kind: z.literal('files'), request: z.int(), files: z.array(text()) }),
    /** What was sent did not begin: it goes back into the input box. */
    z.object({ kind: z.literal('notStarted'), text: text() }),
    /** It began later: it leaves the box again. */
    z.object({ kind: z.literal('started'), text: text() }),
  ]),
);

const pageMessage = lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ready') }),
    z.object({ kind: z.literal('send'), text: text().max(1_000_000), isNewTask: z.boolean() }),
    z.object({ kind: z.literal('stop') }),
    z.object({ kind: z.literal('resume') }),
    z.object({ kind: z.literal('answer'), callId: text(), choice: text() }),
    z.object({ kind: z.literal('openChange'), id: z.int(), index: z.int().nonnegative() }),
    z.object({ kind: z.literal('openOutput'), id: z.int() }),
    /** `href` counts only if it stands in that entry. */
    z.object({ kind: z.literal('openLink'), id: z.int(), href: text().max(10_000) }),
    z.object({ kind: z.literal('findFiles'), request: z.int(), query: text().max(1000) }),
  ]),
);

export type PageEntry = z.infer<ReturnType<typeof pageEntry>>;
export type ApprovalCard = z.infer<ReturnType<typeof approvalCard>>;
/** From the extension to the page. */
export type HostMessage = z.infer<ReturnType<typeof hostMessage>>;
/** From the page to the extension: intentions and ids, never a command or a path to act on. */
export type PageMessage = z.infer<ReturnType<typeof pageMessage>>;

/** Undefined for what is no such message. */
export function parseHostMessage(value: unknown): HostMessage | undefined {
  return hostMessage().safeParse(value).data;
}

/** Undefined for what is no such message. */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  return pageMessage().safeParse(value).data;
}
