import type { AssistantMessage, Message } from '../../model/messages.ts';
import { callsOf } from './leftCalls.ts';

/**
 * The ids of a conversation's calls. The API's are unique; other endpoints begin anew with each answer, or take letters
 * that the API doesn't, and a history with such ids can't be sent back.
 */
export class CallIds {
  readonly #known: Set<string>;

  constructor(history: readonly Message[]) {
    this.#known = new Set(history.flatMap((message) => callsOf(message).map(({ id }) => id)));
  }

  /** The answer with an id of its own for each call; the same object where they are. */
  distinct(answer: AssistantMessage): AssistantMessage {
    const content = answer.content.map((block) => {
      if (block.type !== 'tool_use') return block;
      const id = this.#free(block.id.replaceAll(/[^a-zA-Z0-9_-]/g, '_'));
      this.#known.add(id);
      return id === block.id ? block : { ...block, id };
    });
    return content.every((block, at) => block === answer.content[at]) ? answer : { ...answer, content };
  }

  #free(given: string): string {
    if (given !== '' && !this.#known.has(given)) return given;
    let number = 2;
    while (this.#known.has(`${given}_${number}`)) number += 1;
    return `${given}_${number}`;
  }
}
