import { homedir } from 'node:os';
import type * as vscode from 'vscode';
import type { DisposableStore } from '../core/util/disposable.ts';
import { readConfigFolder, readContent } from '../node/configFiles.ts';
import { localSettingsFolder } from '../node/localSettingsFolder.ts';
import { HookSettingsService } from '../vscode/hooks/hookSettings.ts';
import { PermissionSettings } from '../vscode/permissions/permissionSettings.ts';
import { EditorSettings } from '../vscode/settings/editorSettings.ts';
import { SettingsFiles } from '../vscode/settings/settingsFiles.ts';
import { SettingsService } from '../vscode/settings/settingsService.ts';

export interface SettingsServices {
  readonly settings: SettingsService;
  /** Those that hooks and permission rules stand in. */
  readonly files: SettingsFiles;
  readonly hooks: HookSettingsService;
  readonly permissions: PermissionSettings;
}

/** Whatever is read of settings, and from where. @param commandTool the name of the command tool for hooks. */
export function createSettings(
  { secrets, globalState, workspaceState }: vscode.ExtensionContext,
  commandTool: 'Bash' | 'PowerShell',
  disposables: DisposableStore,
): SettingsServices {
  const homeFolder = homedir();
  const editor = disposables.add(new EditorSettings());
  const settings = disposables.add(
    new SettingsService({ editor, secrets, memento: globalState, readConfigFolder, homeFolder }),
  );
  const files = new SettingsFiles({ editor, readFile: readContent, homeFolder, localFolder: localSettingsFolder });
  const hooks = disposables.add(new HookSettingsService({ files, commandTool, globalState, workspaceState }));
  const permissions = disposables.add(new PermissionSettings({ files, globalState, hooks }));
  return { settings, files, hooks, permissions };
}
