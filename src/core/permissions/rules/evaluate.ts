import { criticalTarget } from '../bash/criticalRemoval.ts';
import { isBelow, toPosix } from '../posixPath.ts';
import { factsOf, isEditing, isInScope, type CallFacts } from './callFacts.ts';
import { coverageOf } from './commandCoverage.ts';
import type { Evaluation, RuleEnvironment, Verdict, VerdictReason } from './evaluation.ts';
import { isProtectedPath, isSecretPath } from './protectedPaths.ts';
import type { PermissionRule } from './rule.ts';
import { permissionMatches, restrictionMatch, type Match } from './ruleMatch.ts';

/** A command line longer than this can't be judged by a person at a glance, so no rule may wave it through. */
export const MAX_COMMAND_CHARACTERS = 10_000;

/**
 * What the rules say of a call; pure but for `environment.realPath`. Forbidding rules first, then asking ones, then the
 * hook, safety, the mode, allowing rules and what is harmless; whatever is left is asked.
 */
export function evaluate(given: Evaluation): Verdict {
  const evaluation = { ...given, rules: given.rules.filter((rule) => counts(rule, given.environment)) };
  const verdict = decide(evaluation, factsOf(evaluation));
  return evaluation.mode === 'dontAsk' && verdict.verdict === 'ask' ? { ...verdict, verdict: 'deny' } : verdict;
}

/** A workspace may always forbid, but allow only once it is trusted. */
function counts({ effect, source }: PermissionRule, { isTrusted }: RuleEnvironment): boolean {
  return effect !== 'allow' || source.scope !== 'project' || isTrusted;
}

function decide(evaluation: Evaluation, facts: CallFacts): Verdict {
  const { call, mode, hook } = evaluation;
  const restriction = restrictionOf(evaluation, facts);
  if (restriction !== undefined) return restriction;
  const critical = criticalOf(evaluation, facts);
  if (critical !== undefined) return ask({ kind: 'critical', target: critical });
  if (hook === 'ask') return ask({ kind: 'hook' });
  if (mode === 'bypassPermissions') return allow({ kind: 'mode' });
  const guarded = guardedFile(evaluation, facts);
  if (guarded !== undefined) return ask(guarded);
  if (mode === 'plan' && isEditing(call)) return ask({ kind: 'plan' });
  if (hook === 'allow') return allow({ kind: 'hook' });
  return call.command === undefined ? decideTool(evaluation, facts) : decideCommand(evaluation, facts, call.command);
}

function restrictionOf(evaluation: Evaluation, facts: CallFacts): Verdict | undefined {
  const { rules, call, environment } = evaluation;
  const find = (effect: PermissionRule['effect'], match: Match): PermissionRule | undefined =>
    rules.find((rule) => rule.effect === effect && restrictionMatch(rule, { call, facts, environment }) === match);
  const denied = find('deny', 'yes');
  if (denied !== undefined) return { verdict: 'deny', reason: { kind: 'rule', rule: denied } };
  const asked = find('ask', 'yes') ?? find('deny', 'maybe') ?? find('ask', 'maybe');
  return asked === undefined ? undefined : ask({ kind: 'rule', rule: asked });
}

function criticalOf({ environment }: Evaluation, { invocations }: CallFacts): string | undefined {
  const folders = { ...environment, isWindows: /^[a-zA-Z]:/.test(environment.cwd) };
  for (const invocation of invocations) {
    const target = criticalTarget(invocation, folders);
    if (target !== undefined) return target;
  }
  return undefined;
}

function guardedFile(
  { environment, guardSecrets }: Evaluation,
  { reads, writes }: CallFacts,
): VerdictReason | undefined {
  for (const { path, realPath } of writes) {
    const isSecret = guardSecrets && (isSecretPath(path) || isSecretPath(realPath));
    if (isSecret || [path, realPath].some((file) => isProtected(file, environment))) return { kind: 'protected', path };
  }
  const secret = guardSecrets
    ? reads.find(({ path, realPath }) => isSecretPath(path) || isSecretPath(realPath))
    : undefined;
  return secret === undefined ? undefined : { kind: 'secret', path: secret.path };
}

function isProtected(file: string, { roots, protectedPaths, realPath }: RuleEnvironment): boolean {
  const path = toPosix(file);
  if (protectedPaths.some((own) => toPosix(own) === path || toPosix(realPath(own)) === path)) return true;
  const root = roots.map(toPosix).find((folder) => isBelow(folder, path));
  return isProtectedPath(root === undefined ? path : path.slice(root.length));
}

function decideTool(evaluation: Evaluation, facts: CallFacts): Verdict {
  const { call, mode, rules, environment } = evaluation;
  const rule = rules.find(
    (candidate) => candidate.effect === 'allow' && permissionMatches(candidate, { call, facts, environment }),
  );
  if (rule !== undefined) return allow({ kind: 'rule', rule });
  const outside = outsideFile(evaluation, facts);
  if (outside !== undefined) return ask(outside);
  if (call.access === 'read' || call.access === 'plan') return allow({ kind: 'builtin' });
  return isEditing(call) && mode === 'acceptEdits' ? allow({ kind: 'mode' }) : ask({ kind: 'default' });
}

function decideCommand(evaluation: Evaluation, facts: CallFacts, text: string): Verdict {
  if (text.length > MAX_COMMAND_CHARACTERS) return ask({ kind: 'unclear', why: 'tooLong' });
  if (facts.line?.kind !== 'commands') return decideUnread(evaluation, text);
  const covered = coverageOf(evaluation, facts);
  if (covered.every(({ cover }) => cover !== undefined) && (covered.length > 0 || evaluation.autoApproveReadOnlyBash)) {
    const covers = covered.flatMap(({ cover }) => cover ?? []);
    return allow(
      covers.find(({ kind }) => kind === 'rule') ?? covers.find(({ kind }) => kind === 'mode') ?? { kind: 'builtin' },
    );
  }
  return ask(outsideFile(evaluation, facts) ?? { kind: 'default' });
}

/** A language that isn't parsed: only a rule for the whole tool or for exactly this text counts. */
function decideUnread({ call, rules }: Evaluation, text: string): Verdict {
  const rule = rules.find(({ effect, tool, spec }) => {
    if (effect !== 'allow' || tool !== call.claudeName || tool === 'Bash') return false;
    return spec === undefined || (spec.kind === 'command' && spec.pattern.isExact && spec.pattern.text === text.trim());
  });
  return rule === undefined ? ask({ kind: 'unclear', why: 'unparsable' }) : allow({ kind: 'rule', rule });
}

function outsideFile({ environment }: Evaluation, { reads, writes }: CallFacts): VerdictReason | undefined {
  const outside = [...writes, ...reads].find((file) => !isInScope(file, environment));
  return outside === undefined ? undefined : { kind: 'outside', path: outside.path };
}

function allow(reason: VerdictReason): Verdict {
  return { verdict: 'allow', reason };
}

function ask(reason: VerdictReason): Verdict {
  return { verdict: 'ask', reason };
}
