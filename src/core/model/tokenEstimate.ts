import type { Message, Usage } from './messages.ts';

const charactersPerToken = 4;

/** Tokens of a text or of anything that is sent as JSON, by the usual rule of thumb. */
export function estimateTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Math.ceil(text.length / charactersPerToken);
}

export function estimateMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message.content), 0);
}

/** All tokens of a request and its answer, which the next request begins with. */
export function tokensOf(usage: Usage): number {
  return inputTokensOf(usage) + usage.output_tokens;
}

/** Those of the request alone, cached or not. */
export function inputTokensOf({
  input_tokens: plain,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
}: Usage): number {
  return plain + (read ?? 0) + (written ?? 0);
}
