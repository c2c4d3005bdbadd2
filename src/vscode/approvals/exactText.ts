/**
 * Characters that don't show as themselves: control characters, format characters (bidirectional marks among
 * them), everything a renderer may ignore, blanks that pass for a space.
 */
const hidden = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The start of what a notification would turn into a link and so show without its target. */
const linkTarget = /(?<=\])\((?=(?:https?|command|file):)/giu;

/** A character by its number. */
export function writtenOut(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
}

/** How many characters of `text` a person would not see; line ends and tabs don't count. */
export function countHidden(text: string): number {
  return text.replaceAll('\r\n', '\n').match(hidden)?.length ?? 0;
}

/** `text` with each hidden character written out (`<U+202E>`), none dropped. Line feeds and tabs stay. */
export function showHidden(text: string): string {
  return text.replace(hidden, writtenOut);
}

/** `text` for a notification, which knows neither lines nor plain `[text](https://...)`. */
export function showOnOneLine(text: string): string {
  return showHidden(text).replace(linkTarget, writtenOut).replaceAll('\n', ' \u23CE ').replaceAll('\t', ' ');
}

/** What a pick's label, description and detail would draw as an icon, or, where there is no such icon, as nothing. */
const icon = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/giu;

/** `text` for a pick: `$(whoami)` in a command stays those words. */
export function withoutIcons(text: string): string {
  return text.replace(icon, String.raw`\$&`);
}

/** True when one line can't show `text` exactly as it is. */
export function needsPage(text: string): boolean {
  return text.includes('\n') || showOnOneLine(text) !== text.replaceAll('\t', ' ');
}

/**
 * The first and the last part of a text that is longer than `limit` characters; `omitted` words what is between. A text
 * that is shorter than that stays whole.
 */
export function shorten(text: string, limit: number, omitted: (count: number) => string): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 4);
  const cut = `${text.slice(0, limit - tail)} ${omitted(text.length - limit)} ${text.slice(-tail)}`;
  return cut.length < text.length ? cut : text;
}
