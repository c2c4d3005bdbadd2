import type { ModelClient, ModelEvent, ModelRequest } from './modelClient.ts';
import { ScriptedModel, type ScriptedModelOptions, type ScriptedTurn } from './scriptedModel.ts';

/**
 * The demo's model: plays its script as long as every call works out. A script can't react to a refusal or a failure,
 * so it says that and ends, rather than claim what didn't happen.
 */
export class DemoModel implements ModelClient {
  readonly name = 'demo script';
  readonly #script: ScriptedModel;
  readonly #options: ScriptedModelOptions;

  constructor(turns: readonly ScriptedTurn[], options: ScriptedModelOptions = {}) {
    this.#script = new ScriptedModel(turns, options);
    this.#options = options;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    if (!hasFailedCall(request)) return this.#script.stream(request, signal);
    const text =
      'The last call was declined or did not work out, so the rest of the plan was not carried out. ' +
      'This demo plays a fixed script and ends here; a real model would take it into account and go on.';
    return new ScriptedModel([[{ type: 'text', text }]], this.#options).stream(request, signal);
  }
}

function hasFailedCall({ messages }: ModelRequest): boolean {
  const content = messages.at(-1)?.content;
  if (content === undefined || typeof content === 'string') return false;
  return content.some((block) => block.type === 'tool_result' && block.is_error === true);
}
