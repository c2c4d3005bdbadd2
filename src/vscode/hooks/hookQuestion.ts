import * as vscode from 'vscode';
import type { HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import type { HookSource } from '../../core/hooks/configuration/hookSchema.ts';
import { settingsSection } from '../ids.ts';
import { hookQuestion } from './hookTexts.ts';

/** `opened`: the person wants to read the file first. */
export type HookAnswer = 'allow' | 'without' | 'opened' | 'none';

/** Asks once about all hooks that wait. `canGoWithout`: a run is about to begin and would go on without them. */
export async function askAboutHooks(all: readonly HookSettings[], canGoWithout: boolean): Promise<HookAnswer> {
  const allow = vscode.l10n.t('Allow These Hooks');
  const without = vscode.l10n.t('Run Without Them');
  const open = vscode.l10n.t('Open File');
  const { message, detail } = hookQuestion(all, vscode.l10n.t);
  // An Enter that was meant for the box before this dialog must not allow anything.
  const buttons = canGoWithout ? [without, allow, open] : [open, allow];
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (answer === allow) return 'allow';
  if (answer === without) return 'without';
  if (answer !== open) return 'none';
  const [first] = all;
  if (first !== undefined) await openHookSource(first.source, first.hooks[0]?.line);
  return 'opened';
}

/** @param line 1-based. */
export async function openHookSource({ file, kind }: HookSource, line = 1): Promise<void> {
  if (file === undefined) {
    const command = kind === 'user' ? 'workbench.action.openSettings' : 'workbench.action.openWorkspaceSettings';
    await vscode.commands.executeCommand(command, { query: `${settingsSection}.hooks` });
    return;
  }
  const place = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(place, place) });
}
