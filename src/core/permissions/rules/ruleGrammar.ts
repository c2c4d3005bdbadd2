import { knownToolNames, toolNames } from '../../hooks/protocol/toolNames.ts';
import { nearestName } from '../../util/nearestName.ts';
import { compileCommandPattern } from '../bash/commandPattern.ts';
import type { PermissionRule, RuleEffect, RuleParameter, RuleSource, RuleSpec } from './rule.ts';

export interface ParsedRule {
  /** Absent when the text is no rule that can count; the warning says why. */
  readonly rule?: PermissionRule;
  /** For the person who wrote it. */
  readonly warning?: string;
}

export interface ParsedRules {
  readonly rules: readonly PermissionRule[];
  readonly warnings: readonly string[];
}

export function parseRules(effect: RuleEffect, texts: readonly string[], source: RuleSource): ParsedRules {
  const parsed = texts.map((text) => parseRule(effect, text, source));
  return {
    rules: parsed.flatMap(({ rule }) => rule ?? []),
    warnings: parsed.flatMap(({ warning }) => warning ?? []),
  };
}

/** Reads `Tool` or `Tool(specifier)`. Never throws: a text that is no rule is dropped with a warning. */
export function parseRule(effect: RuleEffect, text: string, source: RuleSource): ParsedRule {
  const reading = readRule(effect, text.trim());
  const warning =
    reading.warning === undefined ? {} : { warning: `${source.name}: ${effect} rule ${text}: ${reading.warning}` };
  if (reading.tool === undefined) return warning;
  const { tool, spec, parameter } = reading;
  return {
    rule: {
      effect,
      text: text.trim(),
      source,
      tool,
      ...(spec === undefined ? {} : { spec }),
      ...(parameter === undefined ? {} : { parameter }),
    },
    ...warning,
  };
}

interface Reading {
  readonly tool?: string;
  readonly spec?: RuleSpec;
  readonly parameter?: RuleParameter;
  readonly warning?: string;
}

/** The argument that a tool's own specifier is about: no parameter rule may name it. */
const primaryFields: Readonly<Record<string, string>> = {
  Bash: 'command',
  PowerShell: 'command',
  Read: 'file_path',
  Edit: 'file_path',
  Write: 'file_path',
  Grep: 'path',
  Glob: 'path',
  NotebookEdit: 'notebook_path',
  WebFetch: 'url',
};
const commandTools = new Set(['Bash', 'PowerShell']);
const pathTools = new Set(['Read', 'Edit', 'Cd']);
/** Their path rules are looked up under another name. */
const pathAliases: Readonly<Record<string, string>> = {
  Write: 'Edit',
  MultiEdit: 'Edit',
  NotebookEdit: 'Edit',
  Glob: 'Read',
};
const nameTools = new Set(['Agent', 'Skill']);

function readRule(effect: RuleEffect, text: string): Reading {
  const open = text.indexOf('(');
  const written = open < 0 ? text : text.slice(0, open).trimEnd();
  if (open >= 0 && !text.endsWith(')')) return { warning: 'the closing parenthesis is missing; the rule is ignored' };
  if (!/^[\w*-]+$/.test(written)) return { warning: 'this is no tool name; the rule is ignored' };
  const spec = open < 0 ? undefined : text.slice(open + 1, -1).trim();
  if (spec === '') return { warning: 'the parentheses are empty; the rule is ignored' };
  if (written.includes('*')) return readGlob(effect, written, spec);
  if (written === 'MultiEdit' && effect === 'allow')
    return { warning: 'there is no such tool any more; the rule has no effect' };
  const tool = written === 'MultiEdit' ? written : canonicalName(written);
  if (spec === undefined || spec === '*')
    return { tool: tool === 'MultiEdit' ? 'Edit' : tool, ...unknownTool(effect, tool) };
  return readSpec(effect, tool, spec);
}

function readGlob(effect: RuleEffect, tool: string, spec: string | undefined): Reading {
  if (effect === 'allow' && !/^mcp__[^*]+?__/.test(tool)) {
    return { warning: 'an allow rule may use * only behind mcp__server__; the rule is ignored' };
  }
  if (spec !== undefined && spec !== '*')
    return { warning: 'a rule for several tools takes no specifier; it is ignored' };
  return { tool };
}

function readSpec(effect: RuleEffect, tool: string, spec: string): Reading {
  const parameter = readParameter(spec);
  if (parameter !== undefined && ownEntry(primaryFields, tool) === parameter.name) {
    return {
      warning: `"${parameter.name}" is what the rule is about anyway, write its value alone; the rule is ignored`,
    };
  }
  const extra = effect === 'allow' || parameter === undefined ? {} : { parameter };
  if (commandTools.has(tool))
    return { tool, spec: { kind: 'command', pattern: compileCommandPattern(spec) }, ...extra };
  if (pathTools.has(tool)) return { ...readPath(tool, spec), ...extra };
  const alias = ownEntry(pathAliases, tool);
  if (alias !== undefined) return readAliasedPath(effect, tool, alias, spec, extra);
  if (tool === 'WebFetch') return readDomain(effect, spec, extra);
  if (nameTools.has(tool)) return { tool, spec: readName(spec), ...extra };
  if (extra.parameter !== undefined) return { tool, ...extra };
  const unknown = unknownName(tool);
  return { warning: `${unknown ?? 'this tool takes no such specifier'}; the rule is ignored` };
}

/** The alternative reading of a specifier: `name:value`. A lone `*` as the value is the old prefix form of commands. */
function readParameter(spec: string): RuleParameter | undefined {
  const found = /^([A-Za-z_]\w+):\s*([\s\S]+)$/.exec(spec);
  const [, name, value] = found ?? [];
  return name === undefined || value === undefined || value === '*' ? undefined : { name, value };
}

function readPath(tool: string, pattern: string): Reading {
  if (pattern.startsWith('!')) return { warning: 'a path that starts with ! is not possible; the rule is ignored' };
  const warning = /^\/(?:Users|home|root|etc|var|tmp|opt|usr|mnt|private)(?:\/|$)/.test(pattern)
    ? { warning: `"${pattern}" is relative to the folder of its settings; an absolute path starts with //` }
    : {};
  return { tool, spec: { kind: 'path', pattern }, ...warning };
}

function readAliasedPath(
  effect: RuleEffect,
  tool: string,
  alias: string,
  spec: string,
  extra: { readonly parameter?: RuleParameter },
): Reading {
  if (effect === 'allow') return { warning: `paths are allowed by ${alias}(path); the rule has no effect` };
  if (extra.parameter !== undefined) return { tool, ...extra };
  return { ...readPath(alias, spec), warning: `the rule is read as ${alias}(${spec})` };
}

function readDomain(effect: RuleEffect, spec: string, extra: { readonly parameter?: RuleParameter }): Reading {
  const pattern = /^domain:(.+)$/.exec(spec)?.[1];
  if (pattern !== undefined) return { tool: 'WebFetch', spec: { kind: 'domain', pattern: pattern.trim() } };
  if (effect !== 'allow' && extra.parameter !== undefined) return { tool: 'WebFetch', ...extra };
  return { warning: 'WebFetch takes domain:host; the rule is ignored' };
}

function readName(spec: string): RuleSpec {
  const isPrefix = / \*$|:\*$/.test(spec);
  return { kind: 'name', name: isPrefix ? spec.slice(0, -2) : spec, isPrefix };
}

/** Claude's name for any spelling that rules accept; the exact case counts. */
function canonicalName(name: string): string {
  for (const claude of knownToolNames) {
    const { former, exactOnly } = toolNames(claude);
    if ([claude, ...former, ...exactOnly].includes(name)) return claude;
  }
  return name;
}

/** A typing error in a rule that forbids would go unseen. What is allowed may be a tool of others. */
function unknownTool(effect: RuleEffect, tool: string): { readonly warning?: string } {
  const warning = effect === 'allow' ? undefined : unknownName(tool);
  return warning === undefined ? {} : { warning };
}

/** That no tool has this name, and what may have been meant; undefined for a name that a tool may have. */
function unknownName(tool: string): string | undefined {
  if (knownToolNames.includes(tool) || tool === 'MultiEdit' || tool === 'Cd' || tool.includes('_')) return undefined;
  const meant = nearestName(tool, knownToolNames);
  return `no tool has this name${meant === undefined ? '' : ` (did you mean ${meant}?)`}`;
}

function ownEntry(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
