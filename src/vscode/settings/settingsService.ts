import * as vscode from 'vscode';
import { resolveSettings, type ResolvedSettings } from '../../core/settings/resolveSettings.ts';
import type { ConfigFolder, SettingsSources } from '../../core/settings/settingsSources.ts';
import { Emitter } from '../../core/util/event.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import { settings as settingNames, settingsSection } from '../ids.ts';
import type { EditorSettings } from './editorSettings.ts';

/** Reads the two configuration files below `<folder>/.agent`; a missing one is absent. Never rejects. */
export type ReadConfigFolder = (folder: string) => Promise<ConfigFolder>;

export interface SettingsPorts {
  readonly editor: Pick<EditorSettings, 'inspect'>;
  readonly secrets: vscode.SecretStorage;
  /** Keeps the hosts that the person agreed to send the key to. */
  readonly memento: vscode.Memento;
  readonly readConfigFolder: ReadConfigFolder;
  readonly homeFolder: string;
}

const secretName = 'agent.apiKey';
const approvedHostsKey = 'agent.approvedHosts';
const files = '.agent/{settings.json,config.toml}';

/**
 * Collects all sources of settings and keeps them resolved. `refresh` reads them anew: the loop asks for it before each
 * request, so that a change counts from the next round whatever the file watcher noticed.
 */
export class SettingsService {
  readonly #ports: SettingsPorts;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<ResolvedSettings>());
  readonly onDidChange = this.#didChange.event;
  #current: ResolvedSettings | undefined;
  #refresh: Promise<ResolvedSettings> | undefined;
  /** Asking is a message to another process and back; a change is told. */
  #secret: Promise<string | undefined> | undefined;

  constructor(ports: SettingsPorts) {
    this.#ports = ports;
    const refresh = (): void => void this.refresh();
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(`**/${files}`));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      this.#disposables.add(event(refresh));
    this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(refresh));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(refresh));
    this.#disposables.add(
      ports.secrets.onDidChange(() => {
        this.#secret = undefined;
        refresh();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settingsSection)) refresh();
      }),
    );
  }

  /** As of the last refresh; undefined before the first. */
  get current(): ResolvedSettings | undefined {
    return this.#current;
  }

  /** Reads all sources. Calls while a reading is under way share it only if it began after them. */
  async refresh(): Promise<ResolvedSettings> {
    const before = this.#refresh;
    const mine = (async () => {
      await before?.catch(() => undefined);
      return resolveSettings(await this.#sources());
    })();
    this.#refresh = mine;
    this.#current = await mine;
    this.#didChange.fire(this.#current);
    return this.#current;
  }

  /** Keeps the key in secret storage; an empty one removes it. */
  async setApiKey(key: string): Promise<void> {
    if (key === '') await this.#ports.secrets.delete(secretName);
    else await this.#ports.secrets.store(secretName, key);
    this.#secret = undefined;
    await this.refresh();
  }

  /** The person agreed that their key may go to this host, though the workspace names it. */
  async approveHost(host: string): Promise<void> {
    await this.#ports.memento.update(approvedHostsKey, [...new Set([...this.#approvedHosts(), host])]);
    await this.refresh();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #sources(): Promise<SettingsSources> {
    const { isTrusted } = vscode.workspace;
    const { readConfigFolder, homeFolder } = this.#ports;
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    const [home, workspace, secret] = await Promise.all([
      readConfigFolder(homeFolder),
      // Nothing is read from the files of a workspace that is not trusted.
      isTrusted && folder !== undefined ? readConfigFolder(folder.uri.fsPath) : {},
      this.#storedKey(),
    ]);
    return {
      environment: process.env,
      home,
      workspace,
      editor: editorSettings(this.#ports.editor),
      secret,
      isTrusted,
      approvedHosts: this.#approvedHosts(),
    };
  }

  /** A machine without a working keychain has no stored key; the other places of a key still count. */
  async #storedKey(): Promise<string | undefined> {
    this.#secret ??= Promise.resolve(this.#ports.secrets.get(secretName));
    try {
      return await this.#secret;
    } catch {
      this.#secret = undefined;
      return undefined;
    }
  }

  #approvedHosts(): readonly string[] {
    const stored: unknown = this.#ports.memento.get(approvedHostsKey);
    return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : [];
  }
}

/** Only what was really set: a setting's default must not beat a file. */
function editorSettings(editor: SettingsPorts['editor']): SettingsSources['editor'] {
  const user: Record<string, unknown> = {};
  const workspace: Record<string, unknown> = {};
  for (const name of settingNames) {
    const found = editor.inspect(name);
    if (found?.globalValue !== undefined) user[name] = found.globalValue;
    const ofProject = found?.workspaceFolderValue ?? found?.workspaceValue;
    if (ofProject !== undefined) workspace[name] = ofProject;
  }
  return { user, workspace };
}
