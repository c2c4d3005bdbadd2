import type { ModelClient, ModelEvent, ModelRequest } from '../../core/model/modelClient.ts';
import type { Provider } from '../../core/settings/agentSettings.ts';

export interface ListedModel {
  /** As `agent.model` takes it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
}

/** A channel to models, with its list of them. */
export interface ModelChannel extends ModelClient {
  /** @throws ModelError */
  listModels(signal: AbortSignal): Promise<readonly ListedModel[]>;
}

/** The channel that `agent.provider` names at the time of the request. */
export class ProviderModel implements ModelChannel {
  readonly #channels: Readonly<Record<Provider, ModelChannel>>;
  readonly #provider: () => Provider;

  constructor(channels: Readonly<Record<Provider, ModelChannel>>, provider: () => Provider) {
    this.#channels = channels;
    this.#provider = provider;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    return this.#current.stream(request, signal);
  }

  /** Whichever is being waited for. */
  retryNow(): void {
    for (const channel of Object.values(this.#channels)) channel.retryNow?.();
  }

  windowFor(model: string): number | undefined {
    return this.#current.windowFor?.(model);
  }

  listModels(signal: AbortSignal): Promise<readonly ListedModel[]> {
    return this.#current.listModels(signal);
  }

  get #current(): ModelChannel {
    return this.#channels[this.#provider()];
  }
}
