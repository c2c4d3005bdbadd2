import * as vscode from 'vscode';

/** Asks for the key and hands it on; the text is shown nowhere. Empty removes the stored key. @returns whether there is a new one. */
export async function askForApiKey(store: (key: string) => Promise<void>): Promise<boolean> {
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key'),
    prompt: vscode.l10n.t('Kept in the secret storage of VS Code. Leave it empty to remove the stored key.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[\x21-\x7e]*$/.test(text.trim())
        ? undefined
        : vscode.l10n.t('A key has no spaces, line ends or letters outside ASCII.'),
  });
  if (key === undefined) return false;
  await store(key.trim());
  const message =
    key.trim() === '' ? vscode.l10n.t('The stored API key was removed.') : vscode.l10n.t('The API key was stored.');
  void vscode.window.showInformationMessage(message);
  return key.trim() !== '';
}
