import * as vscode from 'vscode';
import type { Cost, Doubt, Drift, ItemRow, Presence, Settlement, SteerState } from '../../../core/session/rows/rows.ts';
import type { SessionState } from '../../../core/session/sessionState.ts';
import type { TodoStatus } from '../../../core/todos/todoItem.ts';
import { visibleLine } from '../../../core/util/displayText.ts';
import { durationText } from '../callTexts.ts';

function statusText(status: TodoStatus): string {
  switch (status) {
    case 'completed':
      return vscode.l10n.t('Completed');
    case 'in_progress':
      return vscode.l10n.t('In progress');
    case 'pending':
      return vscode.l10n.t('Pending');
  }
}

function presenceText(presence: Exclude<Presence, 'listed'>): string {
  switch (presence) {
    case 'dropped':
      return vscode.l10n.t('dropped by the agent');
    case 'replaced':
      return vscode.l10n.t('from an earlier plan');
    case 'skipped':
      return vscode.l10n.t('skipped by you');
    case 'removed':
      return vscode.l10n.t('removed by you');
  }
}

export function driftText(drift: Drift): string {
  switch (drift.kind) {
    case 'renamed':
      return vscode.l10n.t('was: {0}', visibleLine(drift.from));
    case 'unticked':
      return vscode.l10n.t('set back by the agent');
    case 'returned':
      return vscode.l10n.t('put back by the agent');
  }
}

/** What is said of an item before anything else. */
export interface Standing {
  /** For a screen reader, before the item's text. */
  readonly words: string;
  /** For the row, beside it; empty where the row shows it already. */
  readonly text: string;
}

export function standingOf({ item, presence, doubt, settlement }: ItemRow, state: SessionState): Standing {
  if (presence !== 'listed') {
    const text = presenceText(presence);
    return { words: vscode.l10n.t('Off the list, {0}', text), text };
  }
  if (doubt !== undefined) return doubtStanding(doubt);
  if (settlement !== undefined) return settledStanding(settlement);
  if (item.status === 'in_progress' && state === 'paused') {
    return { words: vscode.l10n.t('In progress, paused'), text: vscode.l10n.t('paused') };
  }
  return { words: statusText(item.status), text: '' };
}

function doubtStanding(doubt: Doubt): Standing {
  switch (doubt) {
    case 'unrecorded':
      return { words: vscode.l10n.t('Completed, nothing recorded'), text: vscode.l10n.t('nothing recorded') };
    case 'failed':
      return { words: vscode.l10n.t('Completed, but its calls failed'), text: vscode.l10n.t('but its calls failed') };
    case 'declined':
      return {
        words: vscode.l10n.t('Completed, but its calls were declined'),
        text: vscode.l10n.t('but its calls were declined'),
      };
  }
}

/** The cause stands at the item that was begun; the others are open for the same, as the line above the tree says. */
function settledStanding({ isStarted, cause }: Settlement): Standing {
  const why = causeText(cause);
  return isStarted
    ? { words: vscode.l10n.t('Unfinished, {0}', why), text: vscode.l10n.t('unfinished: {0}', why) }
    : { words: vscode.l10n.t('Not started, {0}', why), text: vscode.l10n.t('not started') };
}

/** Why a run left an item open. */
export function causeText(cause: Settlement['cause']): string {
  switch (cause) {
    case 'finishedTurn':
      return vscode.l10n.t('the agent ended its turn');
    case 'stopped':
      return vscode.l10n.t('stopped by you');
    case 'interrupted':
      return vscode.l10n.t('interrupted');
    case 'denied':
      return vscode.l10n.t('denied by you');
    case 'error':
      return vscode.l10n.t('run failed');
    case 'limit':
      return vscode.l10n.t('a limit was reached');
    case 'blocked':
      return vscode.l10n.t('blocked');
  }
}

/** How far the person's word has come. */
export function steerText(state: SteerState): string {
  switch (state) {
    case 'pending':
      return vscode.l10n.t('not sent yet');
    case 'sent':
      return vscode.l10n.t('sent');
    case 'seen':
      return vscode.l10n.t('seen');
  }
}

/** What the person set on an item. */
export function wishTexts({ isLocked, stopPoints }: Pick<ItemRow, 'isLocked' | 'stopPoints'>): readonly string[] {
  return [
    ...(stopPoints.includes('before') ? [vscode.l10n.t('pauses before')] : []),
    ...(stopPoints.includes('after') ? [vscode.l10n.t('pauses after')] : []),
    ...(isLocked ? [vscode.l10n.t('locked')] : []),
  ];
}

/** A sentence for each thing that a row shows and no word beside it explains. */
export function explanations({ presence, isLocked }: ItemRow, isMarked: boolean): readonly string[] {
  const { t } = vscode.l10n;
  const off = presence === 'listed' || presence === 'replaced' ? undefined : offListReason(presence);
  return [
    ...(off === undefined ? [] : [off]),
    ...(isLocked
      ? [t("Locked: the agent can't take it off the list until you unlock it. What you add is locked.")]
      : []),
    ...(isMarked
      ? [t('Its box is marked because it changed since you looked; select any row to take the marks away.')]
      : []),
  ];
}

function offListReason(presence: Exclude<Presence, 'listed' | 'replaced'>): string {
  switch (presence) {
    case 'dropped':
      return vscode.l10n.t('The agent left it out of its list before it was completed; Restore puts it back.');
    case 'skipped':
      return vscode.l10n.t('You told the agent to leave it out; Restore puts it back.');
    case 'removed':
      return vscode.l10n.t('You took it off the list; Restore puts it back.');
  }
}

/** `3 rounds, 12 s, 4.1K tokens, $0.02`; empty when nothing was used. */
export function costText({ rounds, activeMs, usd, ...tokens }: Cost): string {
  const used = tokens.inputTokens + tokens.outputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens;
  const compact = new Intl.NumberFormat(vscode.env.language, { notation: 'compact', maximumFractionDigits: 1 });
  return [
    rounds === 0 ? '' : rounds === 1 ? vscode.l10n.t('1 round') : vscode.l10n.t('{0} rounds', rounds),
    activeMs < 1000 ? '' : durationText(activeMs),
    used === 0 ? '' : vscode.l10n.t('{0} tokens', compact.format(used)),
    used === 0 || usd === undefined ? '' : moneyText(usd),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

export function moneyText(usd: number): string {
  return usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`;
}
