import * as vscode from 'vscode';
import type { FileReport } from '../../core/checkpoints/undo.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { displayPath } from '../views/callTexts.ts';

/** Every file with what became of it, as Markdown. */
export function reportText(reports: readonly FileReport[], unwatched: number): string {
  const lines = reports.map((report) => `- ${visibleLine(displayPath(report.path))}: ${wordsOf(report)}`);
  const warning =
    unwatched === 0
      ? []
      : [
          '',
          vscode.l10n.t('Commands whose changes could not be seen, so that they are not part of this: {0}.', unwatched),
        ];
  return [`# ${vscode.l10n.t('What became of each file')}`, '', ...lines, ...warning, ''].join('\n');
}

/** What became of one file. */
export function wordsOf({ result }: FileReport): string {
  switch (result.kind) {
    case 'restored':
      return vscode.l10n.t('put back');
    case 'merged':
      return vscode.l10n.t('put back; later changes of others stay in it');
    case 'recreated':
      return vscode.l10n.t('made again');
    case 'deleted':
      return vscode.l10n.t('deleted');
    case 'asBefore':
      return vscode.l10n.t('was so already');
    case 'changedMeanwhile':
      return vscode.l10n.t('left as it is: it was changed in this moment');
    case 'failed':
      return vscode.l10n.t('left as it is: {0}', visibleLine(result.message));
    case 'conflict':
      return vscode.l10n.t('left as it is: it was changed since, in the same places');
    case 'refused':
      return refusal(result.why);
  }
}

function refusal(why: Extract<FileReport['result'], { kind: 'refused' }>['why']): string {
  switch (why) {
    case 'git':
      return vscode.l10n.t('left as it is: it belongs to Git itself');
    case 'outside':
      return vscode.l10n.t('left as it is: it is not in the workspace');
    case 'linkMoved':
      return vscode.l10n.t('left as it is: a link leads elsewhere by now');
    case 'unsaved':
      return vscode.l10n.t('left as it is: an editor holds changes that are not saved');
    case 'unreadable':
      return vscode.l10n.t("left as it is: it can't be read");
    case 'notKept':
      return vscode.l10n.t('left as it is: what it was is not kept any more');
  }
}
