import { resolveFrom } from '../posixPath.ts';
import type { SimpleCommand } from './commandLine.ts';
import { stripTransparent } from './launchers.ts';
import { literalOf, valueOf, type Word } from './word.ts';

/** Where a command may run, as far as `cd` before it tells. */
export interface Place {
  /** All folders that are possible, the session's first: `cd x || ls` runs in either. */
  readonly folders: readonly string[];
  /** False behind a `cd` whose target isn't known. */
  readonly isKnown: boolean;
}

/** The place of a line's first command. */
export function placeAt(cwd: string): Place {
  return { folders: [resolveFrom(cwd, '.')], isKnown: true };
}

/** The place of each command of a line, in its order. */
export function placesOf(commands: readonly SimpleCommand[], start: Place, home: string): readonly Place[] {
  let place = start;
  return commands.map((command) => {
    const before = place;
    place = placeAfter(stripTransparent(command.words), before, home);
    return before;
  });
}

function placeAfter(words: readonly Word[], place: Place, home: string): Place {
  const program = valueOf(words[0] ?? { raw: '', parts: [] });
  if (program === 'popd') return { ...place, isKnown: false };
  if (program !== 'cd' && program !== 'pushd') return place;
  const [target, ...others] = words.slice(1).filter((word) => !/^-[LPe@]+$/.test(valueOf(word)));
  const folders = target === undefined ? [home] : filesOf(target, place, home);
  if (folders === undefined || others.length > 0 || (target !== undefined && valueOf(target) === '-')) {
    return { ...place, isKnown: false };
  }
  return { folders: [...new Set([...place.folders, ...folders])], isKnown: place.isKnown };
}

/** The files that a word may mean; undefined when only the shell knows. Pattern characters are not read. */
export function filesOf(word: Word, place: Place, home: string): readonly string[] | undefined {
  const files = place.folders.map((folder) => {
    const text = literalOf(word, variablesIn(folder, home));
    return text === undefined ? undefined : resolveFrom(folder, text);
  });
  const known = files.filter((file) => file !== undefined);
  return known.length === files.length ? known : undefined;
}

/** The same where a glob is read as the name that it is spelled with. */
export function globbedFilesOf(word: Word, place: Place, home: string): readonly string[] | undefined {
  const parts = word.parts.map((part) => (part.kind === 'pattern' ? { kind: 'text' as const, text: part.text } : part));
  return filesOf({ raw: word.raw, parts }, place, home);
}

export function variablesIn(folder: string, home: string): ReadonlyMap<string, string> {
  return new Map([
    ['HOME', resolveFrom(home, '.')],
    ['PWD', folder],
  ]);
}
