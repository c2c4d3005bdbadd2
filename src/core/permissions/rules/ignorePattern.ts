export interface IgnoreOptions {
  /** Where a pattern without an inner slash, or all patterns, may match: at any depth or only at the top. */
  readonly depth: 'gitignore' | 'any' | 'top';
  readonly isCaseInsensitive: boolean;
}

/**
 * One pattern in the syntax of .gitignore (without `!`), as a test for paths relative to its folder. What matches
 * covers everything below it. A class that isn't closed is plain text.
 */
export function compileIgnorePattern(pattern: string, options: IgnoreOptions): (path: string) => boolean {
  const body = pattern
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/(?:\*\*\/){2,}/g, '**/');
  const hasInnerSlash = pattern.replace(/\/+$/, '').includes('/');
  const isAnyDepth = options.depth === 'any' || (options.depth === 'gitignore' && !hasInnerSlash);
  const source = `^${isAnyDepth ? '(?:.*/)?' : ''}${toSource(body)}(?:/.*)?$`;
  const expression = new RegExp(source, options.isCaseInsensitive ? 'isu' : 'su');
  return (path) => expression.test(path);
}

/** Writes `path` so that it means only itself in a pattern. */
export function escapeIgnorePath(path: string): string {
  return path.replace(/[\\*?[\]!]/g, '\\$&').replace(/ $/, '\\ ');
}

const TOKEN = /^\*\*\/|\/\*\*\/|\/\*\*$|\*+|\?|\[[!^]?\]?(?:\\.|[^\]\\])*\]|\\[\s\S]|[\s\S]/gu;

function toSource(body: string): string {
  if (body === '**') return '.*';
  return [...body.matchAll(TOKEN)].map(([token]) => tokenSource(token)).join('');
}

function tokenSource(token: string): string {
  if (token === '**/') return '(?:.*/)?';
  if (token === '/**/') return '/(?:.*/)?';
  if (token === '/**') return '/.+';
  if (/^\*+$/.test(token)) return '[^/]*';
  if (token === '?') return '[^/]';
  if (token.length > 1 && token.startsWith('[')) return classSource(token);
  return escapeRegExp(token.startsWith('\\') && token.length > 1 ? token.slice(1) : token);
}

function classSource(token: string): string {
  const isNegated = token[1] === '!' || token[1] === '^';
  const members = token.slice(isNegated ? 2 : 1, -1).replace(/\\([\s\S])/g, '$1');
  const escaped = members.replace(/[\\[\]^]/g, '\\$&');
  // A range that runs backwards matches nothing, as in git.
  const isValid = ![...members.matchAll(/([\s\S])-([\s\S])/g)].some(([, from = '', to = '']) => from > to);
  return isValid ? `(?!/)[${isNegated ? '^' : ''}${escaped}]` : '(?!)';
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
