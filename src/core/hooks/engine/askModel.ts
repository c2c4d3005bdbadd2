import type { ModelClient } from '../../model/modelClient.ts';
import type { AskModel } from './promptHook.ts';

/** A verdict is short, but the model may think before it. */
const maxTokens = 4000;

/** Asks the agent's own model channel, apart from the conversation. */
export function askThrough(client: ModelClient, usualModel: () => string): AskModel {
  return async (prompt, signal, model = usualModel()) => {
    const request = {
      model,
      maxTokens,
      system: 'You judge one event in the work of a coding agent.',
      messages: [{ role: 'user' as const, content: prompt }],
      tools: [],
    };
    for await (const event of client.stream(request, signal)) {
      if (event.kind !== 'done') continue;
      return event.message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    }
    throw new Error('the answer ended in the middle');
  };
}
