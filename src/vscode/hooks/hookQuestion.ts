import * as vscode from 'vscode';
import type { HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import type { HookSource } from '../../core/hooks/configuration/hookSchema.ts';
import { settingsSection } from '../ids.ts';
import { askForConsent, openFileAt, type ConsentAnswer } from '../settings/consentQuestion.ts';
import { hookQuestion } from './hookTexts.ts';

/** Asks once about all hooks that wait. `canGoWithout`: a run is about to begin and would go on without them. */
export function askAboutHooks(all: readonly HookSettings[], canGoWithout: boolean): Promise<ConsentAnswer> {
  return askForConsent({
    ...hookQuestion(all, vscode.l10n.t),
    allow: vscode.l10n.t('Allow These Hooks'),
    without: canGoWithout ? vscode.l10n.t('Run Without Them') : undefined,
    open: async () => {
      const [first] = all;
      if (first !== undefined) await openHookSource(first.source, first.hooks[0]?.line);
    },
  });
}

/** @param line 1-based. */
export async function openHookSource({ file, kind }: HookSource, line = 1): Promise<void> {
  if (file !== undefined) return openFileAt(file, line);
  const command = kind === 'user' ? 'workbench.action.openSettings' : 'workbench.action.openWorkspaceSettings';
  await vscode.commands.executeCommand(command, { query: `${settingsSection}.hooks` });
}
