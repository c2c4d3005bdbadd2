import { Emitter } from '../util/event.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from './approver.ts';

interface Entry {
  readonly request: ApprovalRequest;
  readonly resolve: (answer: ApprovalAnswer) => void;
}

/**
 * The calls that wait for the person, first come first served. It only holds them: whoever shows `current` also
 * answers it. Nothing but `answer` resolves a call, so a closed prompt leaves it waiting.
 */
export class ApprovalQueue implements Approver {
  readonly #entries = new Map<string, Entry>();
  readonly #didChange = new Emitter<readonly ApprovalRequest[]>();
  /** Fires with `waiting` after each change of it. */
  readonly onDidChange = this.#didChange.event;

  /** In the order of asking, `current` first. */
  get waiting(): readonly ApprovalRequest[] {
    return [...this.#entries.values()].map((entry) => entry.request);
  }

  /** The one to show. */
  get current(): ApprovalRequest | undefined {
    return this.waiting[0];
  }

  /** Throws when that call waits already: one answer must not count for two. */
  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    signal.throwIfAborted();
    const { callId } = request;
    if (this.#entries.has(callId)) throw new Error(`The call ${callId} waits for an approval already.`);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', cancel);
        this.#entries.delete(callId);
        this.#didChange.fire(this.waiting);
      };
      const cancel = (): void => {
        // Before the listeners: the call is over whatever they do.
        reject(reasonOf(signal));
        leave();
      };
      const settle = (answer: ApprovalAnswer): void => {
        resolve(answer);
        leave();
      };
      signal.addEventListener('abort', cancel);
      this.#entries.set(callId, { request, resolve: settle });
      this.#didChange.fire(this.waiting);
    });
  }

  /** Answers that call, whatever its place. False, and without effect, when it doesn't wait (any more). */
  answer(callId: string, answer: ApprovalAnswer): boolean {
    const entry = this.#entries.get(callId);
    entry?.resolve(answer);
    return entry !== undefined;
  }
}

/** What an aborted signal throws; typed `any`, since anything can be given to `abort`. */
function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}
