import * as vscode from 'vscode';
import type { SessionTree } from '../../../core/session/rows/rows.ts';
import { pauseText } from '../../status/pauseText.ts';
import { causeText } from './itemTexts.ts';

/** So many calls without a change of the list are worth a word. */
const staleFrom = 6;

/** `1/3 completed`; empty without a list. */
export function progressText({ items }: SessionTree): string {
  const listed = items.filter(({ presence }) => presence === 'listed');
  const completed = listed.filter(({ item }) => item.status === 'completed').length;
  return listed.length === 0 ? '' : vscode.l10n.t('{0}/{1} completed', completed, listed.length);
}

/**
 * The line above the tree: why it stands still, whether the list can be believed. Empty for none.
 * @param isPausing a pause was asked for, and the current step isn't over.
 * @param waitText what is waited for; empty for nothing.
 * @param queueText the tasks that wait; empty for none.
 */
export function viewMessage(tree: SessionTree, isPausing: boolean, waitText: string, queueText: string): string {
  return [
    waitText,
    tree.pause === undefined ? '' : vscode.l10n.t('Paused: {0}. Resume with the button above.', pauseText(tree.pause)),
    isPausing ? vscode.l10n.t('Pausing after this step') : '',
    openText(tree),
    staleText(tree),
    queueText,
  ]
    .filter((text) => text !== '')
    .join(' \u00b7 ');
}

/** What a run left undone, and why. */
function openText({ items }: SessionTree): string {
  const left = items.flatMap(({ settlement }) => settlement ?? []);
  const cause = (left.find(({ isStarted }) => isStarted) ?? left[0])?.cause;
  return cause === undefined ? '' : vscode.l10n.t('{0} left open: {1}', left.length, causeText(cause));
}

function staleText({ items, callsSinceChange }: SessionTree): string {
  const hasOpen = items.some(({ presence, item }) => presence === 'listed' && item.status !== 'completed');
  if (!hasOpen || callsSinceChange < staleFrom) return '';
  return vscode.l10n.t('{0} actions since the list changed', callsSinceChange);
}
