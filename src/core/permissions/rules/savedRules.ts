import { areHarmless } from '../bash/assignments.ts';
import { commandText, hasOddCharacters, wholeText, type SimpleCommand } from '../bash/commandLine.ts';
import { stripTransparent } from '../bash/launchers.ts';
import { toPosix } from '../posixPath.ts';
import { factsOf, isEditing, type CallFacts } from './callFacts.ts';
import { coverageOf } from './commandCoverage.ts';
import { evaluate, MAX_COMMAND_CHARACTERS } from './evaluate.ts';
import type { Evaluation, RuleCall } from './evaluation.ts';
import { escapeIgnorePath } from './ignorePattern.ts';
import type { RuleSource } from './rule.ts';
import { parseRules } from './ruleGrammar.ts';
import { hostOf, textField } from './ruleMatch.ts';

/** More rules than this for one call, and nobody reads them. */
const MAX_RULES = 5;

/**
 * The allow rules that "Always allow" would write for the call. None when no rule could say just this (edits, which are
 * granted for the session only, globs, long or odd text) or when it would be asked again all the same.
 */
export function savedRulesFor(evaluation: Evaluation): readonly string[] {
  const texts = [...new Set(candidatesFor(evaluation))];
  const isUsable = texts.length > 0 && texts.length <= MAX_RULES && !texts.some(hasOddCharacters);
  return isUsable && isAllowedBy(texts, evaluation) ? texts : [];
}

/** Would these allow rules, beside those in force, let the call run that would be asked about without them? */
export function isAllowedBy(texts: readonly string[], evaluation: Evaluation): boolean {
  const source: RuleSource = { name: 'saved rules', scope: 'local', folder: evaluation.environment.cwd };
  const { call, environment, parse, autoApproveReadOnlyBash, guardSecrets, rules } = evaluation;
  const plain = { call, environment, parse, autoApproveReadOnlyBash, guardSecrets, mode: 'default' as const };
  const saved = parseRules('allow', texts, source).rules;
  return (
    evaluate({ ...plain, rules }).verdict === 'ask' &&
    evaluate({ ...plain, rules: [...rules, ...saved] }).verdict === 'allow'
  );
}

function candidatesFor(evaluation: Evaluation): readonly string[] {
  const { call } = evaluation;
  if (call.command !== undefined) return commandCandidates(evaluation, call.command);
  if (isEditing(call)) return [];
  if (call.access === 'read') {
    return call.paths.flatMap(({ path, realPath }) =>
      [path, realPath].map((file) => `Read(/${escapeIgnorePath(toPosix(file))})`),
    );
  }
  return toolCandidates(call);
}

function commandCandidates(evaluation: Evaluation, text: string): readonly string[] {
  if (text.length > MAX_COMMAND_CHARACTERS) return [];
  const facts: CallFacts = factsOf(evaluation);
  const isBash = evaluation.call.claudeName === 'Bash';
  const commands = isBash
    ? coverageOf({ ...evaluation, mode: 'default' }, facts)
        .filter(({ cover }) => cover === undefined)
        .map(({ command }) => exactText(command))
    : [text.trim()];
  // A star can't be told from a wildcard: the rule would mean more than the command.
  return commands.some((command) => command.includes('*'))
    ? []
    : commands.map((command) => `${evaluation.call.claudeName}(${command})`);
}

function exactText(command: SimpleCommand): string {
  if (command.redirections.some(({ isFile, isOutput }) => isFile && isOutput)) return wholeText(command);
  if (!areHarmless(command.assignments) || command.words.length === 0) return commandText(command);
  return stripTransparent(command.words)
    .map(({ raw }) => raw)
    .join(' ');
}

function toolCandidates({ claudeName, input }: RuleCall): readonly string[] {
  if (claudeName.startsWith('mcp__')) return [claudeName];
  if (claudeName === 'WebFetch') {
    const host = hostOf(textField(input, 'url') ?? '');
    return host === undefined ? [] : [`WebFetch(domain:${host})`];
  }
  const agent = claudeName === 'Agent' ? textField(input, 'subagent_type') : undefined;
  return agent === undefined ? [] : [`Agent(${agent})`];
}
