import { matchesPattern, matchesWildcard, mayMatch, spellingsOf, type CommandPattern } from '../bash/commandPattern.ts';
import { commandText, wholeText } from '../bash/commandLine.ts';
import { nameOf, parentOf, toPosix } from '../posixPath.ts';
import type { CallFacts, FileUse } from './callFacts.ts';
import type { RuleCall, RuleEnvironment } from './evaluation.ts';
import { compileIgnorePattern } from './ignorePattern.ts';
import { pathMatches } from './pathRules.ts';
import type { PermissionRule, RuleParameter } from './rule.ts';

/** `maybe`: only the shell knows. */
export type Match = 'yes' | 'maybe' | 'no';

export interface MatchSubject {
  readonly call: RuleCall;
  readonly facts: CallFacts;
  readonly environment: RuleEnvironment;
}

/** Other tools that a rule for one tool is about. */
const families: Readonly<Record<string, readonly string[]>> = {
  Edit: ['Write', 'MultiEdit', 'NotebookEdit'],
  Read: ['Grep', 'Glob', 'LS', 'NotebookRead'],
};

/** Does a rule that forbids or asks concern the call? Any part of a command line is enough. */
export function restrictionMatch(rule: PermissionRule, subject: MatchSubject): Match {
  const { call } = subject;
  if (rule.parameter !== undefined && namesTool(rule, call) && hasParameter(call.input, rule.parameter)) return 'yes';
  if (rule.spec?.kind === 'command') return namesTool(rule, call) ? commandMatch(rule.spec.pattern, subject) : 'no';
  if (rule.spec === undefined && rule.parameter !== undefined) return 'no';
  if (rule.tool === 'Read' || rule.tool === 'Edit') {
    if (rule.spec === undefined && namesTool(rule, call)) return 'yes';
    return filesMatch(rule, subject);
  }
  return plainMatch(rule, call) ? 'yes' : 'no';
}

/** Does an allow rule cover the whole call? Not for command lines: their parts may be covered by several rules. */
export function permissionMatches(rule: PermissionRule, { call, facts, environment }: MatchSubject): boolean {
  if (!namesTool(rule, call)) return false;
  if (rule.spec?.kind !== 'path') return plainMatch(rule, call);
  const { pattern } = rule.spec;
  const files = [...facts.reads, ...facts.writes];
  return files.length > 0 && files.every((file) => pathMatches(rule, pattern, file, environment));
}

/** A bare rule that forbids a tool takes it out of the model's list. */
export function removesTool(rules: readonly PermissionRule[], claudeName: string): boolean {
  return rules.some(
    ({ effect, tool, spec, parameter }) =>
      effect === 'deny' && spec === undefined && parameter === undefined && matchesToolName(tool, claudeName),
  );
}

function namesTool({ tool, effect }: PermissionRule, { claudeName }: RuleCall): boolean {
  if (matchesToolName(tool, claudeName)) return true;
  const family = Object.hasOwn(families, tool) ? families[tool] : undefined;
  if (family?.includes(claudeName) === true) return true;
  // What must not run in one shell must not run in another.
  return effect !== 'allow' && tool === 'Bash' && claudeName === 'PowerShell';
}

function matchesToolName(tool: string, claudeName: string): boolean {
  if (tool.includes('*')) return matchesWildcard(tool, claudeName);
  return tool === claudeName || (/^mcp__[^_]+(?:_[^_]+)*$/.test(tool) && claudeName.startsWith(`${tool}__`));
}

function plainMatch(rule: PermissionRule, call: RuleCall): boolean {
  const { spec } = rule;
  if (!namesTool(rule, call)) return false;
  if (spec === undefined) return rule.parameter === undefined;
  if (spec.kind === 'domain') return hostMatches(spec.pattern, textField(call.input, 'url') ?? '');
  if (spec.kind !== 'name') return false;
  const name =
    textField(call.input, 'subagent_type') ?? textField(call.input, 'skill') ?? textField(call.input, 'name');
  return name === spec.name || (spec.isPrefix && name?.startsWith(`${spec.name} `) === true);
}

function commandMatch(pattern: CommandPattern, { facts, call }: MatchSubject): Match {
  const texts = facts.invocations.flatMap(({ words, command }) => [
    ...spellingsOf(words),
    commandText(command),
    wholeText(command),
  ]);
  // Of a line that can't be read, the pieces between separators are the best guess.
  if (facts.line?.kind !== 'commands') texts.push(...piecesOf(call.command ?? ''));
  if (texts.some((text) => matchesPattern(pattern, text))) return 'yes';
  return facts.invocations.some(({ words }) => mayMatch(pattern, words)) ? 'maybe' : 'no';
}

function piecesOf(text: string): readonly string[] {
  const pieces = text.split(/[;&|\n\r(){}`]+/).map((piece) => piece.trim().replace(/\s+/g, ' '));
  const bare = pieces.map((piece) => piece.replace(/[\\'"]/g, ''));
  return [text.trim(), ...pieces, ...bare].filter((piece) => piece !== '');
}

/** A rule against reading also keeps the file from being changed. */
function filesMatch(rule: PermissionRule, { call, facts, environment }: MatchSubject): Match {
  const alsoWrites = rule.effect === 'deny' && call.claudeName !== 'NotebookEdit';
  const files = rule.tool === 'Edit' ? facts.writes : alsoWrites ? [...facts.reads, ...facts.writes] : facts.reads;
  const { spec } = rule;
  if (spec === undefined) return files.length > 0 ? 'yes' : 'no';
  if (spec.kind !== 'path') return 'no';
  const { pattern } = spec;
  if (files.some((file) => pathMatches(rule, pattern, file, environment))) return 'yes';
  return files.some((file) => file.isGlob && globMayMatch(rule, pattern, file, environment)) ? 'maybe' : 'no';
}

/** `cat .en?` against a rule for `.env`. */
function globMayMatch(rule: PermissionRule, pattern: string, file: FileUse, environment: RuleEnvironment): boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  const path = toPosix(file.path);
  const glob = nameOf(path);
  if (/[*?[\\]/.test(name) || (name.startsWith('.') && /^[*?[]/.test(glob))) return false;
  const test = compileIgnorePattern(glob.replaceAll(/\{[^{}]*\}/g, '*'), { depth: 'top', isCaseInsensitive: true });
  const candidate = `${parentOf(path)}/${name}`;
  return test(name) && pathMatches(rule, pattern, { path: candidate, realPath: candidate }, environment);
}

/** Leading `*.`: subdomains of any depth; a lone `*`: all; any other `*`: one label. */
function hostMatches(pattern: string, url: string): boolean {
  const host = hostOf(url);
  const wanted = pattern.toLowerCase().replace(/\.$/, '');
  if (host === undefined) return false;
  if (wanted === '*') return true;
  const isSubdomain = wanted.startsWith('*.');
  const labels = (isSubdomain ? wanted.slice(2) : wanted)
    .split('*')
    .map((text) => text.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${isSubdomain ? '.+\\.' : ''}${labels.join('[^.]*')}$`).test(host);
}

export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/\.$/, '') : undefined;
}

function hasParameter(input: unknown, { name, value }: RuleParameter): boolean {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return false;
  const found: unknown = Reflect.get(input, name);
  const isScalar = typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean';
  return isScalar && matchesWildcard(value, String(found));
}

export function textField(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return undefined;
  const value: unknown = Reflect.get(input, name);
  return typeof value === 'string' ? value : undefined;
}
