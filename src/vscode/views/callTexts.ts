import * as vscode from 'vscode';
import type { Refuser } from '../../core/permissions/permissionDecider.ts';
import type { CallRow } from '../../core/session/rows/rows.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import type { LineCounts } from '../../core/util/lineCounts.ts';

/** The resource behind a path, or behind a URI string of a virtual workspace. */
export function uriOf(path: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path) ? vscode.Uri.parse(path) : vscode.Uri.file(path);
}

/** A path as the person knows it: relative within the workspace. */
export function displayPath(path: string): string {
  return vscode.workspace.asRelativePath(uriOf(path));
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 60_000) return vscode.l10n.t('{0} s', (milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0));
  const seconds = Math.round(milliseconds / 1000);
  return vscode.l10n.t('{0} min {1} s', Math.floor(seconds / 60), seconds % 60);
}

/** What a call has come to, in words. */
export function stateText(call: CallRow): string {
  switch (call.state) {
    case 'running':
      return vscode.l10n.t('running');
    case 'waiting':
      return vscode.l10n.t('waiting for you');
    case 'denied':
      return vscode.l10n.t('denied by you');
    case 'forbidden':
      return refusedText(call.refusedBy);
    case 'cancelled':
      return vscode.l10n.t('stopped');
    case 'error':
      return withFacts(call, vscode.l10n.t('failed'));
    case 'ok':
      return withFacts(call);
  }
}

function refusedText(by: Refuser | undefined): string {
  // Older records don't tell.
  if (by === undefined) return vscode.l10n.t('forbidden by a rule or a hook');
  const name = visibleLine(by.name ?? '');
  switch (by.kind) {
    case 'rule':
      return name === '' ? vscode.l10n.t('forbidden by a rule') : vscode.l10n.t('forbidden by the rule {0}', name);
    case 'hook':
      return name === '' ? vscode.l10n.t('refused by a hook') : vscode.l10n.t('refused by the hook {0}', name);
    case 'mode':
      return vscode.l10n.t('not allowed in the mode {0}', name);
  }
}

/** Why a call came to nothing, in the first line of its result. */
export function failureText({ state, output = '' }: CallRow): string {
  if (state !== 'error' && state !== 'forbidden') return '';
  return output.split('\n', 1)[0] ?? '';
}

function withFacts(call: CallRow, ...words: string[]): string {
  const { evidence, durationMs } = call;
  if (evidence?.kind === 'command' && evidence.exitCode !== undefined)
    words.push(vscode.l10n.t('exit code {0}', evidence.exitCode));
  if (evidence?.kind === 'search')
    words.push(evidence.count === 1 ? vscode.l10n.t('1 match') : vscode.l10n.t('{0} matches', evidence.count));
  if (evidence?.kind === 'command' && durationMs !== undefined) words.push(durationText(durationMs));
  return words.join(', ');
}

export function countsText(counts: LineCounts): string {
  const { added, removed } = counts;
  return [
    added === 1 ? vscode.l10n.t('1 line added') : vscode.l10n.t('{0} lines added', added),
    removed === 1 ? vscode.l10n.t('1 line removed') : vscode.l10n.t('{0} lines removed', removed),
  ].join(', ');
}

type Plural = readonly [one: string, many: (count: number) => string];

function plural(count: number, [one, many]: Plural): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many(count)];
}

/** What was done, by kind: `2 reads, 1 edit`. Calls that did nothing don't count. */
export function workText(calls: readonly CallRow[]): string {
  // A command that failed is a command all the same: its row has the exit code.
  const done = calls.filter((call) => call.state === 'ok' || (call.state === 'error' && call.evidence !== undefined));
  const failed = calls.filter((call) => call.state === 'error' && call.evidence === undefined).length;
  const by = (kind: string): number => done.filter((call) => call.evidence?.kind === kind).length;
  const known = by('read') + by('search') + by('files') + by('command');
  return [
    ...plural(by('read'), [vscode.l10n.t('1 read'), (count) => vscode.l10n.t('{0} reads', count)]),
    ...plural(by('search'), [vscode.l10n.t('1 search'), (count) => vscode.l10n.t('{0} searches', count)]),
    ...plural(by('files'), [vscode.l10n.t('1 edit'), (count) => vscode.l10n.t('{0} edits', count)]),
    ...plural(by('command'), [vscode.l10n.t('1 command'), (count) => vscode.l10n.t('{0} commands', count)]),
    ...plural(done.length - known, [vscode.l10n.t('1 other call'), (count) => vscode.l10n.t('{0} other calls', count)]),
    ...plural(failed, [vscode.l10n.t('1 failed'), (count) => vscode.l10n.t('{0} failed', count)]),
  ].join(', ');
}

/** The line beside an item: whether it stands still, its work and the time it took. Cut off at its end first. */
export function summaryText(calls: readonly CallRow[]): string {
  const duration = calls.reduce((sum, call) => sum + (call.durationMs ?? 0), 0);
  const denied = calls.filter((call) => call.state === 'denied').length;
  const problems = calls.flatMap((call) => call.problems ?? []).reduce((sum, { count }) => sum + count, 0);
  return [
    calls.some((call) => call.state === 'waiting') ? vscode.l10n.t('waiting for you') : '',
    workText(calls),
    duration >= 1000 ? durationText(duration) : '',
    denied === 0 ? '' : vscode.l10n.t('{0} denied', denied),
    ...plural(problems, [vscode.l10n.t('1 new problem'), (count) => vscode.l10n.t('{0} new problems', count)]),
  ]
    .filter((text) => text !== '')
    .join(', ');
}
