import * as vscode from 'vscode';
import { commands } from '../ids.ts';

/**
 * Asks for the key and hands it on; the text is shown nowhere. Empty removes the stored key.
 * @param argument `{ thenGoOn: true }`: what lacked the key goes on with it, so that no next step is offered.
 * @returns whether there is a new one.
 */
export async function askForApiKey(store: (key: string) => Promise<void>, argument: unknown): Promise<boolean> {
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key'),
    prompt: vscode.l10n.t(
      'The key of the Anthropic API (console.anthropic.com has them), or of the service in agent.baseUrl. Kept in the secret storage of VS Code. Leave it empty to remove the stored key.',
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[\x21-\x7e]*$/.test(text.trim())
        ? undefined
        : vscode.l10n.t('A key has no spaces, line ends or letters outside ASCII.'),
  });
  if (key === undefined) return false;
  await store(key.trim());
  const isRemoved = key.trim() === '';
  // Who waits for the key does not wait for the notification.
  void sayStored(isRemoved, isRemoved || goesOn(argument));
  return !isRemoved;
}

async function sayStored(isRemoved: boolean, isAll: boolean): Promise<void> {
  const start = vscode.l10n.t('Start Task');
  const message = isRemoved ? vscode.l10n.t('The stored API key was removed.') : storedMessage();
  const answer = await vscode.window.showInformationMessage(message, ...(isAll ? [] : [start]));
  if (answer === start) await vscode.commands.executeCommand(commands.startTask);
}

/** VS Code in a browser may keep secrets in the memory of the page, and doesn't tell. */
function storedMessage(): string {
  return vscode.env.uiKind === vscode.UIKind.Web
    ? vscode.l10n.t(
        'The API key was stored. In a browser it may last only until this window is reloaded; ANTHROPIC_API_KEY in the environment of VS Code lasts.',
      )
    : vscode.l10n.t('The API key was stored.');
}

function goesOn(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && Reflect.get(argument, 'thenGoOn') === true;
}
