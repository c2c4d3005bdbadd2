import { parseHostMessage, type HostMessage, type PageMessage } from '../core/session/transcript/transcriptMessages.ts';

/** What VS Code gives a page. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The extension on the other side, and what outlives the page. */
export class Host {
  // VS Code hands it out once.
  readonly #api = acquireVsCodeApi();

  post(message: PageMessage): void {
    this.#api.postMessage(message);
  }

  /** Messages of any other shape are none. */
  onMessage(listener: (message: HostMessage) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = parseHostMessage(data);
      if (message !== undefined) listener(message);
    });
  }

  get state(): unknown {
    return this.#api.getState();
  }

  set state(state: unknown) {
    this.#api.setState(state);
  }
}
