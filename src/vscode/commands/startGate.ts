/** Why nothing may start, for a person, with the next steps. */
export interface Refusal {
  readonly reason: string;
  readonly steps?: readonly RefusalStep[];
}

export interface RefusalStep {
  readonly button: string;
  /** What the button does. Where it resolves with true, the obstacle is gone and what was refused goes on. */
  readonly command: string;
  readonly argument?: unknown;
}

/** Asked before each run. */
export interface StartGate {
  /** Folder and trust: at once. */
  place(): Refusal | undefined;
  /** Settings and key too, read anew, without a question: before a person is asked for a text. */
  ready(): Promise<Refusal | undefined>;
  /** All of it; may ask the person whether the key may go to a host that the workspace names. */
  check(): Promise<Refusal | undefined>;
}
