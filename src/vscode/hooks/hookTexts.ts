import type { HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import { hookLabel, type ConfiguredHook, type HookDefinition } from '../../core/hooks/configuration/hookSchema.ts';
import type { HookStatistics } from '../../core/hooks/engine/hookEngine.ts';
import { showHidden, withoutIcons } from '../approvals/exactText.ts';

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
    message: questionOf(count, t),
    detail: [
      t('They run by themselves, with your rights and without a further question, whenever their event happens.'),
      ...shown,
      ...(left > 0 ? [t('... and {0} more lines: open the file to see them', left)] : []),
      '',
      t('You are asked once for exactly this; a change asks again. Scripts that a command calls are not looked into.'),
    ].join('\n'),
  };
}

function questionOf(count: number, t: Translate): string {
  if (count === 0) return t('Let this workspace decide whether hooks run?');
  return count === 1 ? t('Let this workspace run its hook?') : t('Let this workspace run its {0} hooks?', count);
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

/** One hook as a row of the list, under its event. */
export interface HookRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export function hookRow(hook: ConfiguredHook, statistics: HookStatistics | undefined, t: Translate): HookRow {
  const { inactive, source, line } = hook;
  const place = line === undefined ? source.label : `${source.label}:${line}`;
  const states = [
    inactive === undefined ? undefined : t('Does not run: {0}', inactive),
    statistics === undefined ? undefined : lastRun(statistics, t),
  ].filter((text) => text !== undefined);
  return {
    label: `$(${iconOf(hook, statistics)}) ${withoutIcons(hookLabel(hook))}`,
    description: withoutIcons([...conditionsOf(hook), place].join(' \u00b7 ')),
    detail: states.length === 0 ? t('Has not run yet') : states.join(' \u00b7 '),
  };
}

/** `PreToolUse (Bash, if Bash(git *))`. */
function eventAndMatcher(hook: ConfiguredHook): string {
  const conditions = conditionsOf(hook);
  return conditions.length === 0 ? hook.event : `${hook.event} (${conditions.join(', ')})`;
}

function conditionsOf({ matcher = '', definition }: ConfiguredHook): readonly string[] {
  const filter = definition.if === undefined ? '' : `if ${definition.if}`;
  return [matcher, filter].filter((text) => text !== '');
}

function lastRun({ count, last }: HookStatistics, t: Translate): string {
  const { number, match, durationMs, ending, effect, isTrial } = last;
  const facts = [match, `${durationMs} ms`, ending, effect, isTrial ? t('tried by hand') : ''];
  return t('Runs: {0}, last #{1}: {2}', count, number, facts.filter((fact) => fact !== '').join(', '));
}

function iconOf({ inactive }: ConfiguredHook, statistics: HookStatistics | undefined): string {
  if (inactive !== undefined) return 'circle-slash';
  if (statistics === undefined) return 'circle-outline';
  return statistics.last.effect === 'failed' ? 'error' : 'pass';
}
