import * as vscode from 'vscode';
import type { PermissionMode } from '../../core/permissions/rules/evaluation.ts';
import type { ListedRule } from '../../core/permissions/rules/mergeRules.ts';
import type { SessionCalls } from '../../core/permissions/sessionCalls.ts';
import type { Grant, SessionGrants } from '../../core/permissions/sessionGrants.ts';
import type { SessionMode } from '../../core/permissions/sessionMode.ts';
import type { TodoItem } from '../../core/todos/todoItem.ts';
import { withoutIcons } from '../approvals/exactText.ts';
import { openFileAt } from '../settings/consentQuestion.ts';
import { askAboutPermissions } from './permissionQuestion.ts';
import type { PermissionSettings } from './permissionSettings.ts';
import { grantText, modeText, oneLabel, ruleRow } from './permissionTexts.ts';
import type { RuleFiles } from './ruleFiles.ts';

export interface ManagePermissionsPorts {
  readonly settings: PermissionSettings;
  readonly files: RuleFiles;
  readonly calls: SessionCalls;
  readonly grants: SessionGrants;
  readonly mode: SessionMode;
  readonly items: () => readonly TodoItem[];
}

interface Row extends vscode.QuickPickItem {
  /** What choosing the row does; afterwards the list shows again unless it resolves to false. */
  readonly act?: () => Promise<boolean>;
  readonly buttons?: readonly RowButton[];
}

interface RowButton extends vscode.QuickInputButton {
  /** As the `act` of a row. */
  readonly run: () => Promise<boolean>;
}

/** The list of all that decides: the mode, what was granted for a while, every rule with its source and its last use. */
export class ManagePermissions {
  readonly #ports: ManagePermissionsPorts;

  constructor(ports: ManagePermissionsPorts) {
    this.#ports = ports;
  }

  /** Resolves when the person leaves the list. */
  async show(): Promise<void> {
    for (;;) {
      await this.#ports.settings.refresh();
      const picked = await this.#pick();
      if (picked === undefined || !(await picked())) return;
    }
  }

  /** @param given the mode, `''` for what the settings say; asks for it when there is none. */
  async chooseMode(given?: unknown): Promise<boolean> {
    const { settings, mode } = this.#ports;
    await settings.refresh();
    const known = modes.find((one) => one === given);
    const chosen = known ?? (given === '' ? 'settings' : await this.#pickMode());
    if (chosen === undefined) return false;
    mode.set(chosen === 'settings' ? undefined : chosen);
    if (settings.modeWith(mode.mode) === (chosen === 'settings' ? settings.modeWith(undefined) : chosen)) return true;
    const by = settings.set.bypassDisabledBy ?? '';
    void vscode.window.showWarningMessage(vscode.l10n.t('{0} is disabled by {1}.', chosen, by));
    return false;
  }

  /** Resolves to what to do, undefined when the list was left. */
  #pick(): Promise<(() => Promise<boolean>) | undefined> {
    const pick = vscode.window.createQuickPick<Row>();
    pick.title = vscode.l10n.t('Permissions');
    pick.placeholder = vscode.l10n.t('Deny comes before ask, ask before allow: the order of rules does not matter.');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.items = this.#rows();
    return new Promise((resolve) => {
      const settle = (act: (() => Promise<boolean>) | undefined): void => {
        resolve(act);
        pick.dispose();
      };
      pick.onDidHide(() => settle(undefined));
      pick.onDidAccept(() => {
        const [row] = pick.selectedItems;
        settle(row?.act ?? (() => Promise.resolve(true)));
      });
      // The buttons are those that the rows were made with.
      pick.onDidTriggerItemButton(({ button }) => settle((button as RowButton).run));
      pick.show();
    });
  }

  #rows(): readonly Row[] {
    const { settings, grants } = this.#ports;
    const { listed, undecided } = settings.set;
    return [
      this.#modeRow(),
      ...(undecided.length === 0 ? [] : [this.#undecidedRow()]),
      ...section(
        vscode.l10n.t('Granted for a while'),
        grants.all.map((grant) => this.#grantRow(grant)),
      ),
      ...section(
        vscode.l10n.t('Rules'),
        (['deny', 'ask', 'allow'] as const).flatMap((effect) =>
          listed
            .filter(({ rule }) => rule.effect === effect)
            .map((rule, at, all) => this.#ruleRow(rule, [all[at - 1], all[at + 1]])),
        ),
      ),
    ];
  }

  #modeRow(): Row {
    const { settings, mode } = this.#ports;
    const current = settings.modeWith(mode.mode);
    return {
      label: `$(shield) ${vscode.l10n.t('Mode: {0}', current)}`,
      description: mode.mode === undefined ? vscode.l10n.t('from the settings') : vscode.l10n.t('for this session'),
      detail: modeText(current, vscode.l10n.t),
      act: () => this.chooseMode(),
    };
  }

  #undecidedRow(): Row {
    const { settings } = this.#ports;
    return {
      label: `$(warning) ${vscode.l10n.t('This workspace wants to be allowed more ({0})', settings.set.undecided.length)}`,
      act: async () => {
        const { undecided } = settings.set;
        const answer = await askAboutPermissions(undecided, false);
        if (answer === 'allow') await settings.consent.allow(undecided);
        return answer !== 'opened';
      },
    };
  }

  #grantRow({ id, scope, subject }: Grant): Row {
    const { grants, items } = this.#ports;
    const item = scope === 'session' ? undefined : items().find((one) => one.id === scope.item);
    const revoke = async (): Promise<void> => grants.revoke(id);
    return {
      label: `$(key) ${withoutIcons(grantText(subject, vscode.l10n.t))}`,
      description:
        item === undefined
          ? vscode.l10n.t('for this session')
          : vscode.l10n.t('for "{0}"', withoutIcons(oneLabel(item.content))),
      buttons: [button('trash', vscode.l10n.t('Take Back'), revoke)],
      act: async () => {
        const take = vscode.l10n.t('Take Back');
        if ((await vscode.window.showQuickPick([take], { title: grantText(subject, vscode.l10n.t) })) === take) {
          await revoke();
        }
        return true;
      },
    };
  }

  /** @param neighbours the rules before and behind it in the list. */
  #ruleRow(listed: ListedRule, neighbours: readonly (ListedRule | undefined)[]): Row {
    const { calls } = this.#ports;
    const { rule, source } = listed;
    const timeOf = (at: number): string => new Date(at).toLocaleTimeString();
    const canRemove = source.scope !== 'managed';
    const [before, behind] = neighbours.map((other) => canRemove && other?.source === source);
    return {
      ...ruleRow(listed, calls.lastUse(rule), { t: vscode.l10n.t, timeOf }),
      buttons: [
        ...(before === true ? [button('arrow-up', vscode.l10n.t('Move Up'), () => this.#move(listed, -1))] : []),
        ...(behind === true ? [button('arrow-down', vscode.l10n.t('Move Down'), () => this.#move(listed, 1))] : []),
        button('go-to-file', vscode.l10n.t('Open'), () => openRule(listed), false),
        ...(canRemove ? [button('trash', vscode.l10n.t('Remove Rule'), () => this.#remove(listed))] : []),
      ],
      act: async () => {
        const [show, remove] = [vscode.l10n.t('Open'), vscode.l10n.t('Remove Rule')];
        const title = `${rule.effect}: ${oneLabel(rule.text)}`;
        const choice = await vscode.window.showQuickPick(canRemove ? [show, remove] : [show], { title });
        if (choice === show) await openRule(listed);
        if (choice === remove) await this.#remove(listed);
        return choice !== show;
      },
    };
  }

  async #move(listed: ListedRule, by: -1 | 1): Promise<void> {
    const failure = await this.#ports.files.move(listed, by);
    if (failure !== undefined) void vscode.window.showErrorMessage(failure);
  }

  async #remove(listed: ListedRule): Promise<void> {
    const failure = await this.#ports.files.remove(listed);
    if (failure !== undefined) void vscode.window.showErrorMessage(failure);
  }

  async #pickMode(): Promise<PermissionMode | 'settings' | undefined> {
    const { settings } = this.#ports;
    const rows = modes.map((mode) => ({ label: mode, detail: modeText(mode, vscode.l10n.t), mode }));
    const inSettings = settings.modeWith(undefined);
    const back = {
      label: vscode.l10n.t('As the settings say'),
      detail: `${inSettings}: ${modeText(inSettings, vscode.l10n.t)}`,
      mode: 'settings' as const,
    };
    const title = vscode.l10n.t('Permission mode for this session');
    return (await vscode.window.showQuickPick([...rows, back], { title }))?.mode;
  }
}

/** Rules of a session stand nowhere else. */
async function openRule({ rule, source, line }: ListedRule): Promise<void> {
  if (source.file !== undefined) return openFileAt(source.file, line);
  if (source.scope === 'session') return;
  await vscode.commands.executeCommand('workbench.action.openSettings', `agent.permissions.${rule.effect}`);
}

function button(icon: string, tooltip: string, run: () => Promise<void>, showsAgain = true): RowButton {
  const iconPath = new vscode.ThemeIcon(icon);
  return { iconPath, tooltip, run: () => run().then(() => showsAgain) };
}

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'bypassPermissions'];

function section(label: string, rows: readonly Row[]): readonly Row[] {
  return rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}
