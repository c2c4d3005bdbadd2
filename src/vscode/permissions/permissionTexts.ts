import type { PermissionMode } from '../../core/permissions/rules/evaluation.ts';
import type { InactiveReason, ListedRule, SharedGrant } from '../../core/permissions/rules/mergeRules.ts';
import type { RuleUse } from '../../core/permissions/sessionCalls.ts';
import type { GrantSubject } from '../../core/permissions/sessionGrants.ts';
import { shorten, showOnOneLine, withoutIcons } from '../approvals/exactText.ts';
import type { Translate } from '../approvals/approvalText.ts';

/** A dialog can't scroll. */
const maxLines = 15;
const maxCharacters = 240;
const maxLabel = 120;

/** The question whether what comes with a workspace may loosen the rules: every file with all that it wants. */
export function permissionQuestion(
  all: readonly SharedGrant[],
  t: Translate,
): { readonly message: string; readonly detail: string } {
  const names = [...new Set(all.map(({ source }) => source.name))];
  const lines = names.flatMap((name) => [
    '',
    name,
    ...all.filter(({ source }) => source.name === name).map((grant) => `  ${wish(grant, t)}`),
  ]);
  const shown = lines.slice(0, maxLines);
  const left = lines.length - shown.length;
  return {
    message:
      all.length === 1
        ? t('This workspace asks for 1 permission. Grant it?')
        : t('This workspace asks for {0} permissions. Grant them?', all.length),
    detail: [
      t('Calls that match these rules would run without asking you.'),
      ...shown,
      ...(left > 0 ? [t('... and {0} more lines: open the file to see them', left)] : []),
      '',
      t('You are asked once for exactly this; what is new in the file asks again. What it forbids holds anyway.'),
    ].join('\n'),
  };
}

function wish({ kind, text }: SharedGrant, t: Translate): string {
  const shown = shorten(showOnOneLine(text), maxCharacters, (count) => t('[... {0} characters left out ...]', count));
  return kind === 'allow' ? shown : t('access to the folder {0}', shown);
}

export function oneLabel(text: string): string {
  return shorten(showOnOneLine(text), maxLabel, () => '...');
}

/** A rule as a row of the list. */
export function ruleRow(
  { rule, source, line, inactive }: ListedRule,
  use: RuleUse | undefined,
  shown: { readonly t: Translate; readonly timeOf: (at: number) => string },
): { readonly label: string; readonly description: string; readonly detail: string } {
  const { t, timeOf } = shown;
  const icon =
    inactive === undefined ? { allow: 'check', ask: 'question', deny: 'circle-slash' }[rule.effect] : 'warning';
  const place = line === undefined ? source.name : `${source.name}:${line}`;
  const used =
    use === undefined
      ? t('not used in this session')
      : t('uses in this session: {0}, the last at {1}', use.count, timeOf(use.at));
  return {
    label: `$(${icon}) ${rule.effect}: ${withoutIcons(oneLabel(rule.text))}`,
    description: place,
    detail: inactive === undefined ? used : t('Does not count: {0}', inactiveText(inactive, t)),
  };
}

function inactiveText(reason: InactiveReason, t: Translate): string {
  switch (reason) {
    case 'untrusted':
      return t('the workspace is not trusted');
    case 'notAllowed':
      return t('it comes with the workspace and you have not agreed to it');
    case 'managedOnly':
      return t('only managed rules may allow');
  }
}

export function grantText(subject: GrantSubject, t: Translate): string {
  return subject.kind === 'command' ? t('Run: {0}', oneLabel(subject.command)) : t('Changes to files of the workspace');
}

export function modeText(mode: PermissionMode, t: Translate): string {
  switch (mode) {
    case 'default':
      return t('Asks before each change and each command');
    case 'acceptEdits':
      return t('Changes to files of the workspace run without a question; commands ask');
    case 'plan':
      return t('Nothing is changed without a question, whatever the rules allow');
    case 'dontAsk':
      return t('What no rule allows is refused, nobody is asked');
    case 'bypassPermissions':
      return t('Runs everything but what rules deny or ask. For throw-away machines only');
  }
}
