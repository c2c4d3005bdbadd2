import type { Message } from './messages.ts';

/**
 * The message without its thinking; the same object when it has none. Thinking is signed together with everything before
 * it: once something there has changed, it must not be sent back. @returns undefined when nothing else is left.
 */
export function withoutThinking(message: Message): Message | undefined {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  if (content.length === message.content.length) return message;
  return content.length === 0 ? undefined : { ...message, content };
}
