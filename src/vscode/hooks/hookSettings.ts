import * as vscode from 'vscode';
import {
  parseHookSettings,
  readHookSettings,
  type HookProblem,
  type HookSettings,
} from '../../core/hooks/configuration/hookConfig.ts';
import { mergeHookSettings, type HookSet } from '../../core/hooks/configuration/hookSources.ts';
import type { HookSource } from '../../core/hooks/configuration/hookSchema.ts';
import type { ConfigContent } from '../../core/settings/settingsSources.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/event.ts';
import { settingsSection } from '../ids.ts';
import { concernsHooks, HookConsent } from './hookConsent.ts';
import { hookPlaces, type HookPlace } from './hookPlaces.ts';
import { HookSwitches } from './hookSwitches.ts';

export interface HookSettingsPorts {
  /** Undefined where there is no file. Never rejects. */
  readonly readFile: (file: string) => Promise<ConfigContent | undefined>;
  readonly homeFolder: string;
  /** Keeps what the person allowed. */
  readonly globalState: vscode.Memento;
  /** Keeps what the person switched off here. */
  readonly workspaceState: vscode.Memento;
}

/** A VS Code setting is read as the part of a settings file that it is. */
interface SettingValue {
  readonly source: HookSource;
  readonly isShared: boolean;
  readonly hooks: unknown;
}

const notAllowed = 'not allowed yet (it comes with the workspace)';

/**
 * Reads the hooks of all sources and keeps them merged. `refresh` reads them anew: it is asked for at each event, so that a
 * change counts from the next one whatever the file watchers noticed; those are for the list and the Problems view.
 */
export class HookSettingsService implements Disposable {
  readonly #ports: HookSettingsPorts;
  readonly consent: HookConsent;
  readonly switches: HookSwitches;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#didChange.event;
  #set: HookSet = { hooks: [], env: {} };
  #problems: readonly HookProblem[] = [];
  #undecided: readonly HookSettings[] = [];
  /** What the current state was made of. */
  #seen = '';
  #reading: Promise<unknown> = Promise.resolve();

  constructor(ports: HookSettingsPorts) {
    this.#ports = ports;
    this.consent = new HookConsent(ports.globalState);
    this.switches = new HookSwitches(ports.workspaceState);
    const refresh = (): void => void this.refresh();
    for (const pattern of this.#watched()) {
      const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
        this.#disposables.add(event(refresh));
    }
    this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(refresh));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(refresh));
    this.#disposables.add(vscode.workspace.onDidChangeConfiguration(refresh));
    this.#disposables.add(this.consent.onDidChange(refresh));
    this.#disposables.add(this.switches.onDidChange(refresh));
  }

  /** As of the last refresh. */
  get set(): HookSet {
    return this.#set;
  }

  get problems(): readonly HookProblem[] {
    return this.#problems;
  }

  /** Sources of a trusted workspace whose hooks wait for the person's yes. */
  get undecided(): readonly HookSettings[] {
    return this.#undecided;
  }

  /** Where a session works and its hooks start. */
  get projectFolder(): string {
    return folderOnDisk() ?? this.#ports.homeFolder;
  }

  /** Reads all sources, one reading after the other. */
  async refresh(): Promise<HookSet> {
    const mine = this.#reading.then(() => this.#read());
    this.#reading = mine;
    await mine;
    return this.#set;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #read(): Promise<void> {
    const { consent, switches } = this;
    const places = this.#places();
    const contents = await Promise.all(places.map(({ source }) => this.#ports.readFile(source.file)));
    const values = settingValues();
    const { isTrusted } = vscode.workspace;
    const seen = JSON.stringify([places, contents, values, isTrusted, consent.allowed, switches.keys]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const sources = [
      ...places.flatMap((place, at) => readPlace(place, contents[at])),
      ...values.map(({ source, isShared, hooks }) => ({ isShared, settings: readHookSettings({ hooks }, source) })),
    ].sort((one, other) => order.indexOf(one.settings.source.kind) - order.indexOf(other.settings.source.kind));
    const all = sources.map(({ settings }) => settings);
    const refused = sources
      .filter(({ isShared, settings }) => isShared && !consent.isAllowed(settings))
      .map(({ settings }) => settings);
    const refuse = (source: HookSource): string | undefined =>
      refused.some((settings) => settings.source === source) ? notAllowed : undefined;
    this.#set = switches.apply(mergeHookSettings(all, { isTrusted, refuse }));
    this.#problems = all.flatMap(({ problems }) => problems);
    this.#undecided = isTrusted ? refused.filter(concernsHooks) : [];
    this.#didChange.fire();
  }

  #places(): readonly HookPlace[] {
    // Nothing is read from the files of a workspace that is not trusted.
    const project = vscode.workspace.isTrusted ? folderOnDisk() : undefined;
    return hookPlaces({
      platform: process.platform,
      home: this.#ports.homeFolder,
      claudeConfig: process.env['CLAUDE_CONFIG_DIR'],
      project,
      readsClaude: configuration().get('readClaudeSettings', true),
    });
  }

  #watched(): readonly vscode.GlobPattern[] {
    const outside = this.#places().filter(({ isShared }) => !isShared);
    return [
      '**/{.claude,.agent}/settings*.json',
      ...outside.map(({ source }) => {
        const file = vscode.Uri.file(source.file);
        return new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), file.path.split('/').at(-1) ?? '');
      }),
    ];
  }
}

/** By convention: the order of texts from several hooks. */
const order: readonly HookSource['kind'][] = ['managed', 'user', 'project', 'local', 'plugin'];

function readPlace(
  { source, format, isShared }: HookPlace,
  content: ConfigContent | undefined,
): { readonly isShared: boolean; readonly settings: HookSettings }[] {
  if (content === undefined) return [];
  if (content.kind === 'unreadable') {
    const message = `this file ${content.reason}, no hook of it is in force`;
    return [{ isShared, settings: { source, hooks: [], problems: [{ severity: 'error', message, key: '', source }] } }];
  }
  const settings = parseHookSettings(content.text, source, { strict: format === 'claude' });
  if (format === 'claude') return [{ isShared, settings }];
  // Of our own file the rest, its `env` and what is malformed included, is for the settings to read and to report.
  const { hooks, problems } = settings;
  return [{ isShared, settings: { source, hooks, problems: problems.filter(({ key }) => key.startsWith('hooks')) } }];
}

function settingValues(): readonly SettingValue[] {
  const found = configuration().inspect<unknown>('hooks');
  const ofProject = found?.workspaceFolderValue ?? found?.workspaceValue;
  return [
    { source: { kind: 'user' as const, label: 'user settings' }, isShared: false, hooks: found?.globalValue },
    { source: { kind: 'project' as const, label: 'workspace settings' }, isShared: true, hooks: ofProject },
  ].filter(({ hooks }) => hooks !== undefined);
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settingsSection, vscode.workspace.workspaceFolders?.[0]?.uri);
}

function folderOnDisk(): string | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
}
