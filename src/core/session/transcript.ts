import type { AgentEvent, CallOutcome, RunOutcome } from '../agent/agentEvents.ts';
import type { Message } from '../model/messages.ts';
import type { TodoItem } from '../todos/todoItem.ts';
import { visibleLine, visibleText } from '../util/displayText.ts';
import { lineCounts } from '../util/lineCounts.ts';
import { codeBlock, codeSpan, indent, indented } from './markdown.ts';
import { steerText } from './steerText.ts';

type Finished = Extract<AgentEvent, { kind: 'toolFinished' }>;

/** The list's own tool: the changed list is shown, not the call's text. */
const listTool = 'todo_write';
const marks: Readonly<Record<TodoItem['status'], string>> = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };

/**
 * Turns the events of a session into Markdown, one piece per event, to be appended to what is there already: an
 * event costs the same however long the text has become. What models, files and commands say stands in code only, so that it can't be taken for ours. Events that were kept (without the streaming ones) give the same
 * content.
 */
export class TranscriptWriter {
  #prompt = '';
  #streaming: 'text' | 'thinking' | undefined;
  #hasStreamed = false;
  #endsWithReturn = false;

  /** What `event` adds; often nothing. */
  write(event: AgentEvent): string {
    switch (event.kind) {
      case 'text':
      case 'thinking':
        return this.#stream(event.kind, event.delta);
      case 'messageAdded':
        return this.#message(event.message);
      case 'runStarted':
        this.#prompt = event.prompt;
        if (event.isRetry === true) return this.#block(`## Once more\n\nModel: ${codeSpan(event.model)}`);
        return this.#block(`## Task\n\n${indented(event.prompt)}\n\nModel: ${codeSpan(event.model)}`);
      case 'requestStarted':
      case 'toolProgress':
      case 'historyReplaced':
        return '';
      default:
        return this.#block(blockOf(event));
    }
  }

  #stream(kind: 'text' | 'thinking', delta: string): string {
    const start = this.#streaming === kind ? '' : `${this.#end()}\n${headings[kind]}\n\n${indent}`;
    // A line break may be cut between two deltas.
    const text = this.#endsWithReturn && delta.startsWith('\n') ? delta.slice(1) : delta;
    this.#endsWithReturn = delta.endsWith('\r');
    this.#streaming = kind;
    this.#hasStreamed = true;
    return start + visibleText(text).replaceAll('\n', `\n${indent}`);
  }

  #message(message: Message): string {
    if (message.role === 'user') {
      const texts = textsOf(message).filter((block) => block.text !== this.#prompt);
      return this.#block(texts.map((block) => `### To the model\n\n${indented(block.text)}`).join('\n\n'));
    }
    const wasStreamed = this.#hasStreamed;
    this.#hasStreamed = false;
    if (wasStreamed) return this.#end();
    return this.#block(
      textsOf(message)
        .map((block) => `${headings[block.kind]}\n\n${indented(block.text)}`)
        .join('\n\n'),
    );
  }

  /** A blank line stands before each block. */
  #block(text: string): string {
    return text === '' ? '' : `${this.#end()}\n${text}\n`;
  }

  #end(): string {
    const isOpen = this.#streaming !== undefined;
    this.#streaming = undefined;
    this.#endsWithReturn = false;
    return isOpen ? '\n' : '';
  }
}

/** The whole transcript of kept events. */
export function transcriptOf(events: readonly AgentEvent[]): string {
  const writer = new TranscriptWriter();
  return events.map((event) => writer.write(event)).join('');
}

const headings = { text: '### Agent', thinking: '### Agent, thinking' } as const;

interface SaidText {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
}

function textsOf({ content }: Message): readonly SaidText[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  const texts: SaidText[] = [];
  for (const block of content) {
    if (block.type === 'text') texts.push({ kind: 'text', text: block.text });
    if (block.type === 'thinking') texts.push({ kind: 'thinking', text: block.thinking });
  }
  return texts;
}

type BlockEvent = Exclude<
  AgentEvent,
  { kind: 'text' | 'thinking' | 'messageAdded' | 'runStarted' | 'requestStarted' | 'toolProgress' | 'historyReplaced' }
>;

function blockOf(event: BlockEvent): string {
  switch (event.kind) {
    case 'retry':
      return `No answer (${codeSpan(event.reason)}); attempt ${event.attempt + 1} in ${seconds(event.delayMs)}. Text of a broken answer above does not count.`;
    case 'notResponding':
      return `No sign of the model for ${seconds(event.silentMs)}; still waiting.`;
    case 'answered':
      return event.stopReason === 'end_turn' || event.stopReason === 'tool_use' || event.stopReason === null
        ? ''
        : `The answer ended with ${codeSpan(event.stopReason)}.`;
    case 'toolStarted':
      return `**${codeSpan(event.name)}** ${codeSpan(event.title === '' ? inputLine(event.input) : event.title)}`;
    case 'approvalAsked':
      return 'Waiting for your approval.';
    case 'approvalAnswered':
      if (event.answer.by !== undefined)
        return `${event.answer.kind === 'allow' ? 'Allowed' : 'Denied'} by the hook ${codeSpan(event.answer.by)}.`;
      if (event.answer.kind === 'allow')
        return `${allowedWords[event.answer.remember]}${event.answer.editedText === undefined ? '' : ', with your changes'}.`;
      return event.answer.feedback === undefined
        ? 'Denied by you.'
        : `Denied by you:\n\n${indented(event.answer.feedback)}`;
    case 'toolFinished':
      return finishedBlock(event);
    case 'roundFinished':
      return event.reminded ? `Reminder sent: ${event.reached} rounds without a todo_write call.` : '';
    case 'todosChanged':
      return todosBlock(event.items);
    case 'notice':
      return `${noticeWords[event.level]}:\n\n${indented(event.text)}`;
    case 'runFinished':
      return outcomeBlock(event.outcome);
    case 'steered':
    case 'steeringSent':
    case 'stopPointsChanged':
    case 'paused':
    case 'resumed':
    case 'problemsFound':
      return steerText(event);
  }
}

const allowedWords = {
  once: 'Allowed',
  session: 'Allowed for this session',
  item: 'Allowed for this todo item',
  always: 'Allowed always',
} as const;

const noticeWords = { info: 'Note', warning: 'Warning', error: 'Error' } as const;

const outcomeWords: Readonly<Record<CallOutcome, string>> = {
  ok: 'Done',
  error: 'Failed',
  denied: 'Not executed: denied by you',
  forbidden: 'Not executed: forbidden by a rule',
  cancelled: 'Stopped',
};

function finishedBlock(event: Finished): string {
  const { evidence } = event;
  const facts = [outcomeWords[event.outcome]];
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

function outcomeBlock(outcome: RunOutcome): string {
  const words: Readonly<Record<RunOutcome['kind'], string>> = {
    completed: 'Completed',
    cancelled: 'Stopped',
    blocked: 'Blocked',
    limit: 'Limit reached',
    failed: 'Failed',
  };
  const heading = `## ${words[outcome.kind]}, rounds: ${outcome.rounds}`;
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
