import { areHarmless } from '../bash/assignments.ts';
import { commandText, wholeText, type Redirection, type SimpleCommand } from '../bash/commandLine.ts';
import { matchesPattern, type CommandPattern } from '../bash/commandPattern.ts';
import { isFileCommand, isFileCommandInScope } from '../bash/fileCommands.ts';
import { fileUsesOf } from '../bash/fileUses.ts';
import { isOpaqueLauncher, stripTransparent } from '../bash/launchers.ts';
import { isReadOnly } from '../bash/readOnly.ts';
import type { ReadOnlyContext } from '../bash/readable.ts';
import { filesOf, placeAt, placesOf } from '../bash/shellPlaces.ts';
import { literalOf, type Word } from '../bash/word.ts';
import { scopeOf, type CallFacts } from './callFacts.ts';
import type { Evaluation, VerdictReason } from './evaluation.ts';
import { pathMatches } from './pathRules.ts';
import type { PermissionRule } from './rule.ts';

/** One simple command and what lets it run; without `cover` it needs the person. */
export interface CoveredCommand {
  readonly command: SimpleCommand;
  readonly cover?: VerdictReason;
}

/** Looks for each command of the line whether an allow rule, the mode or its harmlessness lets it run. */
export function coverageOf(evaluation: Evaluation, { line }: CallFacts): readonly CoveredCommand[] {
  if (line === undefined) return [];
  const { environment } = evaluation;
  const scope = scopeOf(evaluation);
  const start = placeAt(environment.cwd);
  const places = placesOf(line.commands, start, environment.home);
  const rules = evaluation.rules.filter(({ effect }) => effect === 'allow');
  return line.commands.map((command, index) => {
    const place = places[index] ?? start;
    const isElsewhere = !place.isKnown || place.folders.length > 1;
    const cover = coverOf(command, evaluation, rules, { place, scope, isElsewhere });
    return cover === undefined ? { command } : { command, cover };
  });
}

function coverOf(
  command: SimpleCommand,
  evaluation: Evaluation,
  rules: readonly PermissionRule[],
  context: ReadOnlyContext,
): VerdictReason | undefined {
  const { mode } = evaluation;
  const outputs = command.redirections.filter(isFileOutput);
  const changesFiles = outputs.length > 0 || isFileCommand(command) || fileUsesOf(command.words).writes.length > 0;
  if (mode === 'plan' && changesFiles) return undefined;
  const rule = rules.find((candidate) => coversCommand(candidate, command));
  const cover = rule === undefined ? ownCover(command, evaluation, context) : ({ kind: 'rule', rule } as const);
  if (cover === undefined || outputs.length === 0) return cover;
  if (rules.some((candidate) => coversWhole(candidate, command)) && outputs.every(isPlain)) return cover;
  return outputs.every((output) => coversOutput(output, evaluation, rules, context)) ? cover : undefined;
}

/** What needs no rule. */
function ownCover(
  command: SimpleCommand,
  { mode, autoApproveReadOnlyBash }: Evaluation,
  context: ReadOnlyContext,
): VerdictReason | undefined {
  if (mode === 'acceptEdits' && isFileCommandInScope(command, context)) return { kind: 'mode' };
  if (!areHarmless(command.assignments)) return undefined;
  // A redirection alone: what it does to its file is checked apart.
  if (command.words.length === 0 && command.redirections.length > 0) return { kind: 'builtin' };
  if (!autoApproveReadOnlyBash) return undefined;
  return command.words.length === 0 || isReadOnly(command, context) ? { kind: 'builtin' } : undefined;
}

/** The command without its redirections: each of those is an edit, or a read, of its own. */
function coversCommand(rule: PermissionRule, command: SimpleCommand): boolean {
  if (rule.tool !== 'Bash') return false;
  if (rule.spec === undefined) return true;
  if (rule.spec.kind !== 'command') return false;
  const { pattern } = rule.spec;
  const words = stripTransparent(command.words);
  const stripped = areHarmless(command.assignments) ? textOf(words) : undefined;
  if (pattern.isExact) {
    return [wholeText(command), commandText(command), stripped, stripped && textOf(command.words)].includes(
      pattern.text,
    );
  }
  if (isOpaqueLauncher(words) || (words[0] !== undefined && literalOf(words[0]) === undefined)) return false;
  return matchesAny(pattern, /^\w+=/.test(pattern.text) ? commandText(command) : stripped);
}

function matchesAny(pattern: CommandPattern, text: string | undefined): boolean {
  return text !== undefined && text !== '' && matchesPattern(pattern, text);
}

function textOf(words: readonly Word[]): string {
  return words.map(({ raw }) => raw).join(' ');
}

/** An exact rule that spells the redirections out allows them. */
function coversWhole({ tool, spec }: PermissionRule, command: SimpleCommand): boolean {
  return (
    tool === 'Bash' && spec?.kind === 'command' && spec.pattern.isExact && spec.pattern.text === wholeText(command)
  );
}

function isFileOutput({ isFile, isOutput, target }: Redirection): boolean {
  return isFile && isOutput && literalOf(target) !== '/dev/null';
}

/** Neither `~` nor a glob nor an expansion: those always need the person. */
function isPlain({ target }: Redirection): boolean {
  return literalOf(target) !== undefined;
}

function coversOutput(
  output: Redirection,
  { mode, environment }: Evaluation,
  rules: readonly PermissionRule[],
  { place, scope }: ReadOnlyContext,
): boolean {
  const paths = isPlain(output) && place.isKnown ? filesOf(output.target, place, scope.home) : undefined;
  if (paths === undefined) return false;
  return paths.every((path) => {
    if (mode === 'acceptEdits' && scope.contains(path)) return true;
    const pair = { path, realPath: environment.realPath(path) };
    return rules.some(
      (rule) =>
        rule.tool === 'Edit' &&
        (rule.spec === undefined ||
          (rule.spec.kind === 'path' && pathMatches(rule, rule.spec.pattern, pair, environment))),
    );
  });
}
