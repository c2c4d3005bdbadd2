/**
 * The rules of the Messages API that a request body must keep, as far as it can be judged from the body alone. Pure, and
 * without any test framework. Stricter than the API in nothing but this: unknown parameters are refused, so that nothing
 * is sent by accident.
 */

/** The first breach, in words that name the place. */
export class ProtocolBreach extends Error {
  override readonly name = 'ProtocolBreach';
}

type Json = Record<string, unknown>;

const parameters = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'stream',
  'stop_sequences',
  'thinking',
  'metadata',
  'cache_control',
  'output_config',
];
const maxCacheMarks = 4;
const toolName = /^[a-zA-Z0-9_-]{1,128}$/;

/** @throws ProtocolBreach at the first rule that the body breaks. */
export function validateMessagesRequest(body: unknown): void {
  const request = object(body, 'the request');
  for (const key of Object.keys(request)) must(parameters.includes(key), `${key} is no parameter that may be sent`);
  must(isText(request['model']), 'model is missing');
  must(Number.isInteger(request['max_tokens']) && Number(request['max_tokens']) >= 1, 'max_tokens must be at least 1');
  checkSystem(request['system']);
  checkTools(request['tools']);
  checkMessages(array(request['messages'], 'messages'));
  must(cacheMarks(request) <= maxCacheMarks, `more than ${maxCacheMarks} blocks have cache_control`);
}

function checkSystem(system: unknown): void {
  if (system === undefined) return;
  if (typeof system === 'string') return must(isText(system), 'system is blank');
  array(system, 'system').forEach((block, index) => checkBlock(object(block, `system.${index}`), `system.${index}`));
}

function checkTools(tools: unknown): void {
  if (tools === undefined) return;
  const names = new Set<unknown>();
  array(tools, 'tools').forEach((value, index) => {
    const tool = object(value, `tools.${index}`);
    const name = tool['name'];
    must(typeof name === 'string' && toolName.test(name), `tools.${index}: the name is not allowed`);
    must(!names.has(name), `tools.${index}: tool names must be unique, ${String(name)} is there twice`);
    names.add(name);
    must(object(tool['input_schema'], `tools.${index}.input_schema`)['type'] === 'object', `tools.${index}: no schema`);
  });
}

function checkMessages(messages: readonly unknown[]): void {
  must(messages.length > 0, 'messages is empty');
  const ids = new Set<string>();
  let open: readonly string[] = [];
  messages.forEach((value, index) => {
    const at = `messages.${index}`;
    const message = object(value, at);
    const role = message['role'];
    must(role === 'user' || role === 'assistant', `${at}: the role must be user or assistant`);
    must(index > 0 || role === 'user', `${at}: the first message must be the user's`);
    const blocks = blocksOf(message['content'], at);
    blocks.forEach((block, place) => checkBlock(block, `${at}.content.${place}`));
    if (role === 'user') {
      checkResults(blocks, open, at);
      open = [];
    } else {
      must(open.length === 0, `${at}: tool_use ${open.join(', ')} has no tool_result in the next message`);
      open = checkCalls(blocks, ids, at);
    }
  });
  must(open.length === 0, `tool_use ${open.join(', ')} has no tool_result after it`);
  checkEnd(object(messages.at(-1), 'the last message'));
}

/** Models of today take no half-written answer to complete; only one that the provider paused may be sent back. */
function checkEnd(last: Json): void {
  if (last['role'] === 'user') return;
  const isPaused = blocksOf(last['content'], 'the last message').some((block) =>
    /^server_tool/.test(String(block['type'])),
  );
  must(isPaused, "the last message must be the user's");
}

function checkCalls(blocks: readonly Json[], ids: Set<string>, at: string): string[] {
  const calls = blocks.filter((block) => block['type'] === 'tool_use');
  return calls.map((call) => {
    const id = call['id'];
    must(typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id), `${at}: a tool_use has no proper id`);
    must(!ids.has(String(id)), `${at}: tool_use ids must be unique, ${String(id)} is there twice`);
    const name = call['name'];
    must(typeof name === 'string' && toolName.test(name), `${at}: tool_use ${String(id)} has no proper name`);
    object(call['input'], `${at}: the input of tool_use ${String(id)}`);
    ids.add(String(id));
    return String(id);
  });
}

function checkResults(blocks: readonly Json[], open: readonly string[], at: string): void {
  const results = blocks
    .filter((block) => block['type'] === 'tool_result')
    .map((block) => String(block['tool_use_id']));
  for (const id of results) must(open.includes(id), `${at}: tool_result ${id} has no tool_use in the message before`);
  for (const id of open) must(results.includes(id), `${at}: tool_use ${id} of the message before has no tool_result`);
  must(new Set(results).size === results.length, `${at}: a tool_use is answered twice`);
  const firstOther = blocks.findIndex((block) => block['type'] !== 'tool_result');
  const isFirst = firstOther === -1 || firstOther >= results.length;
  must(isFirst, `${at}: tool_result blocks must come first`);
}

function checkBlock(block: Json, at: string): void {
  must(isText(block['type']), `${at}: a block has no type`);
  if (block['type'] === 'text') must(isText(block['text']), `${at}: text blocks must not be blank`);
  if (block['type'] === 'thinking')
    must(typeof block['signature'] === 'string', `${at}: thinking has lost its signature`);
  if (block['type'] !== 'tool_result' || block['content'] === undefined || typeof block['content'] === 'string') return;
  array(block['content'], at).forEach((inner, index) => checkBlock(object(inner, at), `${at}.content.${index}`));
}

function blocksOf(content: unknown, at: string): readonly Json[] {
  if (typeof content === 'string') {
    must(isText(content), `${at}: the content is blank`);
    return [{ type: 'text', text: content }];
  }
  const blocks = array(content, `${at}.content`);
  must(blocks.length > 0, `${at}: the content is empty`);
  return blocks.map((block, index) => object(block, `${at}.content.${index}`));
}

/** Marks at any depth: on tools, system and message blocks, and the request's own. */
function cacheMarks(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.entries(value).filter(([key]) => key !== 'input' && key !== 'input_schema');
  const own = 'cache_control' in value && value.cache_control !== null ? 1 : 0;
  return own + inner.reduce((sum, [, part]) => sum + cacheMarks(part), 0);
}

function must(isKept: boolean, breach: string): void {
  if (!isKept) throw new ProtocolBreach(breach);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function array(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ProtocolBreach(`${what} must be a list`);
  return value;
}

function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolBreach(`${what} must be an object`);
  }
  // Checked above; the keys are read one by one as unknown.
  return value as Json;
}
