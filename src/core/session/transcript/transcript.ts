import type { AgentEvent, CallOutcome, RunOutcome } from '../../agent/agentEvents.ts';
import type { ApprovalAnswer } from '../../permissions/approver.ts';
import type { LeftOpen } from '../../todos/leftOpen.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import { visibleLine, visibleText } from '../../util/displayText.ts';
import { lineCounts } from '../../util/lineCounts.ts';
import { codeBlock, codeSpan, indent, indented } from '../markdown.ts';
import { refusedWords } from '../refusedWords.ts';
import { steerText } from '../steering/steerText.ts';
import type { HappeningEntry, SaidEntry, TranscriptChange, TranscriptEntry } from './transcriptEntries.ts';
import { TranscriptFold } from './transcriptFold.ts';

type Finished = Extract<AgentEvent, { kind: 'toolFinished' }>;

/** The list's own tool: the changed list is shown, not the call's text. */
const listTool = 'todo_write';
const marks: Readonly<Record<TodoItem['status'], string>> = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };

/** The transcript as a text that grows; written anew when an entry goes, which is seldom. */
export class TranscriptText {
  readonly #replay: () => readonly TranscriptChange[];
  #writer = new TranscriptWriter();
  #text = '';

  /** @param replay all changes that lead to the entries as they are. */
  constructor(replay: () => readonly TranscriptChange[]) {
    this.#replay = replay;
    this.restart();
  }

  get text(): string {
    return this.#text;
  }

  add(changes: readonly TranscriptChange[]): void {
    if (changes.some(({ kind }) => kind === 'removed')) this.restart();
    else this.#text += this.#write(changes);
  }

  restart(): void {
    this.#writer = new TranscriptWriter();
    this.#text = this.#write(this.#replay());
  }

  #write(changes: readonly TranscriptChange[]): string {
    return changes.map((change) => this.#writer.write(change)).join('');
  }
}

/**
 * Writes the changes of a transcript as Markdown that only ever grows: what a change adds is appended to what is there
 * already. What models, files and commands say stands in code only, so that it can't be taken for ours.
 */
export class TranscriptWriter {
  #isStreaming = false;

  /** What `change` adds; often nothing. */
  write(change: TranscriptChange): string {
    switch (change.kind) {
      case 'added':
        return this.#added(change.entry);
      case 'grown':
        return (this.#isStreaming ? '' : this.#begin(change.entry)) + grown(change.delta);
      case 'ended':
      case 'removed':
        return this.#end();
      case 'changed':
        return this.#block(callBlock(change.cause));
    }
  }

  #added(entry: TranscriptEntry): string {
    if (entry.kind !== 'said' || !entry.isStreaming) return this.#block(entryBlock(entry));
    return this.#begin(entry) + grown(entry.text);
  }

  /** Of a text that grows, or goes on after something came between. */
  #begin({ by }: SaidEntry): string {
    const before = this.#end();
    this.#isStreaming = true;
    return `${before}\n${headings[by]}\n\n${indent}`;
  }

  /** A blank line stands before each block. */
  #block(text: string): string {
    return text === '' ? '' : `${this.#end()}\n${text}\n`;
  }

  #end(): string {
    const isOpen = this.#isStreaming;
    this.#isStreaming = false;
    return isOpen ? '\n' : '';
  }
}

/** The whole transcript of events. */
export function transcriptOf(events: readonly AgentEvent[]): string {
  const fold = new TranscriptFold();
  const writer = new TranscriptWriter();
  return events
    .flatMap((event) => fold.apply(event))
    .map((change) => writer.write(change))
    .join('');
}

const headings = { agent: '### Agent', thinking: '### Agent, thinking' } as const;

/** More of an indented text. */
function grown(delta: string): string {
  return visibleText(delta).replaceAll('\n', `\n${indent}`);
}

function entryBlock(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'said':
      return `${headings[entry.by]}\n\n${indented(entry.text)}`;
    case 'toModel':
      return `### To the model\n\n${indented(entry.text)}`;
    case 'call': {
      const { name, title } = entry.call;
      return `**${codeSpan(name)}** ${codeSpan(title === '' ? inputLine(entry.input) : title)}`;
    }
    case 'todos':
      return todosBlock(entry.items);
    case 'happening':
      return happeningBlock(entry);
  }
}

function happeningBlock({ event, left }: HappeningEntry): string {
  switch (event.kind) {
    case 'runStarted':
      if (event.isRetry === true) return `## Once more\n\nModel: ${codeSpan(event.model)}`;
      return `## Task\n\n${indented(event.prompt)}\n\nModel: ${codeSpan(event.model)}`;
    case 'retry':
      return `No answer (${codeSpan(event.reason)}); attempt ${event.attempt + 1} in ${seconds(event.delayMs)}.`;
    case 'notResponding':
      return `No sign of the model for ${seconds(event.silentMs)}; still waiting.`;
    case 'answered':
      return `The answer ended with ${codeSpan(event.stopReason ?? '')}.`;
    case 'roundFinished':
      return `Reminder sent: ${event.reached} rounds without a todo_write call.`;
    case 'notice':
      return `${noticeWords[event.level]}:\n\n${indented(event.text)}`;
    case 'runFinished':
      return outcomeBlock(event.outcome, left);
    case 'steered':
    case 'paused':
    case 'resumed':
      return steerText(event);
  }
}

/** What is new about a call. */
function callBlock(cause: AgentEvent): string {
  switch (cause.kind) {
    case 'approvalAsked':
      return 'Waiting for your approval.';
    case 'approvalAnswered':
      return answerBlock(cause.answer);
    case 'toolFinished':
      return finishedBlock(cause);
    case 'problemsFound':
      return steerText(cause);
    default:
      return '';
  }
}

function answerBlock(answer: ApprovalAnswer): string {
  if (answer.by !== undefined) {
    return `${answer.kind === 'allow' ? 'Allowed' : 'Denied'} by the hook ${codeSpan(answer.by)}.`;
  }
  if (answer.kind === 'allow') {
    return `${allowedWords[answer.remember]}${answer.editedText === undefined ? '' : ', with your changes'}.`;
  }
  return answer.feedback === undefined ? 'Denied by you.' : `Denied by you:\n\n${indented(answer.feedback)}`;
}

const allowedWords = {
  once: 'Allowed',
  session: 'Allowed for this session',
  item: 'Allowed for this todo item',
  always: 'Allowed always',
} as const;

const noticeWords = { info: 'Note', warning: 'Warning', error: 'Error' } as const;

const outcomeWords: Readonly<Record<Exclude<CallOutcome, 'forbidden'>, string>> = {
  ok: 'Done',
  error: 'Failed',
  denied: 'Not executed: denied by you',
  cancelled: 'Stopped',
};

function finishedBlock(event: Finished): string {
  const { evidence } = event;
  const facts = [
    event.outcome === 'forbidden' ? `Not executed: ${refusedWords(event.refusedBy)}` : outcomeWords[event.outcome],
  ];
  if (evidence?.kind === 'command' && evidence.exitCode !== undefined) facts.push(`exit code ${evidence.exitCode}`);
  if (evidence?.kind === 'read') facts.push(lineCount(event.output));
  facts.push(seconds(event.durationMs));
  const changes = evidence?.kind === 'files' ? evidence.changes : [];
  const changed = changes.map(({ path, before, after }) => {
    const counts = lineCounts(before, after);
    return `- ${codeSpan(counts === undefined ? path : `+${counts.added} -${counts.removed}  ${path}`)}`;
  });
  const isShownElsewhere = event.outcome === 'ok' && (event.name === listTool || evidence?.kind === 'read');
  const output = isShownElsewhere || event.output === '' ? [] : [codeBlock(folded(event.output))];
  return [`${facts.join(', ')}.`, ...(changed.length === 0 ? [] : [changed.join('\n')]), ...output].join('\n\n');
}

function todosBlock(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'Todos: none.';
  const completed = items.filter((item) => item.status === 'completed').length;
  const lines = items.map((item) => `${marks[item.status]} ${visibleLine(item.content)}`);
  return `Todos, ${completed}/${items.length} completed:\n\n${codeBlock(lines.join('\n'))}`;
}

function outcomeBlock(outcome: RunOutcome, left: LeftOpen | undefined): string {
  const words: Readonly<Record<RunOutcome['kind'], string>> = {
    completed: 'Completed',
    cancelled: 'Stopped',
    blocked: 'Blocked',
    limit: 'Limit reached',
    failed: 'Failed',
  };
  const isOpen = outcome.kind === 'completed' && left !== undefined;
  const end = isOpen ? `Finished, ${left.open} of ${left.total} items left open` : words[outcome.kind];
  const heading = `## ${end}, rounds: ${outcome.rounds}`;
  return outcome.reason === undefined ? heading : `${heading}\n\n${indented(outcome.reason)}`;
}

const headLines = 8;
const tailLines = 4;
const maxLineLength = 400;

/** The start and the end of a long text. */
function folded(text: string): string {
  const lines = text.trimEnd().split('\n').map(shortened);
  const left = lines.length - headLines - tailLines;
  if (left <= 1) return lines.join('\n');
  return [...lines.slice(0, headLines), `… ${left} more lines …`, ...lines.slice(-tailLines)].join('\n');
}

function shortened(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}

function lineCount(text: string): string {
  const count = text.split('\n').length;
  return count === 1 ? '1 line' : `${count} lines`;
}

function inputLine(input: unknown): string {
  // Undefined for what JSON can't hold, whatever the types say.
  const json = JSON.stringify(input) as string | undefined;
  return shortened(json ?? '');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
