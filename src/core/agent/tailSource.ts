/** A round as a tail source saw it, for logs and the status bar. */
export interface RoundCount {
  readonly usedTodo: boolean;
  /** The counter before a reminder set it back. */
  readonly reached: number;
  readonly reminded: boolean;
  /** The counter afterwards. */
  readonly counter: number;
}

/**
 * Adds text behind the tool results of a round: a reminder, a note from the person. Asked once per round; the loop
 * knows nothing of its reasons.
 */
export interface TailSource {
  /** At the start of a run. */
  reset(): void;
  /**
   * @param round the names of the calls that reached their tool, failed ones too, refused ones not.
   * @returns a text for the model, undefined for none.
   */
  afterRound(round: { readonly toolNames: readonly string[] }): string | undefined;
  /** Of a source that counts rounds: what the last one came to. */
  readonly lastRound?: RoundCount | undefined;
}
