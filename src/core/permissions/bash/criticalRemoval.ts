import { isBelow, nameOf, parentOf, resolveFrom } from '../posixPath.ts';
import type { Invocation } from './invocations.ts';
import { baseName } from './launchers.ts';
import { globbedFilesOf, variablesIn, type Place } from './shellPlaces.ts';
import { literalOf, valueOf, wordOf, type Word } from './word.ts';

export interface CriticalFolders {
  readonly cwd: string;
  readonly home: string;
  readonly roots: readonly string[];
  readonly additionalDirectories: readonly string[];
  /** True where drives exist. */
  readonly isWindows: boolean;
}

/**
 * The target of an `rm` or `rmdir` that nobody but the person may wave through: the root or what lies right below it,
 * home, the current folder or one above it, all of an opened folder, or a path that an empty variable turns into one
 * of those. Undefined when there is none.
 */
export function criticalTarget({ words, place }: Invocation, critical: CriticalFolders): string | undefined {
  if (!/^(?:rm|rmdir)$/.test(baseName(valueOf(words[0] ?? wordOf(''))))) return undefined;
  const operands = words.slice(1).filter((word) => !/^-./.test(valueOf(word)));
  return operands.find((word) => isCritical(word, place, critical))?.raw;
}

function isCritical(word: Word, place: Place, critical: CriticalFolders): boolean {
  if (valueOf(word).startsWith('~') && word.parts[0]?.kind === 'dynamic') return true;
  const folder = place.folders[0] ?? critical.cwd;
  const known = variablesIn(folder, critical.home);
  const [first, ...rest] = word.parts;
  const isUnknown = first?.kind === 'dynamic' || (first?.kind === 'variable' && !known.has(first.name));
  if (isUnknown) return /^\/+(?:\.?\*.*)?$/s.test(valueOf({ raw: '', parts: rest }));
  const paths = globbedFilesOf(word, place, critical.home);
  if (paths === undefined) return false;
  const drive = literalOf(word)?.replaceAll('\\', '/') ?? '';
  if (/^[a-zA-Z]:(?:\/[^/]*\/?)?$/.test(drive)) return true;
  return paths.some(
    (path) =>
      isCriticalPath(path, critical) || (!place.isKnown && !valueOf(word).startsWith('/') && /[*?[]/.test(path)),
  );
}

function isCriticalPath(path: string, critical: CriticalFolders): boolean {
  if (isCriticalFolder(path, critical)) return true;
  const name = nameOf(path);
  const folder = parentOf(path);
  if (!/[*?[{]/.test(name) || !isCriticalFolder(folder, critical)) return false;
  // Within the workspace a glob is ordinary work, unless it takes everything.
  const own = [critical.cwd, ...critical.roots].map((root) => resolveFrom(root, '.'));
  return !own.includes(folder) || /^[.{]?\*+(?:[,}].*)?$/.test(name);
}

function isCriticalFolder(
  folder: string,
  { cwd, home, roots, additionalDirectories, isWindows }: CriticalFolders,
): boolean {
  const inner = [cwd, home, ...roots, ...additionalDirectories].map((path) => resolveFrom(path, '.'));
  return (
    parentOf(folder) === '/' ||
    (isWindows && parentOf(parentOf(folder)) === '/') ||
    inner.some((path) => isBelow(folder, path))
  );
}
