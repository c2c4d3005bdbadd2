import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/agent/agentEvents.ts';
import type { HappeningEntry } from '../../core/session/transcript/transcriptEntries.ts';
import type { PageEntry } from '../../core/session/transcript/transcriptMessages.ts';
import { visibleLine, visibleText } from '../../core/util/displayText.ts';
import type { LeftOpen } from '../../core/todos/leftOpen.ts';
import { editText } from '../status/editText.ts';
import { finishedText } from '../status/finishedText.ts';
import { pauseText } from '../status/pauseText.ts';
import { durationText } from '../views/callTexts.ts';

type Level = Extract<PageEntry, { kind: 'note' }>['level'];

/** What happened, in words. */
export function happeningEntry({ id, event, left }: HappeningEntry): PageEntry {
  const { t } = vscode.l10n;
  const note = (level: Level, text: string): PageEntry => ({ kind: 'note', id, label: levelText(level), level, text });
  switch (event.kind) {
    case 'runStarted':
      if (event.isRetry === true) return note('info', t('Once more, with {0}', visibleLine(event.model)));
      return { kind: 'you', id, label: t('You'), text: visibleText(event.prompt) };
    case 'steered':
      if (event.what.kind === 'message') {
        return { kind: 'you', id, label: t('You'), text: visibleText(event.what.text) };
      }
      return note('info', editText(event.what.edit));
    case 'retry':
      return note(
        'warning',
        t('No answer: {0} Asking again in {1}.', ending(event.reason), durationText(event.delayMs)),
      );
    case 'notResponding':
      return note('info', t('No sign of the model for {0}; still waiting.', durationText(event.silentMs)));
    case 'answered':
      return note('warning', t('The answer ended early: {0}', visibleLine(event.stopReason ?? '')));
    case 'roundFinished':
      return note('info', t('The agent was reminded of its todos.'));
    case 'notice':
      return note(event.level, visibleText(event.text));
    case 'paused':
      return note('info', t('Paused: {0}', pauseText(event.reason)));
    case 'resumed':
      return note('info', event.choice === 'goOn' ? t('Resumed by you') : t('Ended by you'));
    case 'runFinished': {
      const text = outcomeText(event.outcome, left);
      return { kind: 'outcome', id, label: text, end: endOf(event.outcome, left), text };
    }
  }
}

function endOf({ kind }: RunOutcome, left: LeftOpen | undefined): Extract<PageEntry, { kind: 'outcome' }>['end'] {
  if (kind === 'failed') return 'failed';
  return kind === 'completed' && left === undefined ? 'good' : 'open';
}

function ending(sentence: string): string {
  const line = visibleLine(sentence);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function levelText(level: Level): string {
  switch (level) {
    case 'info':
      return vscode.l10n.t('Note');
    case 'warning':
      return vscode.l10n.t('Warning');
    case 'error':
      return vscode.l10n.t('Error');
  }
}

function outcomeText({ kind, reason, rounds }: RunOutcome, left: LeftOpen | undefined): string {
  const why = reason === undefined ? '' : ` ${visibleText(reason)}`;
  const count = rounds === 1 ? vscode.l10n.t('1 round') : vscode.l10n.t('{0} rounds', rounds);
  const steps = rounds === 0 ? '' : ` (${count})`;
  const isOpen = kind === 'completed' && left !== undefined;
  return isOpen ? `${finishedText(left)}${steps}${why}` : `${endText(kind)}${steps}.${why}`;
}

function endText(kind: RunOutcome['kind']): string {
  switch (kind) {
    case 'completed':
      return vscode.l10n.t('Completed');
    case 'cancelled':
      return vscode.l10n.t('Stopped');
    case 'blocked':
      return vscode.l10n.t('Blocked');
    case 'limit':
      return vscode.l10n.t('Limit reached');
    case 'failed':
      return vscode.l10n.t('Failed');
  }
}
