import type { HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import { hookLabel, type ConfiguredHook, type HookDefinition } from '../../core/hooks/configuration/hookSchema.ts';
import type { HookStatistics } from '../../core/hooks/engine/hookEngine.ts';
import { showHidden } from '../approvals/exactText.ts';

/** `vscode.l10n.t`, handed in so that the wording is tried without an editor. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

/** A dialog can't scroll. */
const maxHooks = 12;
const maxCharacters = 240;

export interface HookQuestion {
  readonly message: string;
  readonly detail: string;
}

/** The question whether hooks that come with a workspace may run: each file with all that it would run, as it would run. */
export function hookQuestion(all: readonly HookSettings[], t: Translate): HookQuestion {
  const count = all.flatMap(({ hooks }) => hooks).length;
  const lines = all.flatMap(({ source, hooks, disableAllHooks }) => [
    '',
    source.label,
    ...(disableAllHooks === true ? [`  ${t('switches off all other hooks')}`] : []),
    ...(disableAllHooks === false ? [`  ${t('switches hooks on again that you switched off for all projects')}`] : []),
    ...hooks.map((hook) => `  ${eventAndMatcher(hook)}: ${whatItRuns(hook.definition, t)}`),
  ]);
  const shown = lines.slice(0, maxHooks);
  const left = lines.length - shown.length;
  return {
    message: t('Let this workspace run its hooks ({0})?', count),
    detail: [
      t('They run by themselves, with your rights and without a further question, whenever their event happens.'),
      ...shown,
      ...(left > 0 ? [t('... and {0} more lines: open the file to see them', left)] : []),
      '',
      t('You are asked once for exactly this; a change asks again. Scripts that a command calls are not looked into.'),
    ].join('\n'),
  };
}

function whatItRuns(definition: HookDefinition, t: Translate): string {
  const text = showHidden(bodyOf(definition)).replaceAll('\n', ' \u23CE ');
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters)} ${t('... {0} characters more: open the file', text.length - maxCharacters)}`;
}

function bodyOf(definition: HookDefinition): string {
  switch (definition.type) {
    case 'command':
      return [definition.command, ...(definition.args ?? [])].join(' ');
    case 'http':
      return `POST ${definition.url}`;
    case 'prompt':
    case 'agent':
      return `${definition.type}: ${definition.prompt}`;
    case 'mcp_tool':
      return `${definition.server}: ${definition.tool}`;
  }
}

/** One hook as a row of the list. */
export interface HookRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export function hookRow(hook: ConfiguredHook, statistics: HookStatistics | undefined, t: Translate): HookRow {
  const { inactive, source, line } = hook;
  const icon =
    inactive === undefined ? (statistics === undefined ? 'circle-outline' : iconOf(statistics)) : 'circle-slash';
  const place = line === undefined ? source.label : `${source.label}:${line}`;
  return {
    label: `$(${icon}) ${hookLabel(hook)}`,
    description: `${eventAndMatcher(hook)} \u00b7 ${place}`,
    detail: [inactive === undefined ? undefined : t('Does not run: {0}', inactive), lastRun(statistics, t)]
      .filter((text) => text !== undefined)
      .join(' \u00b7 '),
  };
}

/** `PreToolUse (Bash, if Bash(git *))`. */
export function eventAndMatcher({ event, matcher, definition }: ConfiguredHook): string {
  const conditions = [matcher, definition.if && `if ${definition.if}`].filter(
    (text) => text !== undefined && text !== '',
  );
  return conditions.length === 0 ? event : `${event} (${conditions.join(', ')})`;
}

function lastRun(statistics: HookStatistics | undefined, t: Translate): string {
  if (statistics === undefined) return t('has not run yet');
  const { number, match, durationMs, ending, effect, isTrial } = statistics.last;
  const facts = [match, `${durationMs} ms`, ending, effect, isTrial ? t('tried by hand') : ''];
  return t('{0} runs, last #{1}: {2}', statistics.count, number, facts.filter((fact) => fact !== '').join(', '));
}

function iconOf({ last }: HookStatistics): string {
  return last.effect === 'failed' ? 'error' : 'pass';
}
