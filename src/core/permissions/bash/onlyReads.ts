import { areHarmless } from './assignments.ts';
import type { ParseCommandLine } from './commandLine.ts';
import { isReadOnly } from './readOnly.ts';
import { placeAt } from './shellPlaces.ts';
import { literalOf } from './word.ts';

/** True when a command line can't change a file, whichever files it reads; false when that isn't certain. */
export function onlyReads(text: string, parse: ParseCommandLine, folder: string): boolean {
  const { kind, commands } = parse(text);
  if (kind === 'unparsable') return false;
  const scope = { contains: () => true, isSecret: () => false, guardsSecrets: false, home: folder };
  // Git in another folder may run what that folder's configuration names.
  const isElsewhere = commands.some(({ words }) => words[0] !== undefined && literalOf(words[0]) === 'cd');
  return commands.every((command) => {
    const writes = command.redirections.some(
      ({ isFile, isOutput, target }) => isFile && isOutput && literalOf(target) !== '/dev/null',
    );
    return (
      !writes && areHarmless(command.assignments) && isReadOnly(command, { place: placeAt(folder), scope, isElsewhere })
    );
  });
}
