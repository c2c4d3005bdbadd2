import * as vscode from 'vscode';
import { ModelError, type ModelEvent, type ModelRequest } from '../../core/model/modelClient.ts';
import { StallError, StallWatch } from '../../core/model/stallWatch.ts';
import { EventQueue } from '../../core/util/eventQueue.ts';
import type { ListedModel, ModelChannel } from './providerModel.ts';
import { lmErrorFor } from './lmFailure.ts';
import { toAnswer, toLmMessages, type LmMessage, type LmPart } from './lmMessages.ts';

export interface VscodeLmOptions {
  /** Milliseconds without a word, asked before each attempt: then `notResponding` is told, and it is given up after three times as long. */
  readonly stallTimeout?: () => number;
  /** Whether the person has said that we may use a model. */
  readonly access?: Pick<vscode.LanguageModelAccessInformation, 'canSendRequest'>;
}

const defaultStallTimeout = 60_000;

/** Any model that VS Code offers, e.g. with a subscription: it has the key, we need none. */
export class VscodeLmModel implements ModelChannel {
  readonly #options: VscodeLmOptions;
  readonly #windows = new Map<string, number>();
  /** The attempts under way. */
  readonly #watches = new Set<StallWatch>();

  constructor(options: VscodeLmOptions = {}) {
    this.#options = options;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        yield* this.#attempt(request, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof StallError) || error.code !== 'GIVEN_UP') throw lmErrorFor(error, request.model);
        yield { kind: 'retry', attempt, delayMs: 0, reason: vscode.l10n.t('You asked for another attempt.') };
      }
    }
  }

  retryNow(): void {
    for (const watch of [...this.#watches]) watch.giveUp();
  }

  /** The models that VS Code offers now. @throws ModelError where it has no such thing. */
  async listModels(): Promise<readonly ListedModel[]> {
    const models = await select();
    return models.map((model) => ({ id: idOf(model), name: model.name }));
  }

  /** Tokens that the model takes, once it was used. */
  windowFor(model: string): number | undefined {
    return this.#windows.get(model);
  }

  async *#attempt(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const model = await this.#find(request.model);
    const cancel = new vscode.CancellationTokenSource();
    const send = (): Response =>
      model.sendRequest(toLmMessages(request).map(toVscode), optionsOf(request), cancel.token);
    try {
      // VS Code asks the person for their consent first: that is no silence of the model.
      const isAsked = this.#options.access?.canSendRequest(model) === undefined;
      const response = isAsked ? await unlessAborted(send(), signal) : undefined;
      yield* this.#read(request, response ?? send, signal);
    } finally {
      cancel.cancel();
      cancel.dispose();
    }
  }

  /** The answer as it comes, under watch. A provider may heed no token: nobody waits for one that was given up. */
  async *#read(
    request: ModelRequest,
    response: vscode.LanguageModelChatResponse | (() => Response),
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent> {
    const events = new EventQueue<ModelEvent>();
    const timeout = this.#options.stallTimeout?.() ?? defaultStallTimeout;
    using watch = new StallWatch(timeout, (silentMs) => events.push({ kind: 'notResponding', silentMs }), signal);
    watch.signal.throwIfAborted();
    watch.signal.addEventListener('abort', () => events.close({ error: watch.signal.reason }));
    this.#watches.add(watch);
    const parts: LmPart[] = [];
    const read = async (): Promise<void> => {
      const { stream } = await (typeof response === 'function' ? response() : response);
      for await (const given of stream) {
        watch.hear();
        const part = readPart(given);
        if (part === undefined) continue;
        parts.push(part);
        if (part.kind === 'text') events.push({ kind: 'text', delta: part.text });
      }
      // A cancelled stream may end as if it were whole.
      if (watch.signal.aborted) return;
      watch.finish();
      events.push({ kind: 'done', message: toAnswer(parts, request, request.model) });
    };
    void read().then(
      () => events.close(),
      (error: unknown) => events.close({ error }),
    );
    try {
      yield* events;
    } finally {
      this.#watches.delete(watch);
    }
  }

  /** By `vendor/id`, or by the id, family or name alone. */
  async #find(name: string): Promise<vscode.LanguageModelChat> {
    const models = await select();
    const model =
      models.find((candidate) => idOf(candidate) === name) ??
      models.find(({ id, family, name: shown }) => [id, family, shown].includes(name));
    if (model === undefined) throw unknownModel(name, models.map(idOf));
    this.#windows.set(name, model.maxInputTokens);
    return model;
  }
}

type Response = Thenable<vscode.LanguageModelChatResponse>;

/** @throws the signal's reason, as soon as it is aborted */
function unlessAborted<Value>(promise: Thenable<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}

async function select(): Promise<readonly vscode.LanguageModelChat[]> {
  // Absent in other makers' editors, whatever the types say.
  const lm = (vscode as { readonly lm?: Partial<typeof vscode.lm> }).lm;
  if (lm?.selectChatModels === undefined) {
    const text = vscode.l10n.t(
      'This editor offers no language models to extensions. Set agent.provider to "anthropic" and a key, or use VS Code 1.100 or newer.',
    );
    throw new ModelError('notFound', 'openSettings', text);
  }
  const models = await lm.selectChatModels({});
  if (models.length > 0) return models;
  const text = vscode.l10n.t(
    'VS Code has no language model to offer. Install an extension that brings one, such as GitHub Copilot, and sign in; or set agent.provider to "anthropic".',
  );
  throw new ModelError('notFound', 'openSettings', text);
}

function unknownModel(name: string, offered: readonly string[]): ModelError {
  const list = offered.slice(0, 5).join(', ');
  const text = vscode.l10n.t('VS Code offers no model "{0}". Select one of those it has: {1}.', name, list);
  return new ModelError('notFound', 'selectModel', text);
}

function idOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}

function optionsOf({ tools }: ModelRequest): vscode.LanguageModelChatRequestOptions {
  return {
    justification: vscode.l10n.t('Todo Agent works on your task with it.'),
    tools: tools.map(({ name, description = '', input_schema: inputSchema }) => ({ name, description, inputSchema })),
    toolMode: vscode.LanguageModelChatToolMode.Auto,
  };
}

function toVscode({ role, parts }: LmMessage): vscode.LanguageModelChatMessage {
  const { Assistant, User } = vscode.LanguageModelChatMessageRole;
  return new vscode.LanguageModelChatMessage(role === 'assistant' ? Assistant : User, parts.map(toVscodePart));
}

function toVscodePart(
  part: LmPart,
): vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart | vscode.LanguageModelToolResultPart {
  switch (part.kind) {
    case 'text':
      return new vscode.LanguageModelTextPart(part.text);
    case 'call':
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case 'result':
      return new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(part.text)]);
  }
}

/** @returns undefined for parts of other kinds, e.g. a provider's thinking. */
function readPart(given: unknown): LmPart | undefined {
  if (given instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: given.value };
  if (given instanceof vscode.LanguageModelToolCallPart) {
    return { kind: 'call', id: given.callId, name: given.name, input: given.input };
  }
  return undefined;
}
