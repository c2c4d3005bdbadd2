import * as vscode from 'vscode';
import { showOnOneLine } from '../approvals/exactText.ts';
import { settingsSection } from '../ids.ts';
import type { ModelChannel } from '../model/providerModel.ts';
import { messageOf } from '../../core/util/errors.ts';

/** What the channel in force offers; rejects with a sentence for a person. */
export type ListModels = ModelChannel['listModels'];

/**
 * Picks `agent.model` from what the channel offers; free text is taken as it is.
 * @param needsList without a list no name is any good: it is told why there is none.
 * @returns whether it is another one.
 */
export async function selectModel(current: string, listModels: ListModels, needsList: boolean): Promise<boolean> {
  const picked = await pick(current, listModels, needsList);
  if (picked === undefined || picked === current) return false;
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const isInWorkspace = configuration.inspect('model')?.workspaceValue !== undefined;
  await configuration.update('model', picked, isInWorkspace ? vscode.ConfigurationTarget.Workspace : true);
  return true;
}

async function sayWhyNone(reason: string): Promise<void> {
  const settings = vscode.l10n.t('Open Settings');
  const answer = await vscode.window.showErrorMessage(showOnOneLine(reason), settings);
  if (answer === settings)
    await vscode.commands.executeCommand('workbench.action.openSettings', `${settingsSection}.provider`);
}

function pick(current: string, listModels: ListModels, needsList: boolean): Promise<string | undefined> {
  const abort = new AbortController();
  const input = vscode.window.createQuickPick();
  input.title = vscode.l10n.t('Select Model');
  input.placeholder = vscode.l10n.t('Now {0}. Pick one, or type a name', current);
  input.busy = true;
  let models: readonly vscode.QuickPickItem[] = [];
  const refresh = (): void => {
    const typed = input.value.trim();
    const isListed = typed === '' || models.some((model) => model.label === typed);
    const own = { label: typed, description: vscode.l10n.t('as typed'), alwaysShow: true };
    input.items = isListed ? models : [...models, own];
  };
  void listModels(abort.signal)
    .then((listed) => {
      models = listed.map(({ id, name }) => ({ label: id, ...(name === id ? {} : { description: name }) }));
    })
    .catch((error: unknown) => {
      if (abort.signal.aborted) return;
      input.placeholder = vscode.l10n.t('Type a name. No list: {0}', messageOf(error));
      if (!needsList) return;
      input.hide();
      void sayWhyNone(messageOf(error));
    })
    .finally(() => {
      input.busy = false;
      refresh();
    });
  return new Promise((resolve) => {
    input.onDidChangeValue(refresh);
    input.onDidAccept(() => {
      resolve(input.selectedItems[0]?.label ?? (input.value.trim() || undefined));
      input.hide();
    });
    input.onDidHide(() => {
      abort.abort();
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}
