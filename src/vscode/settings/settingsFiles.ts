import * as vscode from 'vscode';
import type { ConfigContent } from '../../core/settings/settingsSources.ts';
import type { EditorSettings } from './editorSettings.ts';
import { settingsPlaces, type SettingsPlace } from './settingsPlaces.ts';

export interface SettingsFilesPorts {
  readonly editor: EditorSettings;
  /** Undefined where there is no file. Never rejects. */
  readonly readFile: (file: string) => Promise<ConfigContent | undefined>;
  readonly homeFolder: string;
  /** The folder whose `.claude` holds the person's own settings for a project. Never rejects. */
  readonly localFolder: (project: string, home: string) => Promise<string>;
}

/** A settings file that exists. */
export interface SettingsFile extends SettingsPlace {
  readonly content: ConfigContent;
}

/** The settings files of Claude Code and our own, as they are for this window. */
export class SettingsFiles {
  readonly #ports: SettingsFilesPorts;

  constructor(ports: SettingsFilesPorts) {
    this.#ports = ports;
  }

  get homeFolder(): string {
    return this.#ports.homeFolder;
  }

  /** Where a session works; undefined without a folder on a disk. */
  get projectFolder(): string | undefined {
    return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  }

  /** Where a session works and its hooks start. */
  get startFolder(): string {
    return this.projectFolder ?? this.homeFolder;
  }

  /** Whether Claude Code's own files are read. */
  get readsClaude(): boolean {
    return this.editor.get('readClaudeSettings') !== false;
  }

  /** `agent.*` in VS Code's own settings. */
  get editor(): EditorSettings {
    return this.#ports.editor;
  }

  /** In configuration order. Nothing is read from the files of a workspace that is not trusted. */
  async places(): Promise<readonly SettingsPlace[]> {
    const project = vscode.workspace.isTrusted ? this.projectFolder : undefined;
    const { homeFolder, localFolder } = this.#ports;
    return settingsPlaces({
      platform: process.platform,
      home: homeFolder,
      claudeConfig: process.env['CLAUDE_CONFIG_DIR'],
      project,
      local: project === undefined ? undefined : await localFolder(project, homeFolder),
      readsClaude: this.readsClaude,
    });
  }

  /** Those of the places where there is something. */
  async read(): Promise<readonly SettingsFile[]> {
    const places = await this.places();
    const contents = await Promise.all(places.map(({ source }) => this.#ports.readFile(source.file)));
    return places.flatMap((place, at) => {
      const content = contents[at];
      return content === undefined ? [] : [{ ...place, content }];
    });
  }
}
