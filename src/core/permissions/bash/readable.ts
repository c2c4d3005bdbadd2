import { globbedFilesOf, type Place } from './shellPlaces.ts';
import { hasPattern, literalOf, valueOf, type Word } from './word.ts';

/** Which files may be used without asking. */
export interface Scope {
  /** True when the path, and what it leads to through links, lies in a folder that the person opened. */
  contains(path: string): boolean;
  /** True when the file may hold secrets, so that reading it is never a matter of course. */
  isSecret(path: string): boolean;
  readonly guardsSecrets: boolean;
  readonly home: string;
}

export interface ReadOnlyContext {
  readonly place: Place;
  readonly scope: Scope;
  /** A `cd` to another folder stands before the command. */
  readonly isElsewhere: boolean;
}

/** The word names files in scope, and no secret ones. */
export function isReadable(word: Word, { place, scope }: ReadOnlyContext, takesGlobs: boolean): boolean {
  const isGlob = hasPattern(word);
  // `.*` is the parent folder too, and braces may hold anything.
  if (isGlob && (!takesGlobs || /[{}(]|(?:^|\/)\.[^/]*[*?[]/.test(valueOf(word)))) return false;
  const paths = globbedFilesOf(word, place, scope.home);
  if (paths === undefined || (!place.isKnown && !valueOf(word).startsWith('/'))) return false;
  return paths.every((path) => scope.contains(path) && !(scope.guardsSecrets && scope.isSecret(path)));
}

/** No path hides in it. */
export function isPlainOption(word: Word): boolean {
  const text = literalOf(word);
  return text !== undefined && !/[/~\\]|\.\./.test(text);
}
