import { homedir, type as osType } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TodoAgentApi } from './api.ts';
import { DisposableStore } from './core/util/disposable.ts';
import { ModelError } from './core/model/modelClient.ts';
import { AnthropicModel } from './node/anthropicModel.ts';
import { readConfigFolder } from './node/configFiles.ts';
import { loadGrammar } from './node/grammarFiles.ts';
import { OutputFiles } from './node/outputFiles.ts';
import { ProcessShell } from './node/processShell.ts';
import { realPathOf } from './node/realPath.ts';
import { Ripgrep } from './node/ripgrep.ts';
import { Agent } from './vscode/agent.ts';
import { AgentUi } from './vscode/agentUi.ts';
import { SettingsService } from './vscode/settings/settingsService.ts';
import { LogChannel } from './vscode/status/logChannel.ts';
import { findRipgrep } from './vscode/workspace/ripgrepPath.ts';
import { VscodeWorkspace } from './vscode/workspace/vscodeWorkspace.ts';

/** Builds and wires; every decision lives elsewhere. */
export function activate(context: vscode.ExtensionContext): TodoAgentApi {
  const disposables = new DisposableStore();
  context.subscriptions.push(disposables);
  const log = disposables.add(new LogChannel());
  const settings = disposables.add(
    new SettingsService({
      secrets: context.secrets,
      memento: context.globalState,
      readConfigFolder,
      homeFolder: homedir(),
    }),
  );
  const ripgrep = findRipgrep(vscode.env.appRoot);
  const model = new AnthropicModel({ connection: () => connectionOf(settings) });
  const agent = disposables.add(
    new Agent({
      workspace: new VscodeWorkspace({ fileSearch: ripgrep === undefined ? undefined : new Ripgrep(ripgrep) }),
      shell: new ProcessShell(),
      outputs: new OutputFiles(path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'outputs')),
      model,
      os: osType(),
      log,
      settings: () => settings.current?.settings,
      refreshSettings: () => settings.refresh(),
      loadGrammar: () => loadGrammar(path.join(context.extensionPath, 'dist')),
      home: homedir(),
      realPath: realPathOf,
    }),
  );
  disposables.add(new AgentUi({ agent, settings, log, context, listModels: (signal) => model.listModels(signal) }));
  return {
    todos: {
      get items() {
        return agent.todos.items;
      },
      onDidChange: (listener) => agent.todos.onDidChange(listener),
    },
    session: {
      get state() {
        return agent.session.state;
      },
      onDidChangeState: (listener) => agent.session.onDidChangeState(listener),
      onDidEmit: (listener) => agent.session.onDidEmit(listener),
    },
    hooks: { on: (event, handler) => agent.hooks.on(event, handler) },
  };
}

/** The address and the key of the next request. */
function connectionOf({ current }: SettingsService): {
  baseUrl: string;
  key: string;
  keyHeader: 'x-api-key' | 'bearer';
} {
  if (current?.settings === undefined || current.credential === undefined) {
    const reason = current?.problems.find((problem) => problem.severity === 'error')?.message;
    throw new ModelError('auth', 'openSettings', reason ?? 'There are no settings to reach the model with.');
  }
  if (current.confirmHost !== undefined) {
    // A workspace file that changed during the run: the person has not agreed to this host.
    const text = `The key was not sent to ${current.confirmHost}, which this workspace names. Start the task again to be asked.`;
    throw new ModelError('auth', 'retry', text);
  }
  const { kind, value } = current.credential;
  return {
    baseUrl: current.settings.baseUrl,
    key: value,
    keyHeader: kind === 'bearer' ? 'bearer' : 'x-api-key',
  };
}
