import type { Message } from '../../core/model/messages.ts';
import { withoutThinking } from '../../core/model/withoutThinking.ts';

/**
 * Keeps thinking out of requests once the API has refused it: its signature covers the system prompt, the tools and the
 * messages before it, any of which may have changed since, e.g. with a setting, a new day or another account. What is
 * left out stays left out, so that the prefix stays the same from then on.
 */
export class ThinkingFilter {
  readonly #replacements = new WeakMap<Message, Message | undefined>();
  #hasForgotten = false;

  /** @returns false when there is no thinking left to leave out. */
  forget(messages: readonly Message[]): boolean {
    const before = this.over(messages);
    this.#hasForgotten = true;
    const changed = before.filter((message) => withoutThinking(message) !== message);
    for (const message of messages) this.#replacements.set(message, withoutThinking(message));
    return changed.length > 0;
  }

  /** The messages as they are to be sent. */
  over(messages: readonly Message[]): readonly Message[] {
    if (!this.#hasForgotten) return messages;
    return messages.flatMap((message) => {
      if (!this.#replacements.has(message)) return [message];
      const replacement = this.#replacements.get(message);
      return replacement === undefined ? [] : [replacement];
    });
  }
}
