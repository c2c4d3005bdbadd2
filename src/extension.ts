import { homedir, type as osType } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { apiOf, type TodoAgentApi } from './api.ts';
import { DisposableStore } from './core/util/disposable.ts';
import { AnthropicModel } from './node/anthropicModel.ts';
import { askThrough } from './core/hooks/engine/askModel.ts';
import { readConfigFolder, readContent, writeContent } from './node/configFiles.ts';
import { EnvFileShell } from './node/envFileShell.ts';
import { loadGrammar } from './node/grammarFiles.ts';
import { LocalHookRunner } from './node/hookRunner.ts';
import { LocalFileBytes } from './node/localFileBytes.ts';
import { localSettingsFolder } from './node/localSettingsFolder.ts';
import { OutputFiles } from './node/outputFiles.ts';
import { ProcessShell } from './node/processShell.ts';
import { realPathOf } from './node/realPath.ts';
import { Ripgrep } from './node/ripgrep.ts';
import { sessionFiles } from './node/sessionFiles.ts';
import { TranscriptFile } from './node/transcriptFile.ts';
import { defaultSettings, type AgentSettings } from './core/settings/agentSettings.ts';
import { ProviderModel } from './vscode/model/providerModel.ts';
import { VscodeLmModel } from './vscode/model/vscodeLmModel.ts';
import { Agent } from './vscode/agent.ts';
import { AgentUi } from './vscode/agentUi.ts';
import { AgentHooks } from './vscode/hooks/agentHooks.ts';
import { HookApprover } from './vscode/hooks/hookApprover.ts';
import { HookSettingsService } from './vscode/hooks/hookSettings.ts';
import { AgentPermissions } from './vscode/permissions/agentPermissions.ts';
import { PermissionSettings } from './vscode/permissions/permissionSettings.ts';
import { AgentSessions } from './vscode/sessions/agentSessions.ts';
import { checkpointLimits } from './vscode/sessions/checkpointLimits.ts';
import { connectionOf } from './vscode/settings/modelConnection.ts';
import { SettingsFiles } from './vscode/settings/settingsFiles.ts';
import { SettingsService } from './vscode/settings/settingsService.ts';
import { LogChannel } from './vscode/status/logChannel.ts';
import { notesText, readNotes } from './vscode/workspace/projectNotes.ts';
import { findRipgrep } from './vscode/workspace/ripgrepPath.ts';
import { firstLocalFolder } from './vscode/workspace/workspaceUris.ts';
import { VscodeFileBytes } from './vscode/workspace/vscodeFileBytes.ts';
import { VscodeWorkspace } from './vscode/workspace/vscodeWorkspace.ts';

/** VS Code waits for what `deactivate` returns and for nothing else, and hands it nothing: so this is kept here. */
let endSession = (): Promise<void> => Promise.resolve();

/** Lets the SessionEnd hooks of the open conversation run. */
export function deactivate(): Promise<void> {
  return endSession();
}

const recordOptions = { limits: checkpointLimits, repository: firstLocalFolder };

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
  const configured = (): AgentSettings => settings.current?.settings ?? defaultSettings;
  const stallTimeout = (): number => configured().stallSeconds * 1000;
  const model = new ProviderModel(
    {
      anthropic: new AnthropicModel({ connection: () => connectionOf(settings), stallTimeout }),
      'vscode-lm': new VscodeLmModel({ stallTimeout, access: context.languageModelAccessInformation }),
    },
    () => configured().provider,
  );
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const outputs = new OutputFiles(path.join(storage, 'outputs'));
  const { globalState, workspaceState } = context;
  const files = new SettingsFiles({ readFile: readContent, homeFolder: homedir(), localFolder: localSettingsFolder });
  const processShell = new ProcessShell();
  const commandTool = processShell.language === 'powershell' ? 'PowerShell' : 'Bash';
  const hookSettings = disposables.add(new HookSettingsService({ files, commandTool, globalState, workspaceState }));
  const permissionSettings = disposables.add(new PermissionSettings({ files, globalState, hooks: hookSettings }));
  const fileBytes = new VscodeFileBytes(new LocalFileBytes());
  const sessions = disposables.add(
    new AgentSessions({
      // Without a folder VS Code keeps nothing: such a window's sessions are not recorded.
      storage: context.storageUri && sessionFiles(context.storageUri.fsPath, recordOptions),
      memento: context.workspaceState,
      workspace: new VscodeWorkspace({
        fileSearch: ripgrep === undefined ? undefined : new Ripgrep(ripgrep),
        files: fileBytes,
      }),
      files: fileBytes,
      log,
    }),
  );
  const agent: Agent = disposables.add(
    new Agent({
      workspace: sessions.workspace,
      shell: sessions.watched(new EnvFileShell(processShell, () => hooks.sessions.envFile)),
      outputs,
      model,
      os: osType(),
      log,
      settings: () => settings.current?.settings,
      permissions: permissionSettings,
      refreshSettings: () => settings.refresh(),
      loadGrammar: () => loadGrammar(path.join(context.extensionPath, 'dist')),
      wrapApprover: (person) =>
        new HookApprover(person, {
          engine: () => hooks.engine,
          isHooked: () => hookSettings.set.hooks.some(({ event }) => event === 'PermissionRequest'),
          suggestions: (request) => permissions.scopes.suggestions(request),
          update: (asked) => permissions.updates.make(asked),
        }),
      contextHooks: {
        beforeCompact: (input, signal) => hooks.beforeCompact(input, signal),
        afterCompact: (input, signal) => hooks.afterCompact(input, signal),
      },
      home: homedir(),
      realPath: realPathOf,
      readNotes: () => readNotes({ home: homedir(), realPath: realPathOf }),
      notesText,
      sessionLog: sessions.record,
    }),
  );
  const runner = disposables.add(
    new LocalHookRunner({ settings: () => hookSettings.set, askModel: askThrough(model, () => agent.settings.model) }),
  );
  const hooks: AgentHooks = disposables.add(
    new AgentHooks({
      agent,
      settings: hookSettings,
      runner,
      spill: (text) => outputs.save(`hook-${crypto.randomUUID()}`, text),
      storage: path.join(storage, 'hooks'),
      suggestTitle: (title) => sessions.record?.suggestTitle(title),
      openTranscript: (file, sessionId) =>
        new TranscriptFile({ file, sessionId, cwd: () => hookSettings.projectFolder, logger: log }),
    }),
  );
  const permissions: AgentPermissions = disposables.add(
    new AgentPermissions({
      agent,
      settings: permissionSettings,
      files,
      readFile: readContent,
      writeFile: writeContent,
      log,
    }),
  );
  endSession = () => hooks.sessions.end('other');
  disposables.add(
    new AgentUi({
      agent,
      settings,
      hooks,
      permissions,
      log,
      context,
      listModels: (signal) => model.listModels(signal),
      itemChanges: sessions.itemChanges,
    }),
  );
  sessions.attach(agent);
  return apiOf(agent);
}
