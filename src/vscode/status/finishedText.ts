import * as vscode from 'vscode';
import type { LeftOpen } from '../../core/todos/leftOpen.ts';

/** That the agent ended its turn by itself, with what it left undone. */
export function finishedText(left: LeftOpen | undefined): string {
  if (left === undefined) return vscode.l10n.t('The task has ended.');
  const { open, total } = left;
  return open === 1
    ? vscode.l10n.t('The agent has finished; 1 of {0} items is left open.', total)
    : vscode.l10n.t('The agent has finished; {0} of {1} items are left open.', open, total);
}
