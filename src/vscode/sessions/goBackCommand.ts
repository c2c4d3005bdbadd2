import * as vscode from 'vscode';
import { allWork } from '../../core/checkpoints/activeChanges.ts';
import { changesBehind, goBackPoints, type GoBackPoint } from '../../core/session/journal/goBack.ts';
import type { SessionStore } from '../../core/session/sessionStore.ts';
import { visibleLine } from '../../core/util/displayText.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Agent } from '../agent.ts';
import { shorten, withoutIcons } from '../approvals/exactText.ts';
import type { SessionOpener } from './sessionOpener.ts';
import type { SessionRecord } from './sessionRecord.ts';
import type { UndoCommands } from './undoCommands.ts';

export interface GoBackPorts {
  readonly session: Agent['session'];
  readonly record: SessionRecord;
  readonly store: SessionStore;
  readonly opener: SessionOpener;
  readonly undo: Pick<UndoCommands, 'takeBack'>;
}

const titleLength = 80;

/** "Back to here": the conversation as it was before one of its prompts, and the files too if the person wants. */
export async function goBack({ session, record, store, opener, undo }: GoBackPorts): Promise<void> {
  const isBusy = (): boolean => session.state !== 'idle';
  if (isBusy()) return refuse();
  const point = await pickPoint(goBackPoints(session.events));
  if (point === undefined) return;
  const { id } = session;
  const { entries } = await store.read(id);
  const changes = allWork(changesBehind(entries, point.runs, record.changes.records));
  const withFiles = changes.length === 0 ? false : await askAboutFiles();
  if (withFiles === undefined) return;
  // The person took their time.
  if (isBusy() || session.id !== id) return refuse();
  try {
    if (withFiles) await undo.takeBack(changes);
    record.goBack(point.runs);
    await opener.reread();
  } catch (error) {
    void vscode.window.showErrorMessage(messageOf(error));
  }
}

async function pickPoint(points: readonly GoBackPoint[]): Promise<GoBackPoint | undefined> {
  if (points.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing was asked in this session yet.'));
    return undefined;
  }
  const picks = points.toReversed().map((point) => ({
    label: withoutIcons(shorten(visibleLine(point.prompt), titleLength, () => '\u2026')),
    description: new Date(point.at).toLocaleString(vscode.env.language),
    point,
  }));
  const options = {
    title: vscode.l10n.t('Go Back'),
    placeHolder: vscode.l10n.t('To before which prompt? All behind it is left out of the conversation.'),
  };
  return (await vscode.window.showQuickPick(picks, options))?.point;
}

/** Undefined: not at all. */
async function askAboutFiles(): Promise<boolean | undefined> {
  const [both, conversation] = [vscode.l10n.t('Files Too'), vscode.l10n.t('Conversation Only')];
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Put back the files as well that were changed since?'),
    { modal: true, detail: vscode.l10n.t('Where others have changed them too, they stay as they are and are shown.') },
    both,
    conversation,
  );
  return answer === undefined ? undefined : answer === both;
}

function refuse(): void {
  void vscode.window.showInformationMessage(vscode.l10n.t('A task is already running.'));
}
