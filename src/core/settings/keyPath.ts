/** A stretch of text, in UTF-16 units from the start. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** One string per path of keys, unambiguous whatever the keys hold. */
export function keyPath(path: readonly string[]): string {
  return JSON.stringify(path);
}
