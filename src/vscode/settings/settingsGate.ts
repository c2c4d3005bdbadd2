import * as vscode from 'vscode';
import type { Problem } from '../../core/settings/problem.ts';
import type { ResolvedSettings } from '../../core/settings/resolveSettings.ts';
import type { Refusal, RefusalStep, StartGate } from '../commands/startGate.ts';
import { commands, settingsSection } from '../ids.ts';
import type { SettingsService } from './settingsService.ts';

/** Lets a run begin only in a trusted workspace, with a folder, with settings that hold, and with a key that may be sent. */
export class SettingsGate implements StartGate {
  readonly #settings: SettingsService;

  constructor(settings: SettingsService) {
    this.#settings = settings;
  }

  place(): Refusal | undefined {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) {
      const reason = vscode.l10n.t('No folder is open. The agent works on the files of a folder: open one first.');
      return { reason, steps: [{ button: vscode.l10n.t('Open Folder'), command: 'vscode.openFolder' }] };
    }
    if (vscode.workspace.isTrusted) return undefined;
    const reason = vscode.l10n.t(
      'This workspace is in Restricted Mode. Trust it to let the agent read and run anything.',
    );
    return { reason, steps: [{ button: vscode.l10n.t('Manage Trust'), command: 'workbench.trust.manage' }] };
  }

  async ready(): Promise<Refusal | undefined> {
    return this.place() ?? refusalFor(await this.#settings.refresh());
  }

  async check(): Promise<Refusal | undefined> {
    const resolved = await this.#settings.refresh();
    const refusal = refusalFor(resolved);
    if (refusal !== undefined) return refusal;
    const { confirmHost } = resolved;
    if (confirmHost === undefined || (await this.#askFor(confirmHost))) return undefined;
    const reason = vscode.l10n.t(
      'The key was not sent to {0}, which this workspace names. Nothing was started.',
      confirmHost,
    );
    return { reason };
  }

  async #askFor(host: string): Promise<boolean> {
    const send = vscode.l10n.t('Send My Key There');
    const keep = vscode.l10n.t('Do Not Send');
    // The first button has the focus: an Enter that was meant for the box before this dialog must not give the key away.
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Send your API key to {0}?', host),
      {
        modal: true,
        detail: vscode.l10n.t(
          'A settings file of this workspace names this host for the model. Your key and your code would go there. You are asked once for this host.',
        ),
      },
      keep,
      send,
    );
    if (answer !== send) return false;
    await this.#settings.approveHost(host);
    return true;
  }
}

/** Whether setting a key would help: there is none, or none that can be used. */
export function lacksKey({ code }: Problem): boolean {
  return code === 'missing-key' || code === 'placeholder-key' || code === 'bad-key';
}

function refusalFor({ problems }: ResolvedSettings): Refusal | undefined {
  const errors = problems.filter((problem) => problem.severity === 'error');
  if (errors.length === 0) return undefined;
  const reason = errors.map((problem) => problem.message).join(' ');
  if (errors.every(lacksKey)) return keyRefusal(errors.some(({ code }) => code !== 'missing-key') ? reason : undefined);
  if (errors.some(({ file }) => file !== undefined))
    return {
      reason,
      steps: [{ button: vscode.l10n.t('Show Problems'), command: 'workbench.actions.view.problems' }],
    };
  const [key] = errors.flatMap((problem) => problem.key ?? []);
  const query = key?.startsWith(`${settingsSection}.`) === true ? key : '@ext:todo-agent.todo-agent';
  return { reason, steps: [settingsStep(vscode.l10n.t('Open Settings'), query)] };
}

/** @param reason why a key that is there can't be used; undefined when there is none. */
function keyRefusal(reason: string | undefined): Refusal {
  return {
    reason:
      reason ??
      vscode.l10n.t(
        'There is no API key. Set one, or choose "vscode-lm" in agent.provider for a model that VS Code offers. The demo needs neither.',
      ),
    steps: [
      { button: vscode.l10n.t('Set API Key'), command: commands.setApiKey, argument: { thenGoOn: true } },
      { button: vscode.l10n.t('Run Demo'), command: commands.runDemo },
      settingsStep(vscode.l10n.t('Use a Model of VS Code'), `${settingsSection}.provider`),
    ],
  };
}

function settingsStep(button: string, query: string): RefusalStep {
  return { button, command: 'workbench.action.openSettings', argument: query };
}
