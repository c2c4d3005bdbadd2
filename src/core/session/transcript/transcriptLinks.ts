/** Where a link in an answer may lead. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly url: string }
  /** `path` as it was written: relative to a workspace folder, absolute, or a `file:` URI. `line` counts from 1. */
  | { readonly kind: 'file'; readonly path: string; readonly line: number | undefined };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
/** `#L12`, `#12`, `:12` and `:12:3`, as people and models write places in files. */
const place = /(?:#L?|:)(\d{1,9})(?:[:-]L?\d+)?$/;

/** Undefined for all that must not be followed: `command:`, `javascript:`, `data:` and any other scheme. */
export function linkTarget(href: string): LinkTarget | undefined {
  const text = href.trim();
  // Controls and blanks have no business in an address; parsers elsewhere drop them and so see another one.
  if (text === '' || text.startsWith('#') || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return undefined;
  if (/^https?:\/\/[^/]/i.test(text)) return { kind: 'web', url: text };
  const line = place.exec(text);
  const path = line === null ? text : text.slice(0, line.index);
  const isDrive = /^[a-z]:[\\/]/i.test(path);
  const isFile = /^file:\/\/\//i.test(path);
  if (path === '' || path.startsWith('//') || path.startsWith('\\\\')) return undefined;
  if (scheme.test(path) && !isDrive && !isFile) return undefined;
  return { kind: 'file', path, line: line === null ? undefined : Number(line[1]) };
}
