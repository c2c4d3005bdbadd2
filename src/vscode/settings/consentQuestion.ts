import * as vscode from 'vscode';

/** `opened`: the person wants to read the file first. */
export type ConsentAnswer = 'allow' | 'without' | 'opened' | 'none';

export interface ConsentQuestion {
  readonly message: string;
  readonly detail: string;
  readonly allow: string;
  /** For a run that is about to begin and would go on without what is asked about; undefined: not offered. */
  readonly without: string | undefined;
  /** Shows the file that is asked about. */
  readonly open: () => Promise<void>;
}

/** Asks about what comes with a workspace. */
export async function askForConsent({ message, detail, ...question }: ConsentQuestion): Promise<ConsentAnswer> {
  const { allow, without } = question;
  const open = vscode.l10n.t('Open File');
  // An Enter that was meant for the box before this dialog must not allow anything.
  const buttons = without === undefined ? [open, allow] : [without, allow, open];
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons);
  if (answer === allow) return 'allow';
  if (answer === undefined) return 'none';
  if (answer === without) return 'without';
  await question.open();
  return 'opened';
}

/** @param line 1-based. */
export async function openFileAt(file: string, line = 1): Promise<void> {
  const place = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(place, place) });
}
