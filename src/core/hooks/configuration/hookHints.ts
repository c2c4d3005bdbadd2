import { eventFacts, type HookEventName } from '../protocol/hookEvents.ts';
import { compileMatcher } from './hookMatcher.ts';
import type { ConfiguredHook } from './hookSchema.ts';
import { claudeNameOf, knownToolNames, toolNames } from '../protocol/toolNames.ts';

/** Above this many seconds a timeout is probably meant in milliseconds. */
const longTimeout = 3600;

/** Why a well-formed hook can never run here, or undefined. */
export function inactiveReason(hook: ConfiguredHook): string | undefined {
  const { event, definition } = hook;
  const facts = eventFacts(event);
  if (!facts.isFired) return `${event} is not fired by this extension`;
  if (!takesType(event, definition.type)) return `${event} does not take hooks of type "${definition.type}"`;
  if (definition.type === 'mcp_tool' || definition.type === 'agent')
    return `hooks of type "${definition.type}" are not supported yet`;
  if (definition.if !== undefined && facts.takesIf === undefined)
    return `"if" works on tool events only, not on ${event}`;
  if (definition.if !== undefined && !isOneRule(definition.if)) return '"if" takes exactly one permission rule';
  return compileMatcher(event, hook.matcher).problem;
}

/** What runs but perhaps not as its author meant. `commandTool`: as what commands are reported here. */
export function hintsAbout(hook: ConfiguredHook, commandTool: 'Bash' | 'PowerShell' = 'Bash'): string[] {
  const hints: string[] = [];
  const { timeout } = hook.definition;
  if (timeout !== undefined && timeout > longTimeout)
    hints.push(`"timeout" is in seconds: ${timeout} is ${Math.round(timeout / 60)} minutes`);
  const matcherHint = hook.matcher === undefined ? undefined : hintAboutMatcher(hook.event, hook.matcher);
  if (matcherHint !== undefined) hints.push(matcherHint);
  if (commandTool === 'PowerShell' && meansBashOnly(hook))
    hints.push('commands run as "PowerShell" on this machine: this matcher names Bash only and does not fit them');
  return hints;
}

function meansBashOnly({ event, matcher }: ConfiguredHook): boolean {
  if (eventFacts(event).matchOn !== 'tool_name' || matcher === undefined) return false;
  const compiled = compileMatcher(event, matcher);
  return compiled.matches(toolNames('Bash')) && !compiled.matches(toolNames('PowerShell'));
}

function takesType(event: HookEventName, type: ConfiguredHook['definition']['type']): boolean {
  const { types } = eventFacts(event);
  if (type === 'prompt' || type === 'agent') return types === 'all';
  return type !== 'http' || types !== 'local';
}

/** A light check: a tool name, perhaps with one pair of parentheses. What they hold is the rule matcher's to judge. */
function isOneRule(rule: string): boolean {
  const text = rule.trim();
  return /^[\w*-]+(\(.*\))?$/s.test(text) && !/\)\s*(\|\||&&|,|;)\s*[\w*-]+\(/.test(text);
}

function hintAboutMatcher(event: HookEventName, matcher: string): string | undefined {
  const facts = eventFacts(event);
  if (matcher === '' || matcher === '*') return undefined;
  if (facts.matchOn === undefined) return `${event} has nothing to match: the matcher is ignored`;
  const compiled = compileMatcher(event, matcher);
  if (compiled.problem !== undefined) return undefined;
  if (facts.matchOn !== 'tool_name') {
    if (facts.values === undefined || facts.values.some((value) => compiled.matches(value))) return undefined;
    return `the matcher fits no ${facts.matchOn} of ${event}: ${facts.values.join(', ')}`;
  }
  if (matcher.includes('mcp__') || knownToolNames.some((name) => compiled.matches(toolNames(name)))) return undefined;
  const [, ruleTool] = /^\s*(\w+)\(/.exec(matcher) ?? [];
  if (ruleTool !== undefined && knownToolNames.includes(claudeNameOf(ruleTool)))
    return `a matcher names tools only and this one fits none: use "matcher": "${ruleTool}" with "if": "${matcher}"`;
  return `the matcher fits no known tool: ${knownToolNames.join(', ')} (names are compared exactly, case included)`;
}
