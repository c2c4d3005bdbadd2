import { unparsable, type CommandLine } from '../bash/commandLine.ts';
import { fileUsesOf } from '../bash/fileUses.ts';
import { invocationsOf, type Invocation } from '../bash/invocations.ts';
import type { Scope } from '../bash/readable.ts';
import { globbedFilesOf, placeAt, type Place } from '../bash/shellPlaces.ts';
import { hasPattern, type Word } from '../bash/word.ts';
import { isBelow, toPosix } from '../posixPath.ts';
import type { Evaluation, RuleCall, RuleEnvironment } from './evaluation.ts';
import type { PathPair } from './pathRules.ts';
import { isSecretPath } from './protectedPaths.ts';

/** A file that a call uses; with `isGlob` its name may stand for others. */
export interface FileUse extends PathPair {
  readonly isGlob: boolean;
}

/** What a call does, as far as it can be told before it runs. */
export interface CallFacts {
  readonly reads: readonly FileUse[];
  readonly writes: readonly FileUse[];
  /** For calls with a command line. */
  readonly line?: CommandLine;
  readonly invocations: readonly Invocation[];
}

const editingTools = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function isEditing(call: RuleCall): boolean {
  return editingTools.has(call.claudeName) || call.access === 'write';
}

export function factsOf({ call, environment, parse }: Pick<Evaluation, 'call' | 'environment' | 'parse'>): CallFacts {
  if (call.command === undefined) {
    const uses = call.paths.map(({ path, realPath }) => ({ path, realPath, isGlob: false }));
    return isEditing(call)
      ? { reads: [], writes: uses, invocations: [] }
      : { reads: uses, writes: [], invocations: [] };
  }
  // The grammar is bash's: of another shell's language it would make the wrong commands.
  const line = call.claudeName === 'PowerShell' ? unparsable(call.command) : parse(call.command);
  const { home, cwd } = environment;
  const invocations = invocationsOf(line, placeAt(cwd), { parse, home });
  return { ...filesOf(invocations, environment), line, invocations };
}

function filesOf(
  invocations: readonly Invocation[],
  environment: RuleEnvironment,
): Pick<CallFacts, 'reads' | 'writes'> {
  const reads: FileUse[] = [];
  const writes: FileUse[] = [];
  for (const { words, command, place } of invocations) {
    const uses = fileUsesOf(words);
    const files = command.redirections.filter(({ isFile }) => isFile);
    const inputs = files.filter(({ isOutput }) => !isOutput).map(({ target }) => target);
    const outputs = files.filter(({ isOutput }) => isOutput).map(({ target }) => target);
    reads.push(...[...uses.reads, ...inputs].flatMap((word) => usesOf(word, place, environment)));
    writes.push(...[...uses.writes, ...outputs].flatMap((word) => usesOf(word, place, environment)));
  }
  return { reads, writes };
}

function usesOf(word: Word, place: Place, { home, realPath }: RuleEnvironment): readonly FileUse[] {
  const isGlob = hasPattern(word);
  const paths = (globbedFilesOf(word, place, home) ?? []).filter((path) => path !== '/dev/null');
  return paths.map((path) => ({ path, realPath: realPath(path), isGlob }));
}

/** The folders that need no question. */
export function scopeOf({ environment, guardSecrets }: Pick<Evaluation, 'environment' | 'guardSecrets'>): Scope {
  return {
    contains: (path) => isInScope({ path, realPath: environment.realPath(path) }, environment),
    isSecret: (path) => isSecretPath(path) || isSecretPath(environment.realPath(path)),
    guardsSecrets: guardSecrets,
    home: environment.home,
  };
}

export function isInScope(pair: PathPair, { roots, additionalDirectories, realPath }: RuleEnvironment): boolean {
  const folders = [...roots, ...additionalDirectories].map(toPosix);
  const realFolders = folders.map((folder) => toPosix(realPath(folder)));
  const path = toPosix(pair.path);
  const real = toPosix(pair.realPath);
  return (
    [...folders, ...realFolders].some((folder) => isBelow(folder, path)) &&
    realFolders.some((folder) => isBelow(folder, real))
  );
}
