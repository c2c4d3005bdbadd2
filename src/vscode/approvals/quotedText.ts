import { shorten, showOnOneLine, writtenOut } from './exactText.ts';

/** What passes for the quotation marks of ours, in whichever language. */
const lookalike = /[\u02BA\u02EE\u05F4\u201C-\u201F\u2033\u2036\u275D\u275E\u301D-\u301F\uFF02]/gu;

/** Reads like the end of our question, with words of ours behind it. */
const seemingEnd = /(?:"|'')\s*[.?!\u3002\uFF01\uFF1F](?:\s|$)/u;

/** `text` for a place between double quotes: it can't end there, and what it held can be told from what was added. */
export function escapeQuotes(text: string): string {
  return text
    .replace(lookalike, writtenOut)
    .replace(/(\\*)"/g, '$1$1\\"')
    .replace(/\\+$/, '$&$&');
}

/**
 * `text` on one line between double quotes, cut in its middle so that it takes `limit` characters, escapes included,
 * and the words for what is left out.
 */
export function quoted(text: string, limit: number, omitted: (count: number) => string): string {
  const line = showOnOneLine(text).replace(lookalike, writtenOut);
  const added = escapeQuotes(line).length - line.length;
  return escapeQuotes(shorten(line, Math.max(limit - added, Math.floor(limit / 2)), omitted));
}

/** True when a quick reader could take a part of the quoted text for our own words. */
export function needsPageInQuotes(text: string): boolean {
  return text.search(lookalike) >= 0 || seemingEnd.test(text);
}
