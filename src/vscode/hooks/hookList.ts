import * as vscode from 'vscode';
import type { HookProblem, HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import { hookLabel, type ConfiguredHook } from '../../core/hooks/configuration/hookSchema.ts';
import type { HookEngine } from '../../core/hooks/engine/hookEngine.ts';
import type { HookRecord } from '../../core/hooks/engine/hookRecord.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import { withoutIcons } from '../approvals/exactText.ts';
import type { HookChannel } from './hookChannel.ts';
import { askAboutHooks, openHookSource } from './hookQuestion.ts';
import type { HookSettingsService } from './hookSettings.ts';
import { switchedOff } from './hookSwitches.ts';
import { hookRow } from './hookTexts.ts';

export interface HookListPorts {
  readonly settings: HookSettingsService;
  readonly engine: HookEngine;
  readonly channel: HookChannel;
}

interface ListButton extends vscode.QuickInputButton {
  readonly run: () => unknown;
}

interface ListItem extends vscode.QuickPickItem {
  readonly buttons?: readonly ListButton[];
  readonly accept?: () => unknown;
}

/** The list of all hooks with where they stand and how they last ran, and what a person can do with each. */
export class HookList {
  readonly #ports: HookListPorts;

  constructor(ports: HookListPorts) {
    this.#ports = ports;
  }

  async show(): Promise<void> {
    const { settings, engine } = this.#ports;
    await settings.refresh();
    const disposables = new DisposableStore();
    const pick = disposables.add(vscode.window.createQuickPick<ListItem>());
    pick.title = vscode.l10n.t('Hooks');
    pick.placeholder = vscode.l10n.t('Enter opens the place where a hook is configured');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    const fill = (): void => {
      const [active] = pick.activeItems;
      pick.items = this.#items();
      const same = pick.items.find(({ label, description }) => isSame(active, label, description));
      if (same !== undefined) pick.activeItems = [same];
    };
    fill();
    disposables.add(settings.onDidChange(fill));
    disposables.add(engine.onDidRun(fill));
    // The buttons are those that the items were made with.
    pick.onDidTriggerItemButton(({ button }) => void (button as ListButton).run());
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      pick.hide();
      void item?.accept?.();
    });
    pick.onDidHide(() => disposables.dispose());
    pick.show();
  }

  /** Runs one hook on the latest event that it matches; nothing of what it says has an effect. */
  async try(given?: ConfiguredHook): Promise<HookRecord | undefined> {
    const { settings, engine, channel } = this.#ports;
    await settings.refresh();
    const hook = given ?? (await this.#choose());
    if (hook === undefined) return undefined;
    const record = await engine.tryOnLast(hook, new AbortController().signal);
    if (record === undefined) {
      const text = vscode.l10n.t(
        'No event of this window so far fits {0}: there is nothing to try it on.',
        hookLabel(hook),
      );
      void vscode.window.showInformationMessage(text);
      return undefined;
    }
    const { number, event, match, durationMs, ending, effect } = record;
    const facts = [event, match, `${durationMs} ms`, ending, effect].filter((fact) => fact !== '').join(', ');
    const log = vscode.l10n.t('Show Hook Log');
    void vscode.window
      .showInformationMessage(vscode.l10n.t('Tried as #{0}: {1}. Nothing was executed.', number, facts), log)
      .then((answer) => answer === log && channel.show());
    return record;
  }

  async #choose(): Promise<ConfiguredHook | undefined> {
    const { settings, engine } = this.#ports;
    const items = underEvents(settings.set.hooks.filter(canTry), (hook) => ({
      ...hookRow(hook, engine.statistics(hook), vscode.l10n.t),
      hook,
    }));
    const title = vscode.l10n.t('Try Hook on Last Call');
    const placeHolder = vscode.l10n.t('The hook runs, the call does not, and its answer has no effect');
    const item = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
    return item?.hook;
  }

  #items(): readonly ListItem[] {
    const { settings } = this.#ports;
    const { hooks } = settings.set;
    const problems = settings.problems.filter(({ severity }) => severity === 'error');
    const items: ListItem[] = [
      ...settings.undecided.map((one) => this.#undecidedItem(one)),
      ...(problems.length === 0 ? [] : [separator(vscode.l10n.t('Problems'))]),
      ...problems.map(problemItem),
      ...underEvents(hooks, (hook) => this.#hookItem(hook)),
    ];
    return items.length > 0 ? items : [emptyItem()];
  }

  #undecidedItem(settings: HookSettings): ListItem {
    const decide = async (): Promise<void> => {
      if ((await askAboutHooks([settings], false)) === 'allow') await this.#ports.settings.consent.allow([settings]);
    };
    return {
      label: `$(shield) ${vscode.l10n.t('Decide about the hooks of {0}', settings.source.label)}`,
      description: vscode.l10n.t('{0} not allowed yet', settings.hooks.length),
      accept: decide,
    };
  }

  #hookItem(hook: ConfiguredHook): ListItem {
    const { engine, settings } = this.#ports;
    const { switches } = settings;
    const open = (): unknown => openHookSource(hook.source, hook.line);
    const isOff = switches.isOff(hook);
    const buttons: ListButton[] = [
      ...(canTry(hook) ? [button('play', vscode.l10n.t('Try on Last Call'), () => this.try(hook))] : []),
      ...(canTry(hook)
        ? [
            button(
              isOff ? 'circle-outline' : 'circle-slash',
              isOff ? vscode.l10n.t('Switch This Hook On') : vscode.l10n.t('Switch This Hook Off'),
              () => switches.toggle(hook),
            ),
          ]
        : []),
      button('go-to-file', vscode.l10n.t('Open Where It Is Configured'), open),
    ];
    return { ...hookRow(hook, engine.statistics(hook), vscode.l10n.t), buttons, accept: open };
  }
}

/** A hook of a workspace that isn't allowed must not run on trial either. */
function canTry({ inactive }: ConfiguredHook): boolean {
  return inactive === undefined || inactive === switchedOff;
}

function problemItem({ message, key, source, line }: HookProblem): ListItem {
  return {
    label: `$(error) ${withoutIcons(key === '' ? message : `${key}: ${message}`)}`,
    description: line === undefined ? source.label : `${source.label}:${line}`,
    accept: () => openHookSource(source, line),
  };
}

function emptyItem(): ListItem {
  return {
    label: vscode.l10n.t('No hooks are configured'),
    detail: vscode.l10n.t('They are read from .claude/settings.json, .agent/settings.json and the setting agent.hooks'),
  };
}

interface Separator {
  readonly label: string;
  readonly kind: vscode.QuickPickItemKind.Separator;
  readonly hook?: undefined;
}

/** Each event's hooks under its name. */
function underEvents<Item extends vscode.QuickPickItem>(
  hooks: readonly ConfiguredHook[],
  itemOf: (hook: ConfiguredHook) => Item,
): (Item | Separator)[] {
  const events = [...new Set(hooks.map(({ event }) => event))];
  return events.flatMap((event) => [
    separator(event),
    ...hooks.filter((hook) => hook.event === event).map((hook) => itemOf(hook)),
  ]);
}

function separator(label: string): Separator {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function button(icon: string, tooltip: string, run: () => unknown): ListButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip, run };
}

function isSame(item: ListItem | undefined, label: string, description: string | undefined): boolean {
  // The icon tells how the last run went.
  const plain = (text: string): string => text.replace(/^\$\([\w-]+\) /, '');
  return item !== undefined && plain(item.label) === plain(label) && item.description === description;
}
