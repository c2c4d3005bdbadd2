import * as vscode from 'vscode';
import type { ApprovalAnswer } from '../../core/permissions/approver.ts';
import type { CallRow } from '../../core/session/rows/rows.ts';
import type {
  CallEntry,
  SaidEntry,
  TodosEntry,
  TranscriptEntry,
} from '../../core/session/transcript/transcriptEntries.ts';
import type { PageEntry } from '../../core/session/transcript/transcriptMessages.ts';
import type { TodoDifference } from '../../core/session/transcript/transcriptTodos.ts';
import type { FileChange } from '../../core/tools/tool.ts';
import { visibleLine, visibleText } from '../../core/util/displayText.ts';
import { lineCounts } from '../../core/util/lineCounts.ts';
import { displayPath, stateText } from '../views/callTexts.ts';
import { excerpt } from './excerpt.ts';
import { happeningEntry } from './pageHappenings.ts';

/** The list's own tool: what became of the list is shown, not the call. */
const listTool = 'todo_write';

/** The entries of the transcript as the page shows them: in words, and safe to show. */
export class PageEntries {
  /** An entry is shown again and again, and a difference is slow to count. */
  readonly #changeLabels = new WeakMap<FileChange, string>();
  /** When each call that runs began to, by the ids of their entries, in milliseconds since 1970. */
  readonly #runningSince = new Map<number, number>();

  /** To be told of each change of an entry as it comes, whether it is shown or not. */
  note(entry: TranscriptEntry): void {
    if (entry.kind !== 'call') return;
    if (entry.call.state !== 'running') this.#runningSince.delete(entry.id);
    else if (!this.#runningSince.has(entry.id)) this.#runningSince.set(entry.id, Date.now());
  }

  /** Undefined for what the page leaves out. */
  of(entry: TranscriptEntry): PageEntry | undefined {
    switch (entry.kind) {
      case 'said':
        return saidEntry(entry);
      case 'toModel':
        return {
          kind: 'aside',
          id: entry.id,
          label: vscode.l10n.t('Told to the agent'),
          text: visibleText(entry.text),
          isStreaming: false,
        };
      case 'call':
        return callEntry(entry, (change) => this.#labelOf(change), this.#runningSince.get(entry.id));
      case 'todos':
        return todosEntry(entry);
      case 'happening':
        return happeningEntry(entry);
    }
  }

  #labelOf(change: FileChange): string {
    const label = this.#changeLabels.get(change) ?? changeLabel(change);
    this.#changeLabels.set(change, label);
    return label;
  }
}

function changeLabel({ path, before, after }: FileChange): string {
  const counts = lineCounts(before, after);
  const shown = displayPath(path);
  return visibleLine(counts === undefined ? shown : `+${counts.added} -${counts.removed} ${shown}`);
}

function saidEntry({ id, by, text, isStreaming }: SaidEntry): PageEntry {
  const shown = { id, text: visibleText(text), isStreaming };
  return by === 'agent'
    ? { kind: 'agent', label: vscode.l10n.t('Agent'), ...shown }
    : { kind: 'aside', label: vscode.l10n.t('The agent thinks'), ...shown };
}

function callEntry(
  { id, call, answer }: CallEntry,
  labelOf: (change: FileChange) => string,
  since: number | undefined,
): PageEntry | undefined {
  if (call.name === listTool && (call.state === 'ok' || call.state === 'running')) return undefined;
  const title = visibleLine(call.title);
  const state = visibleLine(answeredText(call, answer));
  const status = since === undefined ? state : runningText(since);
  const name = visibleLine(call.name);
  return {
    kind: 'call',
    id,
    label: [title === '' ? name : `${name}: ${title}`, state, since === undefined ? '' : status]
      .filter((text) => text !== '')
      .join(', '),
    state: hasFailed(call) ? 'error' : call.state,
    name,
    title,
    status,
    links: [...changeLinks(call, labelOf), ...outputLinks(call)],
    notes: [...answerNotes(answer), ...problemNotes(call)],
    output: visibleText(excerpt(call.output ?? '')),
  };
}

/** What the person said instead is part of the conversation, and seen without opening the call. */
function answeredText(call: CallRow, answer: ApprovalAnswer | undefined): string {
  if (call.state !== 'denied' || answer?.kind !== 'deny' || answer.feedback === undefined) return stateText(call);
  return vscode.l10n.t('denied by you: {0}', answer.feedback);
}

/** The state is in the icon; in a narrow view there is room for the time. */
function runningText(since: number): string {
  return vscode.l10n.t('since {0}', new Date(since).toLocaleTimeString(vscode.env.language));
}

function hasFailed({ evidence, state }: CallRow): boolean {
  return state === 'ok' && evidence?.kind === 'command' && evidence.exitCode !== 0;
}

type Link = Extract<PageEntry, { kind: 'call' }>['links'][number];

function changeLinks({ evidence }: CallRow, labelOf: (change: FileChange) => string): readonly Link[] {
  if (evidence?.kind !== 'files') return [];
  return evidence.changes.map((change, index) => ({ kind: 'change', index, label: labelOf(change) }));
}

function outputLinks({ output, state }: CallRow): readonly Link[] {
  if (output === undefined || output === '' || state === 'running') return [];
  return [{ kind: 'output', index: 0, label: vscode.l10n.t('Open Output') }];
}

function answerNotes(answer: ApprovalAnswer | undefined): readonly string[] {
  if (answer === undefined) return [];
  const { t } = vscode.l10n;
  if (answer.by !== undefined) {
    const hook = visibleLine(answer.by);
    return [answer.kind === 'allow' ? t('Allowed by the hook {0}', hook) : t('Denied by the hook {0}', hook)];
  }
  if (answer.kind === 'allow') return [allowedText(answer.remember)];
  return [answer.feedback === undefined ? t('Denied by you') : t('Denied by you: {0}', visibleText(answer.feedback))];
}

function allowedText(remember: Extract<ApprovalAnswer, { kind: 'allow' }>['remember']): string {
  switch (remember) {
    case 'once':
      return vscode.l10n.t('Allowed by you');
    case 'session':
      return vscode.l10n.t('Allowed by you for this session');
    case 'item':
      return vscode.l10n.t('Allowed by you for this todo item');
    case 'always':
      return vscode.l10n.t('Always allowed by you');
  }
}

function problemNotes({ problems = [] }: CallRow): readonly string[] {
  return problems.flatMap(({ path, count, messages }) => [
    vscode.l10n.t('New problems in {0}: {1}', visibleLine(displayPath(path)), count),
    ...messages.map(visibleLine),
  ]);
}

function todosEntry({ id, differences, by }: TodosEntry): PageEntry | undefined {
  if (differences.length === 0) return undefined;
  const { t } = vscode.l10n;
  const label = by === 'user' ? t('Todos, changed by you') : t('Todos');
  return { kind: 'todos', id, label, changes: differences.map(todoChange) };
}

function todoChange(difference: TodoDifference): Extract<PageEntry, { kind: 'todos' }>['changes'][number] {
  const { t } = vscode.l10n;
  if (difference.kind === 'reordered') return { kind: 'other', text: t('put into another order') };
  const content = visibleLine(difference.content);
  switch (difference.kind) {
    case 'added':
      return { kind: 'other', text: t('planned {0}', content) };
    case 'started':
      return { kind: 'started', text: t('started {0}', content) };
    case 'finished':
      return { kind: 'finished', text: t('finished {0}', content) };
    case 'setBack':
      return { kind: 'other', text: t('set back {0}', content) };
    case 'removed':
      return { kind: 'removed', text: t('removed {0}', content) };
    case 'renamed':
      return { kind: 'other', text: t('renamed {0} to {1}', visibleLine(difference.from), content) };
  }
}
