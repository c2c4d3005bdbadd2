import { homedir, type as osType } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { apiOf, type TodoAgentApi } from './api.ts';
import { askThrough } from './core/hooks/engine/askModel.ts';
import { DisposableStore } from './core/util/disposable.ts';
import { readContent, writeContent } from './node/configFiles.ts';
import { EnvFileShell } from './node/processes/envFileShell.ts';
import { loadGrammar } from './node/grammarFiles.ts';
import { LocalHookRunner } from './node/hooks/hookRunner.ts';
import { OutputFiles } from './node/processes/outputFiles.ts';
import { ProcessShell } from './node/processes/processShell.ts';
import { realPathOf } from './node/realPath.ts';
import { TranscriptFile } from './node/hooks/transcriptFile.ts';
import { Agent } from './vscode/agent.ts';
import { AgentUi } from './vscode/agentUi.ts';
import { AgentHooks } from './vscode/hooks/agentHooks.ts';
import { HookApprover } from './vscode/hooks/hookApprover.ts';
import { AgentPermissions } from './vscode/permissions/agentPermissions.ts';
import { LogChannel } from './vscode/status/logChannel.ts';
import { notesText, readNotes } from './vscode/workspace/projectNotes.ts';
import { createModel } from './wiring/modelChannels.ts';
import { createSessions } from './wiring/recordedSessions.ts';
import { createSettings } from './wiring/settingsServices.ts';

/** VS Code waits for what `deactivate` returns and for nothing else, and hands it nothing: so this is kept here. */
let endSession = (): Promise<void> => Promise.resolve();

/** Lets the SessionEnd hooks of the open conversation run. */
export function deactivate(): Promise<void> {
  return endSession();
}

/** Builds and wires; every decision lives elsewhere. */
export function activate(context: vscode.ExtensionContext): TodoAgentApi {
  const disposables = new DisposableStore();
  context.subscriptions.push(disposables);
  const log = disposables.add(new LogChannel());
  const shell = new ProcessShell();
  const commandTool = shell.language === 'powershell' ? 'PowerShell' : 'Bash';
  const services = createSettings(context, commandTool, disposables);
  const { settings } = services;
  const model = createModel(settings, context);
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const outputs = new OutputFiles(path.join(storage, 'outputs'));
  const sessions = disposables.add(createSessions(context, log));
  const agent: Agent = disposables.add(
    new Agent({
      workspace: sessions.workspace,
      shell: sessions.watched(new EnvFileShell(shell, () => hooks.sessions.envFile)),
      outputs,
      model,
      os: osType(),
      log,
      settings: () => settings.current?.settings,
      permissions: services.permissions,
      refreshSettings: () => settings.refresh(),
      loadGrammar: () => loadGrammar(path.join(context.extensionPath, 'dist')),
      wrapApprover: (person) =>
        new HookApprover(person, {
          engine: () => hooks.engine,
          isHooked: () => services.hooks.set.hooks.some(({ event }) => event === 'PermissionRequest'),
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
    new LocalHookRunner({
      settings: () => services.hooks.set,
      askModel: askThrough(model, () => agent.settings.model),
    }),
  );
  const hooks: AgentHooks = disposables.add(
    new AgentHooks({
      agent,
      settings: services.hooks,
      runner,
      spill: (text) => outputs.save(`hook-${crypto.randomUUID()}`, text),
      storage: path.join(storage, 'hooks'),
      suggestTitle: (title) => sessions.record?.suggestTitle(title),
      openTranscript: (file, sessionId) =>
        new TranscriptFile({ file, sessionId, cwd: () => services.hooks.projectFolder, logger: log }),
    }),
  );
  const permissions: AgentPermissions = disposables.add(
    new AgentPermissions({
      agent,
      settings: services.permissions,
      files: services.files,
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
      sessions,
    }),
  );
  sessions.attach(agent);
  return apiOf(agent);
}
