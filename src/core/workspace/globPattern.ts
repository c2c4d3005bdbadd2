/**
 * Compiles a glob for relative paths with `/`: `**` is any number of folders, `*` and `?` stay within a name, `[a-z]`,
 * `[!a]`, `{a,b}`. Names that start with a dot are ordinary names. Throws `SyntaxError` for a pattern that can't be read.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const source = toSource(pattern.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''));
  const expression = new RegExp(`^${source}$`, 'u');
  return (path) => expression.test(path);
}

const TOKEN = /\*\*\/|\/\*\*$|\*\*|\*|\?|\[!?\]?[^\]]*\]|[{},]|[^*?[{},]+|\[/gu;

function toSource(pattern: string): string {
  let depth = 0;
  let source = '';
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === '{') depth += 1;
    if (token === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else source += tokenSource(token, depth > 0);
  }
  if (depth > 0) throw new SyntaxError(`The glob ${pattern} has a { without }.`);
  return source;
}

function tokenSource(token: string, isInBraces: boolean): string {
  if (token === '**/') return '(?:[^/]+/)*';
  if (token === '/**') return '/.+';
  if (token === '**') return '.*';
  if (token === '*') return '[^/]*';
  if (token === '?') return '[^/]';
  if (token === '{') return '(?:';
  if (token === ',' && isInBraces) return '|';
  if (token.length > 1 && token.startsWith('[')) return characterClass(token);
  return token.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

function characterClass(token: string): string {
  const isNegated = token[1] === '!' || token[1] === '^';
  const members = token.slice(isNegated ? 2 : 1, -1).replace(/[\\[\]^&~]/gu, '\\$&');
  return isNegated ? `(?!/)[^${members}]` : `[${members}]`;
}
