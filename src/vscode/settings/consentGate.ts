import type { Refusal, StartGate } from '../commands/startGate.ts';
import type { ContentConsent } from './contentConsent.ts';
import type { ConsentAnswer } from './consentQuestion.ts';

export interface ConsentGatePorts<Content> {
  readonly consent: ContentConsent<Content>;
  /** Read anew: what of the workspace waits for the person's yes. */
  readonly undecided: () => Promise<readonly Content[]>;
  readonly ask: (waiting: readonly Content[], canGoWithout: true) => Promise<ConsentAnswer>;
  /** Why nothing starts when the person wants to read first, and when they left the question. */
  readonly refusals: { readonly opened: string; readonly none: string };
}

/** Lets the person decide on what comes with the workspace before a run begins. */
export class ConsentGate<Content> implements StartGate {
  readonly #inner: StartGate;
  readonly #ports: ConsentGatePorts<Content>;

  /** @param inner is asked first. */
  constructor(inner: StartGate, ports: ConsentGatePorts<Content>) {
    this.#inner = inner;
    this.#ports = ports;
  }

  place(): Refusal | undefined {
    return this.#inner.place();
  }

  ready(): Promise<Refusal | undefined> {
    return this.#inner.ready();
  }

  async check(): Promise<Refusal | undefined> {
    const refusal = await this.#inner.check();
    if (refusal !== undefined) return refusal;
    const { consent, undecided, ask, refusals } = this.#ports;
    const waiting = (await undecided()).filter((content) => !consent.isRefused(content));
    if (waiting.length === 0) return undefined;
    const answer = await ask(waiting, true);
    switch (answer) {
      case 'allow':
        await consent.allow(waiting);
        await undecided();
        return undefined;
      case 'without':
        consent.refuse(waiting);
        return undefined;
      case 'opened':
      case 'none':
        return { reason: refusals[answer] };
    }
  }
}
