/** Why nothing may start, for a person, with the next step. */
export interface Refusal {
  readonly reason: string;
  readonly button?: string;
  /** What the button does. */
  readonly command?: string;
  readonly argument?: string;
}

/** Asked before each run. */
export interface StartGate {
  /** Folder and trust: at once, before a task is asked for. */
  place(): Refusal | undefined;
  /** Settings and key too, read anew; may ask the person whether the key may go to a host that the workspace names. */
  check(): Promise<Refusal | undefined>;
}
