import type { ContentBlockParam, Message, ToolResult } from '../../model/messages.ts';

/** What stands in for a result that was lost, e.g. because the editor was closed in the middle of a call. */
const lostResult = 'Error: no result was recorded for this call; it may or may not have run';
const lostStart = '(The start of this conversation is missing.)';

/**
 * Makes any history one that the API accepts: every call is answered in the next message, results come first there and
 * in the order of the calls, no result is without its call, nothing is empty, the first word is the user's. What is
 * right already stays the same object. Thinking stays as it is, or goes when it has lost its signature, since it can't
 * be sent back then. Several messages of one side in a row are left: the API reads them as one.
 */
export function repairHistory(history: readonly Message[]): Message[] {
  const repaired = repairPart(history, new Set());
  if (repaired[0] !== undefined && repaired[0].role !== 'user') repaired.unshift({ role: 'user', content: lostStart });
  return repaired;
}

/**
 * The same for a history that mostly grows at its end: what was found right is not looked at again, so that a request
 * costs as much in round 1,000 as in round 1.
 */
export class HistoryRepair {
  #right = 0;
  #last: Message | undefined;
  readonly #callIds = new Set<string>();

  /** @returns the same array when there is nothing to repair. */
  over(messages: readonly Message[]): readonly Message[] {
    if (this.#right > messages.length || messages[this.#right - 1] !== this.#last) this.#forget();
    const added = messages.slice(this.#right);
    const repaired = repairPart(added, this.#callIds);
    const isRight = repaired.length === added.length && repaired.every((message, at) => message === added[at]);
    if (isRight && messages[0]?.role === 'user') {
      this.#right = messages.length;
      this.#last = messages.at(-1);
      return messages;
    }
    this.#forget();
    return repairHistory(messages);
  }

  #forget(): void {
    this.#right = 0;
    this.#last = undefined;
    this.#callIds.clear();
  }
}

/** @param callIds those of the calls before; the calls of this part are added. */
function repairPart(part: readonly Message[], callIds: Set<string>): Message[] {
  const messages = withoutRepeatedCalls(part, callIds).map(withSoundBlocks);
  const repaired: Message[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message === undefined) continue;
    if (message.role === 'user') {
      pushUnlessEmpty(repaired, withoutResults(message));
      continue;
    }
    pushUnlessEmpty(repaired, message);
    const calls = callsOf(message);
    if (calls.length === 0) continue;
    const answers = messages.slice(index + 1, nextAssistant(messages, index + 1));
    repaired.push(...answered(calls, answers));
    index += answers.length;
  }
  return repaired;
}

/** The user messages behind an assistant message with calls: the first holds every result, in the order of the calls. */
function answered(calls: readonly string[], answers: readonly Message[]): Message[] {
  const [first, ...others] = answers;
  if (first !== undefined && isInOrder(first, calls) && !others.some(hasResult)) return [...answers];
  const found = new Map(answers.flatMap(resultsOf).map((result) => [result.tool_use_id, result]));
  const results = calls.map((id): ToolResult => found.get(id) ?? lost(id));
  const rest = answers.map(withoutResults).filter((message) => message.content.length > 0);
  const [next, ...later] = rest;
  return [{ role: 'user', content: [...results, ...(next === undefined ? [] : blocksOf(next))] }, ...later];
}

function lost(id: string): ToolResult {
  return { type: 'tool_result', tool_use_id: id, content: lostResult, is_error: true };
}

function isInOrder(message: Message, calls: readonly string[]): boolean {
  const blocks = blocksOf(message);
  return (
    resultsOf(message).length === calls.length &&
    calls.every((id, index) => {
      const block = blocks[index];
      return block?.type === 'tool_result' && block.tool_use_id === id;
    })
  );
}

/** An id counts once in a history: a later call with the same id goes, a later result finds no call. */
function withoutRepeatedCalls(history: readonly Message[], seen: Set<string>): Message[] {
  return history.map((message) =>
    keep(message, (block) => {
      if (message.role !== 'assistant' || block.type !== 'tool_use') return true;
      if (seen.has(block.id)) return false;
      seen.add(block.id);
      return true;
    }),
  );
}

/** Without blocks that the API refuses, and with inputs and results as it wants them. */
function withSoundBlocks(message: Message): Message {
  if (typeof message.content === 'string') return message.content.trim() === '' ? { ...message, content: [] } : message;
  const sound = keep(message, isSound);
  if (typeof sound.content === 'string' || sound.role === 'system') return sound;
  const content = sound.content.map(mended);
  return content.every((block, at) => block === sound.content[at]) ? sound : { ...sound, content };
}

function isSound(block: ContentBlockParam): boolean {
  switch (block.type) {
    case 'text':
      return isText(block.text);
    case 'thinking':
      return isText(block.signature);
    case 'redacted_thinking':
      return isText(block.data);
    default:
      return true;
  }
}

function mended(block: ContentBlockParam): ContentBlockParam {
  if (block.type === 'tool_use') {
    const name = sendableName(block.name);
    const isRight = isObject(block.input) && name === block.name;
    return isRight ? block : { ...block, name, input: isObject(block.input) ? block.input : {} };
  }
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return block;
  const content = block.content.filter((part) => part.type !== 'text' || isText(part.text));
  return content.length === block.content.length ? block : { ...block, content };
}

/** A model may call a tool by any name; the API takes it back in these letters only. */
function sendableName(name: unknown): string {
  const text = typeof name === 'string' ? name : '';
  return text.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, 128) || '_';
}

/** A stored history may lack what the types promise. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutResults(message: Message): Message {
  return keep(message, (block) => block.type !== 'tool_result');
}

/** The same message when every block stays. */
function keep(message: Message, isKept: (block: ContentBlockParam) => boolean): Message {
  if (typeof message.content === 'string' || message.role === 'system') return message;
  const blocks = message.content.filter(isKept);
  return blocks.length === message.content.length ? message : { ...message, content: blocks };
}

function pushUnlessEmpty(messages: Message[], message: Message): void {
  if (message.content.length > 0) messages.push(message);
}

function nextAssistant(messages: readonly Message[], from: number): number {
  let index = from;
  while (index < messages.length && messages[index]?.role === 'user') index += 1;
  return index;
}

function callsOf(message: Message): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function resultsOf(message: Message): ToolResult[] {
  return blocksOf(message).filter((block) => block.type === 'tool_result');
}

function hasResult(message: Message): boolean {
  return resultsOf(message).length > 0;
}

function blocksOf(message: Message): readonly ContentBlockParam[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}
