/** A file that is being named: `@src/ma` just before the caret. */
export interface Mention {
  /** Where the @ stands. */
  readonly start: number;
  readonly end: number;
  readonly query: string;
}

/** An @ begins a name at the start of a word only: `a@b` is an address. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const query = /(?:^|[\s([{"'`])@([^\s@]*)$/.exec(text.slice(0, caret))?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, end: caret, query };
}

/** The text with the file's name in the place of what was typed of it, and where the caret goes. */
export function withFile(text: string, { start, end }: Mention, file: string): { text: string; caret: number } {
  // A name with blanks would end at the first one.
  const name = /\s/.test(file) ? `@"${file}" ` : `@${file} `;
  const rest = text.slice(end).replace(/^ /, '');
  return { text: text.slice(0, start) + name + rest, caret: start + name.length };
}
