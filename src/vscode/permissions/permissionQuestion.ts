import * as vscode from 'vscode';
import type { SharedGrant } from '../../core/permissions/rules/mergeRules.ts';
import { permissionQuestion } from './permissionTexts.ts';

/** `opened`: the person wants to read the file first. */
export type PermissionAnswer = 'allow' | 'without' | 'opened' | 'none';

/** Asks once about all that a workspace wants to be allowed. `canGoWithout`: a run is about to begin and would go on. */
export async function askAboutPermissions(
  all: readonly SharedGrant[],
  canGoWithout: boolean,
): Promise<PermissionAnswer> {
  const allow = vscode.l10n.t('Allow This');
  const without = vscode.l10n.t('Run Without');
  const open = vscode.l10n.t('Open File');
  const { message, detail } = permissionQuestion(all, vscode.l10n.t);
  const buttons = canGoWithout ? [allow, without, open] : [allow, open];
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (answer === allow) return 'allow';
  if (answer === without) return 'without';
  if (answer !== open) return 'none';
  const [first] = all;
  if (first?.source.file !== undefined) await openFileAt(first.source.file, first.line);
  return 'opened';
}

/** @param line 1-based. */
export async function openFileAt(file: string, line = 1): Promise<void> {
  const place = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(place, place) });
}
