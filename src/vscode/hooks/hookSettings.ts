import path from 'node:path';
import * as vscode from 'vscode';
import {
  parseHookSettings,
  readHookSettings,
  type HookProblem,
  type HookSettings,
} from '../../core/hooks/configuration/hookConfig.ts';
import { mergeHookSettings, type HookSet } from '../../core/hooks/configuration/hookSources.ts';
import type { HookSource } from '../../core/hooks/configuration/hookSchema.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/event.ts';
import { concernsHooks, HookConsent } from './hookConsent.ts';
import { HookSwitches } from './hookSwitches.ts';
import type { EditorSettings } from '../settings/editorSettings.ts';
import type { SettingsFile, SettingsFiles } from '../settings/settingsFiles.ts';

export interface HookSettingsPorts {
  readonly files: SettingsFiles;
  /** As what commands are reported on this machine. */
  readonly commandTool: 'Bash' | 'PowerShell';
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
    // Never rejects: places don't.
    void this.#watch(refresh);
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
    return this.#ports.files.startFolder;
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
    const { commandTool } = this.#ports;
    const files = await this.#ports.files.read();
    const values = settingValues(this.#ports.files.editor);
    const { isTrusted } = vscode.workspace;
    const seen = JSON.stringify([files, values, isTrusted, consent.allowed, switches.keys]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const sources = [
      ...files.map((file) => readHooks(file, commandTool)),
      ...values.map(({ source, isShared, hooks }) => ({
        isShared,
        settings: readHookSettings({ hooks }, source, { commandTool }),
      })),
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

  async #watch(refresh: () => void): Promise<void> {
    const places = await this.#ports.files.places();
    const inProject = (file: string): boolean => file.startsWith(`${this.projectFolder}${path.sep}`);
    const outside = places.filter(({ source }) => !inProject(source.file));
    const patterns: readonly vscode.GlobPattern[] = [
      '**/{.claude,.agent}/settings*.json',
      ...outside.map(({ source }) => {
        const folder = vscode.Uri.file(path.dirname(source.file));
        return new vscode.RelativePattern(folder, path.basename(source.file));
      }),
    ];
    for (const pattern of patterns) {
      const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
        this.#disposables.add(event(refresh));
    }
  }
}

/** By convention: the order of texts from several hooks. */
const order: readonly HookSource['kind'][] = ['managed', 'user', 'project', 'local', 'plugin'];

interface ReadHooks {
  readonly isShared: boolean;
  readonly settings: HookSettings;
}

function readHooks(
  { source, format, isShared, content }: SettingsFile,
  commandTool: HookSettingsPorts['commandTool'],
): ReadHooks {
  if (content.kind === 'unreadable') {
    const message = `this file ${content.reason}, no hook of it is in force`;
    return { isShared, settings: { source, hooks: [], problems: [{ severity: 'error', message, key: '', source }] } };
  }
  const settings = parseHookSettings(content.text, source, { strict: format === 'claude', commandTool });
  if (format === 'claude') return { isShared, settings };
  // Of our own file the rest, its `env` and what is malformed included, is for the settings to read and to report.
  const { hooks, problems } = settings;
  return { isShared, settings: { source, hooks, problems: problems.filter(({ key }) => key.startsWith('hooks')) } };
}

function settingValues(editor: EditorSettings): readonly SettingValue[] {
  const found = editor.inspect('hooks');
  const ofProject = found?.workspaceFolderValue ?? found?.workspaceValue;
  return [
    { source: { kind: 'user' as const, label: 'user settings' }, isShared: false, hooks: found?.globalValue },
    { source: { kind: 'project' as const, label: 'workspace settings' }, isShared: true, hooks: ofProject },
  ].filter(({ hooks }) => hooks !== undefined);
}
