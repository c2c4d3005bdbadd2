import path from 'node:path';
import * as vscode from 'vscode';
import type { ListedRule, SharedGrant } from '../../core/permissions/rules/mergeRules.ts';
import {
  addEntries,
  moveEntry,
  removeEntry,
  type RuleEdit,
  type RuleFile,
} from '../../core/permissions/rules/editRules.ts';
import { applyUpdate, grantsOf } from '../../core/permissions/rules/permissionUpdates.ts';
import type { PermissionSource } from '../../core/permissions/rules/ruleSettings.ts';
import type { PermissionUpdate } from '../../core/hooks/protocol/hookOutputSchema.ts';
import type { ConfigContent } from '../../core/settings/settingsSources.ts';
import { messageOf } from '../../core/util/errors.ts';
import { settingsSection } from '../ids.ts';
import type { SettingsFiles } from '../settings/settingsFiles.ts';
import type { SettingsPlace } from '../settings/settingsPlaces.ts';
import type { EditorSource, PermissionSettings } from './permissionSettings.ts';

/** Where "always" is kept. */
export type RulePlace =
  | { readonly kind: 'file'; readonly file: string; readonly label: string }
  | { readonly kind: 'user'; readonly label: string };

export interface RuleFilesPorts {
  readonly files: SettingsFiles;
  readonly settings: PermissionSettings;
  readonly readFile: (file: string) => Promise<ConfigContent | undefined>;
  /** Replaces the file as a whole, or makes it with its folder. */
  readonly writeFile: (file: string, text: string) => Promise<void>;
}

/** One change of a rule in each of the places where it may stand. */
interface RuleChange {
  readonly session: () => void;
  readonly file: (file: RuleFile) => RuleEdit;
  readonly setting: (list: readonly unknown[]) => readonly unknown[];
}

/** Puts rules into the settings and takes them out. Whatever can't be done leaves the file as it is and is told. */
export class RuleFiles {
  readonly #ports: RuleFilesPorts;

  constructor(ports: RuleFilesPorts) {
    this.#ports = ports;
  }

  /**
   * The workspace's own file first, then the user's settings. Claude Code's local file is written of itself only when there is
   * one already.
   */
  async places(): Promise<readonly RulePlace[]> {
    const { files, readFile } = this.#ports;
    const folder = files.projectFolder;
    const user: RulePlace = { kind: 'user', label: vscode.l10n.t('your user settings') };
    if (folder === undefined) return [user];
    const local = (await files.places()).filter(({ source }) => source.kind === 'local');
    const placesOf = (wanted: SettingsPlace['format']): readonly RulePlace[] =>
      local
        .filter(({ format }) => format === wanted)
        .map(({ source: { file, label } }) => ({ kind: 'file', file, label }));
    const [own, claude] = [placesOf('agent'), placesOf('claude')];
    const existing = await this.#existing(claude);
    if (existing !== undefined) return [existing, ...own, user];
    const isClaudes = (await readFile(path.join(folder, '.claude', 'settings.json'))) !== undefined;
    return files.readsClaude && isClaudes ? [...own, ...claude.slice(0, 1), user] : [...own, user];
  }

  /** @returns why it couldn't be done, as a sentence. */
  async allow(place: RulePlace, rules: readonly string[]): Promise<string | undefined> {
    const { settings } = this.#ports;
    if (place.kind === 'user') {
      return this.#updateSetting('allow', vscode.ConfigurationTarget.Global, (list) => [
        ...list,
        ...rules.filter((rule) => !list.includes(rule)),
      ]);
    }
    const failure = await this.#edit(place.file, (file) => addEntries(file, 'allow', rules));
    if (failure !== undefined) return failure;
    await this.#agree(
      place.file,
      place.label,
      rules.map((text) => ({ kind: 'allow', text })),
    );
    await settings.refresh();
    return undefined;
  }

  /**
   * Makes a change in the settings file of that kind: Claude Code's where there is one, else our own.
   * @param speaksForPerson what it allows counts at once, also in a file of the workspace.
   * @returns why it couldn't be done, as a sentence.
   */
  async update(
    kind: 'user' | 'project' | 'local',
    update: PermissionUpdate,
    speaksForPerson: boolean,
  ): Promise<string | undefined> {
    const { files, settings, readFile } = this.#ports;
    const places = (await files.places()).filter(({ source }) => source.kind === kind);
    const contents = await Promise.all(places.map(({ source }) => readFile(source.file)));
    const place =
      places.find(({ format }, at) => format === 'claude' && contents[at] !== undefined) ??
      places.find(({ format }) => format === 'agent');
    if (place === undefined) return vscode.l10n.t('There is no folder for these settings.');
    const { file, label } = place.source;
    const failure = await this.#edit(file, (text) => applyUpdate(text, update));
    if (failure !== undefined) return failure;
    if (speaksForPerson && place.isShared) await this.#agree(file, label, grantsOf(update));
    await settings.refresh();
    return undefined;
  }

  /** @returns why it couldn't be done, as a sentence. */
  remove(listed: ListedRule): Promise<string | undefined> {
    const { effect, text } = listed.rule;
    return this.#change(listed, {
      session: () => this.#ports.settings.session.remove(effect, text),
      file: (file) => removeEntry(file, effect, text),
      setting: (list) => list.filter((entry) => !isRule(entry, text)),
    });
  }

  /** Lets a rule change places with the one before it in its list, or behind it. @returns why it couldn't be done. */
  move(listed: ListedRule, by: -1 | 1): Promise<string | undefined> {
    const { effect, text } = listed.rule;
    return this.#change(listed, {
      session: () => this.#ports.settings.session.move(effect, text, by),
      file: (file) => moveEntry(file, effect, text, by),
      setting: (list) => {
        const at = list.findIndex((entry) => isRule(entry, text));
        return at < 0 || at + by < 0 ? list : list.toSpliced(at, 1).toSpliced(at + by, 0, list[at]);
      },
    });
  }

  /** The same change, wherever the rule stands. */
  async #change({ rule, source }: ListedRule, change: RuleChange): Promise<string | undefined> {
    let failure: string | undefined;
    if (source.scope === 'session') change.session();
    else if (source.file !== undefined) failure = await this.#edit(source.file, change.file);
    else if (isEditorSource(source)) failure = await this.#updateSetting(rule.effect, source.target, change.setting);
    await this.#ports.settings.refresh();
    return failure;
  }

  /** The person said yes to exactly these. */
  async #agree(file: string, name: string, grants: readonly Pick<SharedGrant, 'kind' | 'text'>[]): Promise<void> {
    const source: PermissionSource = { name, scope: 'local', folder: '', file, isShared: true };
    await this.#ports.settings.consent.allow(grants.map((grant) => ({ ...grant, source })));
  }

  async #existing(places: readonly RulePlace[]): Promise<RulePlace | undefined> {
    for (const place of places)
      if (place.kind === 'file' && (await this.#ports.readFile(place.file)) !== undefined) return place;
    return undefined;
  }

  async #edit(file: string, edit: (file: RuleFile) => RuleEdit): Promise<string | undefined> {
    const { readFile, writeFile } = this.#ports;
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === file);
    if (open?.isDirty === true) return vscode.l10n.t('{0} has unsaved changes: save it first.', file);
    const content = await readFile(file);
    if (content?.kind === 'unreadable') return vscode.l10n.t('{0} {1}. Nothing was written.', file, content.reason);
    const result = edit({ text: content?.text, strict: path.basename(path.dirname(file)) === '.claude' });
    if (result.kind === 'refused') return vscode.l10n.t('{0} {1}. Nothing was written.', file, result.reason);
    if (result.kind === 'unchanged') return undefined;
    try {
      await writeFile(file, result.text);
      return undefined;
    } catch (error) {
      return vscode.l10n.t('{0} could not be written: {1}', file, messageOf(error));
    }
  }

  async #updateSetting(
    effect: string,
    target: vscode.ConfigurationTarget,
    change: (list: readonly unknown[]) => readonly unknown[],
  ): Promise<string | undefined> {
    const scope = vscode.workspace.workspaceFolders?.[0]?.uri;
    const configuration = vscode.workspace.getConfiguration(settingsSection, scope);
    const found = configuration.inspect<unknown>(`permissions.${effect}`);
    const value = {
      [vscode.ConfigurationTarget.Global]: found?.globalValue,
      [vscode.ConfigurationTarget.Workspace]: found?.workspaceValue,
      [vscode.ConfigurationTarget.WorkspaceFolder]: found?.workspaceFolderValue,
    }[target];
    if (value !== undefined && !Array.isArray(value)) {
      return vscode.l10n.t('agent.permissions.{0} is not a list. Nothing was written.', effect);
    }
    try {
      // VS Code edits its own file in place.
      await configuration.update(`permissions.${effect}`, change(value ?? []), target);
      await this.#ports.settings.refresh();
      return undefined;
    } catch (error) {
      return vscode.l10n.t('The settings could not be written: {0}', messageOf(error));
    }
  }
}

function isRule(entry: unknown, text: string): boolean {
  return typeof entry === 'string' && entry.trim() === text;
}

function isEditorSource(source: PermissionSource): source is EditorSource {
  return 'target' in source;
}
