import { Emitter } from '../util/event.ts';
import { silentLogger, type Logger } from '../util/logger.ts';
import { messageOf } from '../util/errors.ts';
import type { AskReason } from './approver.ts';
import type { BashParser } from './bash/bashParser.ts';
import { hasOddCharacters, unparsable, type ParseCommandLine } from './bash/commandLine.ts';
import { builtinPermissionSource } from './builtinHooks.ts';
import type { PermissionCall, PermissionDecider, PermissionDecision } from './permissionDecider.ts';
import { isInScope } from './rules/callFacts.ts';
import { evaluate, MAX_COMMAND_CHARACTERS } from './rules/evaluate.ts';
import type { Evaluation, PermissionMode, RuleEnvironment, Verdict, VerdictReason } from './rules/evaluation.ts';
import type { PermissionRule } from './rules/rule.ts';
import { isAllowedBy, savedRulesFor } from './rules/savedRules.ts';
import { usedRules } from './rules/usedRules.ts';
import { SessionGrants, type GrantScope, type GrantSubject } from './sessionGrants.ts';

/** What the policy goes by. All are asked anew for each call, so that a change counts from the next one. */
export interface PermissionPolicyPorts {
  /** Reads anew what the others give. */
  readonly refresh?: () => Promise<unknown>;
  readonly rules: () => readonly PermissionRule[];
  readonly mode: () => PermissionMode;
  readonly environment: () => RuleEnvironment;
  readonly bash: BashParser;
  readonly grants?: SessionGrants;
  readonly logger?: Logger;
}

/** A decision with the rules that made it. */
export interface Decided {
  readonly call: PermissionCall;
  readonly decision: PermissionDecision;
  readonly rules: readonly PermissionRule[];
}

/** Decides by rules, mode, hooks and what the person granted; whatever nobody decided is asked. */
export class PermissionPolicy implements PermissionDecider {
  readonly #ports: PermissionPolicyPorts;
  readonly grants: SessionGrants;
  readonly #logger: Logger;
  readonly #didDecide = new Emitter<Decided>();
  readonly onDidDecide = this.#didDecide.event;

  constructor(ports: PermissionPolicyPorts) {
    this.#ports = ports;
    this.grants = ports.grants ?? new SessionGrants();
    this.#logger = ports.logger ?? silentLogger;
  }

  async decide(call: PermissionCall): Promise<PermissionDecision> {
    await this.#ports.refresh?.();
    const evaluation = await this.#evaluationOf(call);
    const verdict = evaluate(evaluation);
    const decision = this.#judge(call, evaluation, verdict);
    this.#didDecide.fire({ call, decision, rules: usedRules(evaluation, verdict) });
    return decision;
  }

  #judge(call: PermissionCall, evaluation: Evaluation, { verdict, reason }: Verdict): PermissionDecision {
    if (verdict === 'deny') return refusal(reason, evaluation.mode);
    const own = ownQuestion(call);
    if (verdict === 'allow') return allowUnlessOdd(call, evaluation, reason, own);
    if (reason.kind !== 'default') return { kind: 'ask', reason: askReason(reason, call), canRemember: false };
    if (own !== undefined) return { kind: 'ask', reason: own, canRemember: false };
    const subject = grantSubject(call);
    if (subject !== undefined && this.grants.covers(subject)) return { kind: 'allow' };
    return { kind: 'ask', reason: askReason(reason, call), canRemember: subject !== undefined };
  }

  remember(call: PermissionCall, scope: GrantScope = 'session'): void {
    const subject = grantSubject(call);
    if (subject !== undefined) this.grants.add(subject, scope);
  }

  /** The allow rules that "Always allow" would write, at most 5; none when it must not be offered. */
  async rulesFor(call: PermissionCall): Promise<readonly string[]> {
    const evaluation = await this.#evaluationOf(call);
    const decision = this.#judge(call, evaluation, evaluate(evaluation));
    return decision.kind === 'ask' && isSavable(decision.reason) ? savedRulesFor(evaluation) : [];
  }

  /** Would these rules have spared the question for that call? */
  async covers(rules: readonly string[], call: PermissionCall): Promise<boolean> {
    return isAllowedBy(rules, await this.#evaluationOf(call));
  }

  async #evaluationOf(call: PermissionCall): Promise<Evaluation> {
    const { subject, claudeName, access, input } = call;
    const decision = ownQuestion(call) === undefined ? call.hook?.decision : undefined;
    const command = subject.command === undefined ? {} : { command: subject.command };
    return {
      rules: this.#ports.rules(),
      mode: this.#ports.mode(),
      environment: this.#ports.environment(),
      call: { claudeName, access, input, paths: subject.paths, ...command },
      parse: subject.command === undefined ? unparsable : await this.#parser(),
      ...(decision === 'allow' || decision === 'ask' ? { hook: decision } : {}),
      autoApproveReadOnlyBash: true,
      guardSecrets: true,
    };
  }

  /** Without the grammar nothing is understood, so everything is asked. */
  async #parser(): Promise<ParseCommandLine> {
    try {
      return await this.#ports.bash.ready();
    } catch (error) {
      this.#logger.error(`Command lines can't be read, so each will be asked about: ${messageOf(error)}`, error);
      return unparsable;
    }
  }
}

/** What our own check of the call asks. Unlike a person's hook it gives way to their rules and mode. */
function ownQuestion({ hook, subject }: PermissionCall): AskReason | undefined {
  if (hook?.decision !== 'ask' || hook.source !== builtinPermissionSource) return undefined;
  const outside = subject.command === undefined ? subject.paths.find(({ isInside }) => !isInside) : undefined;
  if (outside !== undefined) return { kind: 'outside', path: outside.path };
  return { kind: 'destructive', what: hook.reason ?? subject.title };
}

function allowUnlessOdd(
  call: PermissionCall,
  { environment }: Evaluation,
  reason: VerdictReason,
  own: AskReason | undefined,
): PermissionDecision {
  const { paths, command } = call.subject;
  if (own !== undefined && command !== undefined && reason.kind === 'builtin') {
    return { kind: 'ask', reason: own, canRemember: false };
  }
  // A rule for a whole tool says nothing of other places; one that names them does.
  const isBare = reason.kind === 'rule' && reason.rule.spec === undefined;
  const outside = isBare && command === undefined ? paths.find((path) => !isInScope(path, environment)) : undefined;
  return outside === undefined
    ? { kind: 'allow' }
    : { kind: 'ask', reason: { kind: 'outside', path: outside.path }, canRemember: false };
}

function askReason(reason: Verdict['reason'], { access, hook, subject }: PermissionCall): AskReason {
  switch (reason.kind) {
    case 'rule':
      return { kind: 'rule', rule: reason.rule.text, source: reason.rule.source.name };
    case 'hook':
      return { kind: 'hook', source: hook?.source ?? 'hook', text: hook?.reason ?? '' };
    case 'outside':
    case 'protected':
    case 'secret':
      return { kind: reason.kind, path: reason.path };
    case 'critical':
      return { kind: 'destructive', what: `removes ${reason.target} (${subject.title})` };
    case 'mode':
    case 'builtin':
    case 'default':
    case 'plan':
    case 'unclear':
      return { kind: 'default', access };
  }
}

/** What "Allow for session" would grant; undefined where it must not be offered. */
function grantSubject({ subject, access }: PermissionCall): GrantSubject | undefined {
  const { command, paths } = subject;
  if (command !== undefined) {
    const isReadable = command.length <= MAX_COMMAND_CHARACTERS && !hasOddCharacters(command);
    return isReadable ? { kind: 'command', command } : undefined;
  }
  const isEdit = access === 'write' && paths.length > 0 && paths.every(({ isInside }) => isInside);
  return isEdit ? { kind: 'edits' } : undefined;
}

function isSavable({ kind }: AskReason): boolean {
  return kind === 'default' || kind === 'outside' || kind === 'destructive';
}

function refusal(reason: VerdictReason, mode: PermissionMode): PermissionDecision {
  if (reason.kind === 'rule' && reason.rule.effect === 'deny') {
    const name = `${reason.rule.text} (${reason.rule.source.name})`;
    return {
      kind: 'deny',
      reason: `Permission denied by the rule ${name}. Don't work around it: choose another way or say what you need.`,
      by: { kind: 'rule', name },
    };
  }
  return {
    kind: 'deny',
    reason: `Permission denied: in the mode ${mode} nobody is asked, and no rule allows this call.`,
    by: { kind: 'mode', name: mode },
  };
}
