import type { HookCall } from '../../hooks/hookTypes.ts';
import type { BashParser } from '../bash/bashParser.ts';
import { unparsable } from '../bash/commandLine.ts';
import { factsOf } from './callFacts.ts';
import type { RuleCall, RuleEnvironment } from './evaluation.ts';
import type { PermissionRule } from './rule.ts';
import { parseRule } from './ruleGrammar.ts';
import { restrictionMatch } from './ruleMatch.ts';

export interface HookFilterPorts {
  readonly bash: BashParser;
  readonly environment: () => RuleEnvironment;
}

/**
 * The `if` of a hook: does this one rule concern the call? In doubt yes, since a guard that is asked in vain does no harm: about
 * a line that can't be read, and about one with expansions when the pattern says more than the command's name.
 */
export function createHookFilter({ bash, environment }: HookFilterPorts) {
  return async (text: string, call: HookCall): Promise<boolean> => {
    const place = environment();
    const { rule } = parseRule('ask', anchored(text), { name: 'if', scope: 'session', folder: place.cwd });
    if (rule === undefined) return false;
    const ruleCall = ruleCallOf(call);
    const parse = call.command === undefined ? unparsable : await bash.ready();
    const facts = factsOf({ call: ruleCall, environment: place, parse });
    if (restrictionMatch(rule, { call: ruleCall, facts, environment: place }) !== 'no') return true;
    if (call.command === undefined || rule.tool !== 'Bash' || call.claudeName !== 'Bash') return false;
    return facts.line?.kind === 'unparsable' || (saysMoreThanName(rule) && /`|\$[\w({]/.test(call.command));
  };
}

/** `dir/**` of one segment is the folder in the working directory, where rules that ask would look at any depth. */
function anchored(text: string): string {
  return text.trim().replace(/^(\w+)\((?=[^/()~.*]+\/\*\*\)$)/, '$1(/');
}

function saysMoreThanName({ spec }: PermissionRule): boolean {
  if (spec?.kind !== 'command') return false;
  const [, ...rest] = spec.pattern.text.replace(/(?: |:)\*$/, '').split(' ');
  return rest.length > 0;
}

function ruleCallOf({ claudeName = '', input, command, paths = [] }: HookCall): RuleCall {
  const access = command !== undefined ? 'execute' : claudeName === 'Edit' || claudeName === 'Write' ? 'write' : 'read';
  return { claudeName, access, input, paths, ...(command === undefined ? {} : { command }) };
}
