import * as vscode from 'vscode';
import type { PauseReason } from '../../core/agent/steerEvents.ts';
import { shorten, showOnOneLine } from '../approvals/exactText.ts';

const textLength = 80;

/** Why a run waits, as the end of a sentence. Text of others stands in quotation marks, on one line. */
export function pauseText(reason: PauseReason): string {
  switch (reason.kind) {
    case 'now':
      return vscode.l10n.t('asked for by you');
    case 'item':
      return reason.when === 'before'
        ? vscode.l10n.t('before "{0}"', short(reason.content))
        : vscode.l10n.t('after "{0}"', short(reason.content));
    case 'budget':
      return budgetText(reason);
    case 'loop': {
      const calls = reason.calls.map(({ name, title }) => `"${short(`${name}: ${title}`)}"`).join(', ');
      return reason.calls.length === 1
        ? vscode.l10n.t('the same call with the same result {0} times: {1}', reason.times, calls)
        : vscode.l10n.t('the same calls with the same results {0} times in turn: {1}', reason.times, calls);
    }
  }
}

function budgetText({ budget, used, limit }: Extract<PauseReason, { kind: 'budget' }>): string {
  switch (budget) {
    case 'rounds':
      return vscode.l10n.t('{0} of {1} rounds used (agent.maxRounds)', used, limit);
    case 'tokens':
      return vscode.l10n.t('{0} of {1} tokens used (agent.maxTokensPerTask)', used, limit);
    case 'cost':
      return vscode.l10n.t('${0} of ${1} used (agent.maxCostUsd)', used.toFixed(2), limit.toFixed(2));
  }
}

function short(text: string): string {
  return shorten(showOnOneLine(text), textLength, () => '\u2026');
}
