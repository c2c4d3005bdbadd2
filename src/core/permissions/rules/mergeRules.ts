import { resolveFrom } from '../posixPath.ts';
import type { PermissionMode } from './evaluation.ts';
import type { PermissionRule } from './rule.ts';
import type { PermissionSource, PlacedRule, RuleSettings } from './ruleSettings.ts';

/** Why an allow rule does not count. */
export type InactiveReason = 'untrusted' | 'notAllowed' | 'managedOnly';

export interface ListedRule extends PlacedRule {
  readonly source: PermissionSource;
  readonly inactive?: InactiveReason;
}

/** Something that a workspace wants to be allowed: an allow rule, or access to a folder outside. */
export interface SharedGrant {
  readonly kind: 'allow' | 'directory';
  readonly text: string;
  readonly source: PermissionSource;
  readonly line?: number;
}

/** The permissions of all sources. */
export interface RuleSet {
  /** In force. */
  readonly rules: readonly PermissionRule[];
  /** All rules, whether they count or not. */
  readonly listed: readonly ListedRule[];
  /** Absolute, with `/`. */
  readonly additionalDirectories: readonly string[];
  /** What the files say; undefined when they say nothing. */
  readonly mode: PermissionMode | undefined;
  /** Workspace files whose mode would loosen the person's, and so doesn't count. */
  readonly looserModes: readonly RuleSettings[];
  /** The source that forbids the mode `bypassPermissions`. */
  readonly bypassDisabledBy: string | undefined;
  /** What waits for the person's yes. */
  readonly undecided: readonly SharedGrant[];
}

export interface RuleMergeOptions {
  readonly isTrusted: boolean;
  /** Did the person say yes to exactly this? */
  readonly isAllowed: (grant: SharedGrant) => boolean;
  readonly home: string;
}

/**
 * Puts the sources together: all that forbids or asks counts whoever says it; what a workspace allows counts only once it is
 * trusted and the person agreed to just that.
 */
export function mergeRuleSettings(all: readonly RuleSettings[], options: RuleMergeOptions): RuleSet {
  const managedOnly = all.some(({ source, managedRulesOnly }) => source.scope === 'managed' && managedRulesOnly);
  const listed = all.flatMap(({ source, rules }) =>
    rules.map((placed): ListedRule => {
      const inactive = inactiveReason(placed, source, managedOnly, options);
      return { ...placed, source, ...(inactive === undefined ? {} : { inactive }) };
    }),
  );
  const wanted = all.flatMap(directoriesOf);
  const undecided = [
    ...listed.filter(({ inactive }) => inactive === 'notAllowed').map(grantOf),
    ...wanted.filter((grant) => !counts(grant, options)),
  ];
  const { mode, looserModes } = fileMode(all, options.isTrusted);
  return {
    rules: listed.filter(({ inactive }) => inactive === undefined).map(({ rule }) => rule),
    listed,
    additionalDirectories: wanted
      .filter((grant) => counts(grant, options))
      .map(({ text, source }) => absolute(text, source.folder, options.home)),
    mode,
    looserModes,
    bypassDisabledBy: all.find(({ disablesBypass }) => disablesBypass)?.source.name,
    undecided: options.isTrusted ? undecided : [],
  };
}

export interface ModeChoices {
  /** What the person chose for this session. */
  readonly session: PermissionMode | undefined;
  /** What the person set in their own VS Code settings. */
  readonly editor: PermissionMode | undefined;
  readonly files: Pick<RuleSet, 'mode' | 'bypassDisabledBy'>;
}

/** The mode in force. */
export function chooseMode({ session, editor, files }: ModeChoices): PermissionMode {
  const mode = session ?? editor ?? files.mode ?? 'default';
  return mode === 'bypassPermissions' && files.bypassDisabledBy !== undefined ? 'default' : mode;
}

function inactiveReason(
  { rule, line }: PlacedRule,
  source: PermissionSource,
  managedOnly: boolean,
  options: RuleMergeOptions,
): InactiveReason | undefined {
  // Whatever forbids stays: nobody may lift another's rule.
  if (rule.effect !== 'allow') return undefined;
  if (managedOnly && source.scope !== 'managed') return 'managedOnly';
  if (!source.isShared) return undefined;
  if (!options.isTrusted) return 'untrusted';
  const grant = grantOf({ rule, source, ...(line === undefined ? {} : { line }) });
  return options.isAllowed(grant) ? undefined : 'notAllowed';
}

function grantOf({ rule, source, line }: ListedRule): SharedGrant {
  return { kind: 'allow', text: rule.text, source, ...(line === undefined ? {} : { line }) };
}

function directoriesOf({ source, additionalDirectories }: RuleSettings): readonly SharedGrant[] {
  return additionalDirectories.map((text) => ({ kind: 'directory', text, source }));
}

function counts(grant: SharedGrant, { isTrusted, isAllowed }: RuleMergeOptions): boolean {
  return !grant.source.isShared || (isTrusted && isAllowed(grant));
}

function absolute(path: string, folder: string, home: string): string {
  return /^~(?:\/|$)/.test(path) ? resolveFrom(home, `./${path.slice(1)}`) : resolveFrom(folder, path);
}

/** How much runs without a question, from little to all. */
const looseness: Readonly<Record<PermissionMode, number>> = {
  plan: 0,
  dontAsk: 0,
  default: 1,
  acceptEdits: 2,
  bypassPermissions: 3,
};

export function isLooser(mode: PermissionMode, than: PermissionMode): boolean {
  return looseness[mode] > looseness[than];
}

/** The person's own mode; a workspace's in its place only where it is no looser. */
function fileMode(all: readonly RuleSettings[], isTrusted: boolean): Pick<RuleSet, 'mode' | 'looserModes'> {
  const modeOf = (scope: PermissionSource['scope']): PermissionMode | undefined =>
    all.findLast(({ source, defaultMode }) => source.scope === scope && defaultMode !== undefined)?.defaultMode?.mode;
  const own = modeOf('managed') ?? modeOf('user');
  const loosens = ({ defaultMode }: RuleSettings): boolean =>
    defaultMode !== undefined && isLooser(defaultMode.mode, own ?? 'default');
  const shared = all.filter(({ source, defaultMode }) => source.isShared && defaultMode !== undefined);
  const strict = isTrusted && modeOf('managed') === undefined ? shared.filter((one) => !loosens(one)) : [];
  const [first] = [...strict].sort((one, other) => rank(one) - rank(other));
  return { mode: first?.defaultMode?.mode ?? own, looserModes: shared.filter(loosens) };
}

/** The local file's word counts before the project's. */
function rank({ source }: RuleSettings): number {
  return source.scope === 'local' ? 0 : 1;
}
