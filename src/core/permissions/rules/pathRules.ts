import { compileIgnorePattern } from './ignorePattern.ts';
import { isBelow, resolveFrom, toPosix } from '../posixPath.ts';
import type { PermissionRule, RuleEffect } from './rule.ts';

/** A path as written and where it leads through links; absolute, native or as `toPosix` gives it. */
export interface PathPair {
  readonly path: string;
  readonly realPath: string;
}

/** What path rules are read against. */
export interface PathEnvironment {
  /** The session's folder. */
  readonly cwd: string;
  readonly home: string;
  /** Follows links, of the deepest existing parent where the file is new. */
  readonly realPath: (path: string) => string;
  /** True on file systems where `A` and `a` are one file. */
  readonly isCaseInsensitive: boolean;
}

/**
 * Does the rule's path pattern cover this path? An allow rule must cover both the path as written and where it leads;
 * a rule that forbids or asks need cover only one, and also covers a folder whose content it covers.
 */
export function pathMatches(
  rule: PermissionRule,
  pattern: string,
  pair: PathPair,
  environment: PathEnvironment,
): boolean {
  const { folder, body, depth } = anchor(pattern, rule, environment);
  const isAllow = rule.effect === 'allow';
  const isCaseInsensitive = !isAllow && environment.isCaseInsensitive;
  const test = compileIgnorePattern(body, { depth, isCaseInsensitive });
  const covers = (root: string, path: string): boolean => {
    const relative = relativeTo(root, path, isCaseInsensitive);
    if (relative === undefined) return false;
    return test(relative) || (!isAllow && test(relative === '' ? '\0' : `${relative}/\0`));
  };
  const path = toPosix(pair.path);
  const realPath = toPosix(pair.realPath);
  const isCovered = covers(folder, path);
  if (isCovered && !isAllow) return true;
  const realFolder = toPosix(environment.realPath(folder));
  const isRealCovered = covers(folder, realPath) || covers(realFolder, realPath);
  return isAllow ? isCovered && isRealCovered : isRealCovered;
}

interface Anchored {
  readonly folder: string;
  readonly body: string;
  readonly depth: 'gitignore' | 'any' | 'top';
}

function anchor(pattern: string, rule: PermissionRule, { cwd, home }: PathEnvironment): Anchored {
  const drive = /^([a-zA-Z]):[\\/](.*)$/s.exec(pattern);
  if (drive !== null)
    return anchorAt('/', `/${(drive[1] ?? '').toLowerCase()}/${(drive[2] ?? '').replaceAll('\\', '/')}`);
  if (pattern.startsWith('//'))
    return anchorAt(
      '/',
      pattern.slice(1).replace(/^\/[A-Z](?=\/)/, (letter) => letter.toLowerCase()),
    );
  if (/^~\/?$/.test(pattern)) return anchorAt(toPosix(home), '/**');
  if (pattern.startsWith('~/')) return anchorAt(toPosix(home), pattern.slice(1));
  if (pattern.startsWith('/')) return anchorAt(toPosix(rule.source.folder), pattern);
  return anchorRelative(pattern, rule.effect, toPosix(cwd));
}

function anchorAt(folder: string, body: string): Anchored {
  return { folder, body, depth: 'gitignore' };
}

/**
 * Where gitignore would bind a relative pattern to the current folder, rules that forbid or ask take it at any depth
 * and allow rules only there: the safe side of both.
 */
function anchorRelative(pattern: string, effect: RuleEffect, cwd: string): Anchored {
  if (pattern === '..' || pattern.startsWith('../')) {
    const up = /^(?:\.\.(?:\/|$))+/.exec(pattern)?.[0] ?? '';
    return anchorAt(resolveFrom(cwd, up), `/${pattern.slice(up.length) || '**'}`);
  }
  const body = pattern.replace(/^(?:\.\/)+/, '');
  if (body === '' || body === '.') return anchorAt(cwd, '/**');
  const isDotted = body !== pattern;
  if (effect === 'allow') {
    const isBareGlob = /^[^/]*[*?[][^/]*$/.test(body) && body !== '**' && body !== '*';
    return { folder: cwd, body, depth: isDotted || isBareGlob ? 'top' : 'gitignore' };
  }
  return { folder: cwd, body, depth: isDotted || /^[^/]+\/\*\*$/.test(body) ? 'any' : 'gitignore' };
}

function relativeTo(folder: string, path: string, isCaseInsensitive: boolean): string | undefined {
  const [root, whole] = isCaseInsensitive ? [folder.toLowerCase(), path.toLowerCase()] : [folder, path];
  return isBelow(root, whole) ? path.slice(folder.length).replace(/^\//, '') : undefined;
}
