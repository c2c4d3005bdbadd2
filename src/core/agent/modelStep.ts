import type { AssistantMessage, ToolDefinition } from '../model/messages.ts';
import { ModelError, type ModelClient } from '../model/modelClient.ts';
import { raisedMaxTokens } from '../model/modelLimits.ts';
import { ContextKeeper, type CompactOutcome, type ContextPorts, type Conversation } from './context/contextKeeper.ts';
import type { RequestSettings } from './requestSettings.ts';
import type { Run } from './run.ts';

export interface ModelStepPorts {
  readonly model: ModelClient;
  readonly tools: { definitions(enabled: readonly string[]): readonly ToolDefinition[] };
  /** How the conversation is kept within the model's window. */
  readonly context?: ContextPorts;
}

/** One question to the model: the conversation made to fit, sent, and its answer. */
export class ModelStep {
  readonly #ports: ModelStepPorts;
  readonly #context: ContextKeeper;

  constructor(ports: ModelStepPorts) {
    this.#ports = ports;
    this.#context = new ContextKeeper(ports.model, ports.context ?? {});
  }

  /** A conversation that is too long for the model is made shorter, and asked again once. @throws ModelError */
  async ask(run: Run, settings: RequestSettings): Promise<AssistantMessage> {
    const conversation = this.#conversation(run, settings);
    run.stage.text = makingRoom;
    await this.#context.fit(conversation);
    try {
      return await this.#request(run, conversation);
    } catch (error) {
      if (!ModelError.is(error, 'contextWindow') || !(await this.squeeze(run, settings))) throw error;
      return await this.#request(run, conversation);
    }
  }

  /** To be told of each answer, its message joined to the history. */
  noteAnswer({ usage, stop_reason: stopReason }: AssistantMessage, run: Run): void {
    // A conversation that grows beyond the window once more can be made shorter once more.
    if (stopReason !== 'model_context_window_exceeded') run.isSqueezed = false;
    this.#context.noteAnswer(usage, run.messages);
  }

  /** Makes as much room as can be made, once before the next answer. @returns whether there is more room now. */
  async squeeze(run: Run, settings: RequestSettings): Promise<boolean> {
    if (run.isSqueezed) return false;
    run.isSqueezed = true;
    run.stage.text = makingRoom;
    return (await this.#context.makeRoom(this.#conversation(run, settings))).kind === 'compacted';
  }

  /** At the person's wish, between two runs. @throws ModelError */
  compact(run: Run, settings: RequestSettings, instructions: string): Promise<CompactOutcome> {
    const conversation = this.#conversation(run, settings);
    return this.#context.compact(conversation, { trigger: 'manual', instructions, goesOn: false });
  }

  async #request(run: Run, { system, tools, settings }: Conversation): Promise<AssistantMessage> {
    const { model, maxTokens, effort } = settings;
    const messages = run.repair.over(run.messages);
    run.emit({ kind: 'requestStarted', messageCount: messages.length });
    const request = {
      model,
      maxTokens: run.isLimitRaised ? raisedMaxTokens(model, maxTokens) : maxTokens,
      system,
      messages,
      tools,
      effort,
    };
    for await (const event of this.#ports.model.stream(request, run.signal)) {
      if (event.kind === 'done') return run.callIds.distinct(event.message);
      run.emit(event);
    }
    run.signal.throwIfAborted();
    throw new ModelError('network', 'retry', 'The answer ended in the middle. Try again.');
  }

  #conversation({ messages, system, emit, signal }: Run, settings: RequestSettings): Conversation {
    const tools = this.#ports.tools.definitions(settings.enabledTools);
    return { messages, system, tools, settings, emit, signal };
  }
}

const makingRoom = 'while room was made in the conversation';
