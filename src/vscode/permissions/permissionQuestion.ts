import * as vscode from 'vscode';
import type { SharedGrant } from '../../core/permissions/rules/mergeRules.ts';
import { askForConsent, openFileAt, type ConsentAnswer } from '../settings/consentQuestion.ts';
import { permissionQuestion } from './permissionTexts.ts';

/** Asks once about all that a workspace wants to be allowed. `canGoWithout`: a run is about to begin and would go on. */
export function askAboutPermissions(all: readonly SharedGrant[], canGoWithout: boolean): Promise<ConsentAnswer> {
  return askForConsent({
    ...permissionQuestion(all, vscode.l10n.t),
    allow: vscode.l10n.t('Allow This'),
    without: canGoWithout ? vscode.l10n.t('Run Without') : undefined,
    open: async () => {
      const [first] = all;
      if (first?.source.file !== undefined) await openFileAt(first.source.file, first.line);
    },
  });
}
