import * as vscode from 'vscode';
import { ModelError, type ModelClient, type ModelEvent, type ModelRequest } from '../../core/model/modelClient.ts';
import { lmErrorFor } from './lmFailure.ts';
import { toAnswer, toLmMessages, type LmMessage, type LmPart } from './lmMessages.ts';

export interface ListedLmModel {
  /** `vendor/id`, as `agent.model` takes it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
}

/** Any model that VS Code offers, e.g. with a subscription: it has the key, we need none. */
export class VscodeLmModel implements ModelClient {
  readonly #windows = new Map<string, number>();

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const model = await this.#find(request.model);
    const cancel = new vscode.CancellationTokenSource();
    const stop = (): void => cancel.cancel();
    signal.addEventListener('abort', stop);
    const parts: LmPart[] = [];
    try {
      const response = await model.sendRequest(toLmMessages(request).map(toVscode), optionsOf(request), cancel.token);
      for await (const given of response.stream) {
        const part = readPart(given);
        if (part === undefined) continue;
        parts.push(part);
        if (part.kind === 'text') yield { kind: 'text', delta: part.text };
      }
    } catch (error) {
      signal.throwIfAborted();
      throw lmErrorFor(error, request.model);
    } finally {
      signal.removeEventListener('abort', stop);
      cancel.dispose();
    }
    // A cancelled stream may end as if it were whole.
    signal.throwIfAborted();
    yield { kind: 'done', message: toAnswer(parts, request, request.model) };
  }

  /** The models that VS Code offers now. @throws ModelError where it has no such thing. */
  async listModels(): Promise<readonly ListedLmModel[]> {
    const models = await select();
    return models.map((model) => ({ id: idOf(model), name: model.name }));
  }

  /** Tokens that the model takes, once it was used. */
  windowFor(model: string): number | undefined {
    return this.#windows.get(model);
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
