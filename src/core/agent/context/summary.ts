import type { AssistantMessage, ContentBlockParam, Message } from '../../model/messages.ts';
import { estimateMessages } from '../../model/tokenEstimate.ts';
import { withoutThinking } from '../../model/withoutThinking.ts';

/** The request for a summary, behind the conversation as it is, so that its prefix comes from the cache. */
export function summaryInstruction(wishes: string): string {
  return [
    'The conversation is getting too long and goes on from a summary of yours; all messages so far will be gone.',
    'Call no tools. Answer with the summary alone, in <summary></summary>, in the language of the user. It says:',
    '1. What the user wants, and every rule and wish that still holds.',
    '2. What was found out: paths, names, commands, exact error messages, decisions and their reasons.',
    '3. What was changed so far, file by file, and what was checked, with its result.',
    '4. What failed and must not be tried again.',
    '5. Where the work stands now, and the very next step.',
    "The user's own messages and the todo list are added word for word; don't repeat them.",
    ...(wishes.trim() === '' ? [] : [`The user asks of this summary: ${wishes.trim()}`]),
  ].join('\n');
}

/** @returns undefined when the answer holds no summary: the model may decline, or go on working instead. */
export function readSummary({ content, stop_reason: reason }: AssistantMessage): string | undefined {
  if (reason === 'refusal') return undefined;
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const marked = /<summary>([\s\S]*?)(<\/summary>|$)/.exec(text)?.[1];
  const summary = marked ?? (content.some(({ type }) => type === 'tool_use') ? '' : text);
  return summary.trim() === '' ? undefined : summary.trim();
}

export interface CompactedParts {
  /** Undefined when no model could write one. */
  readonly summary: string | undefined;
  /** The host's own texts, kept word for word: the todo list with its evidence. */
  readonly carriedOver: string | undefined;
  /** Whether the work goes on at once. */
  readonly goesOn: boolean;
  /** The last round stays as it is when it takes at most so many tokens. */
  readonly maxLastRound: number;
}

/** The history that takes the place of `messages`. */
export function compactedHistory(messages: readonly Message[], parts: CompactedParts): Message[] {
  const lastRound = parts.goesOn ? lastRoundOf(messages, parts.maxLastRound) : [];
  const words = wordsOfUser(messages);
  const texts = [
    `${marker}\n<summary>\n${parts.summary ?? 'There is no summary: it could not be made.'}\n</summary>`,
    ...(words === '' ? [] : [`${wordsStart}\n${words}\n${wordsEnd}`]),
    ...(parts.carriedOver === undefined || parts.carriedOver.trim() === ''
      ? []
      : [`<todos>\n${parts.carriedOver.trim()}\n</todos>`]),
    ...(parts.goesOn ? ['Go on with the work from there.'] : []),
  ];
  return [{ role: 'user', content: texts.map((text) => ({ type: 'text', text })) }, ...lastRound];
}

const marker = 'To make room, this summary takes the place of the conversation so far.';
const wordsStart = '<user_messages>';
const wordsEnd = '</user_messages>';
const maxWords = 16_000;

/** The last answer with calls and its results, which the model may not have seen yet. */
function lastRoundOf(messages: readonly Message[], maxTokens: number): readonly Message[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const answer = messages[at];
  if (answer === undefined || !blocksOf(answer).some(({ type }) => type === 'tool_use')) return [];
  const round = [withoutThinking(answer) ?? answer, ...messages.slice(at + 1)];
  return estimateMessages(round) <= maxTokens ? round : [];
}

/** What the user said from the start on, in order; of too much, the beginning and the end. */
function wordsOfUser(messages: readonly Message[]): string {
  const words = messages.flatMap(saidBy).join('\n\n');
  if (words.length <= maxWords) return words;
  return `${words.slice(0, maxWords / 2)}\n\n[…]\n\n${words.slice(-maxWords / 2)}`;
}

function saidBy(message: Message): readonly string[] {
  if (message.role !== 'user') return [];
  const texts = blocksOf(message).flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts[0]?.startsWith(marker) === true) return texts.flatMap(earlierWords);
  const hasResults = blocksOf(message).some(({ type }) => type === 'tool_result');
  // Beside results, only what the person said while the run was on; hooks and reminders had their moment.
  return hasResults ? texts.filter((text) => text.startsWith('<user_')) : texts;
}

function earlierWords(text: string): readonly string[] {
  return text.startsWith(wordsStart) ? [text.slice(wordsStart.length, text.lastIndexOf(wordsEnd)).trim()] : [];
}

function blocksOf({ content }: Message): readonly ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
