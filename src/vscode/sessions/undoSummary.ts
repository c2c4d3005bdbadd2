import type { FileReport } from '../../core/checkpoints/undo.ts';
import type { Translate } from '../approvals/approvalText.ts';

export interface SummaryContext {
  readonly t: Translate;
  readonly nameOf: (path: string) => string;
  readonly wordsOf: (report: FileReport) => string;
  /** Whether a diff of what is in conflict is open. */
  readonly hasDiff: boolean;
}

/** The files whose undo needs the person: nothing was written there. */
export function needsPerson({ result }: FileReport): boolean {
  return ['conflict', 'refused', 'failed', 'changedMeanwhile'].includes(result.kind);
}

/** What was done, for a notification; of what was not, why, and what to do next. */
export function summaryOf(reports: readonly FileReport[], cause: 'undo' | 'redo', context: SummaryContext): string {
  const { t, hasDiff } = context;
  const open = reports.filter(needsPerson);
  const done = reports.length - open.length;
  const isUndo = cause === 'undo';
  if (open.length === 0) {
    return isUndo ? t('Undone. Files put back: {0}.', done) : t('Redone. Files written: {0}.', done);
  }
  const [only] = open;
  const why = open.length === 1 && only !== undefined ? whyNot(only, context) : t('{0} files need you.', open.length);
  const next = hasDiff ? [t('The diff shows it without the change and as it is: take over what you want.')] : [];
  return [headOf(done, isUndo, t), why, ...next].join(' ');
}

function headOf(done: number, isUndo: boolean, t: Translate): string {
  if (done === 0) return isUndo ? t('Not undone:') : t('Not redone:');
  return isUndo
    ? t('Undone in part, files put back: {0}. Not undone:', done)
    : t('Redone in part, files written: {0}. Not redone:', done);
}

function whyNot(report: FileReport, { t, nameOf, wordsOf }: SummaryContext): string {
  const name = nameOf(report.path);
  if (report.result.kind === 'conflict') return t('{0} was changed since, in the same places.', name);
  return t('{0}: {1}.', name, wordsOf(report));
}
