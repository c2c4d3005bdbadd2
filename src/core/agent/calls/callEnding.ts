import type { Refuser } from '../../permissions/permissionDecider.ts';
import type { ToolEvidence } from '../../tools/tool.ts';
import type { CallOutcome } from '../agentEvents.ts';

export interface CallFacts {
  /** True when the call counts as made: it got to its tool, or would have but for its arguments. */
  readonly reachedTool?: boolean;
  /** Milliseconds in the tool. */
  readonly durationMs?: number;
  readonly response?: unknown;
  readonly evidence?: ToolEvidence | undefined;
  /** Of a forbidden call. */
  readonly refusedBy?: Refuser | undefined;
  /** Ends the run, for this reason. */
  readonly stop?: string | undefined;
}

/** How a call ended. */
export class CallEnding {
  readonly outcome: CallOutcome;
  /** What the model reads. */
  readonly text: string;
  readonly #facts: CallFacts;

  constructor(outcome: CallOutcome, text: string, facts: CallFacts = {}) {
    this.outcome = outcome;
    this.text = text;
    this.#facts = facts;
  }

  get reachedTool(): boolean {
    return this.#facts.reachedTool ?? false;
  }

  get durationMs(): number {
    return this.#facts.durationMs ?? 0;
  }

  get response(): unknown {
    return this.#facts.response;
  }

  get evidence(): ToolEvidence | undefined {
    return this.#facts.evidence;
  }

  get refusedBy(): Refuser | undefined {
    return this.#facts.refusedBy;
  }

  get stop(): string | undefined {
    return this.#facts.stop;
  }

  withText(text: string): CallEnding {
    return new CallEnding(this.outcome, text, this.#facts);
  }
}
