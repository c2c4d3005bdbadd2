/** The line end of `text` when all its line ends are the same one, else undefined. */
export function uniformLineEnd(text: string): '\n' | '\r\n' | undefined {
  const found = new Set(text.match(/\r\n|\n|\r/g));
  const [only] = found;
  return found.size === 1 && only !== '\r' ? (only as '\n' | '\r\n') : undefined; // the only other matches
}

/** `text` with the line end that `model` uses throughout; unchanged where `model` has none or several kinds. */
export function withLineEndsOf(model: string, text: string): string {
  const lineEnd = uniformLineEnd(model);
  return lineEnd === undefined ? text : text.replace(/\r\n|\n/g, () => lineEnd);
}
