import type * as vscode from 'vscode';
import { defaultSettings, type AgentSettings } from '../core/settings/agentSettings.ts';
import { AnthropicModel } from '../node/model/anthropicModel.ts';
import { ProviderModel } from '../vscode/model/providerModel.ts';
import { VscodeLmModel } from '../vscode/model/vscodeLmModel.ts';
import { connectionOf } from '../vscode/settings/modelConnection.ts';
import type { SettingsService } from '../vscode/settings/settingsService.ts';

/** The ways to a model, and which of them the settings name. */
export function createModel(settings: SettingsService, context: vscode.ExtensionContext): ProviderModel {
  const configured = (): AgentSettings => settings.current?.settings ?? defaultSettings;
  const stallTimeout = (): number => configured().stallSeconds * 1000;
  return new ProviderModel(
    {
      anthropic: new AnthropicModel({ connection: () => connectionOf(settings), stallTimeout }),
      'vscode-lm': new VscodeLmModel({ stallTimeout, access: context.languageModelAccessInformation }),
    },
    () => configured().provider,
  );
}
