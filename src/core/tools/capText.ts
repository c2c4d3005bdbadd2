/** The beginning and the end of `text`, together at most `limit` characters, with `note` between them; all of it when it fits. */
export function capMiddle(text: string, limit: number, note: (leftOut: number) => string): string {
  if (text.length <= limit) return text;
  const head = beforeSurrogate(text, Math.ceil(limit / 2));
  const tail = beforeSurrogate(text, text.length - Math.floor(limit / 2));
  return `${text.slice(0, head)}\n${note(tail - head)}\n${text.slice(tail)}`;
}

/** A line that one can still read. */
export function capLine(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const end = beforeSurrogate(line, limit);
  return `${line.slice(0, end)}... (${line.length - end} more characters)`;
}

/** `index`, or the one before where it would cut a character in two. */
function beforeSurrogate(text: string, index: number): number {
  const code = text.charCodeAt(index - 1);
  return code >= 0xd800 && code <= 0xdbff ? index - 1 : index;
}
