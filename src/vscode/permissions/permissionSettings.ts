import path from 'node:path';
import * as vscode from 'vscode';
import {
  chooseMode,
  mergeRuleSettings,
  type RuleSet,
  type SharedGrant,
} from '../../core/permissions/rules/mergeRules.ts';
import { parseMode, type PermissionMode } from '../../core/permissions/rules/evaluation.ts';
import {
  parseRuleSettings,
  readRuleSettings,
  type PermissionSource,
  type RuleProblem,
  type RuleSettings,
} from '../../core/permissions/rules/ruleSettings.ts';
import type { PermissionSources } from '../../core/permissions/permissionSources.ts';
import { SessionRules } from '../../core/permissions/sessionRules.ts';
import type { PermissionRule } from '../../core/permissions/rules/rule.ts';
import type { HookSet } from '../../core/hooks/configuration/hookSources.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter, type Event } from '../../core/util/event.ts';
import { settingsSection } from '../ids.ts';
import { hookScripts } from './hookScripts.ts';
import { ContentConsent } from '../settings/contentConsent.ts';
import type { EditorSettings } from '../settings/editorSettings.ts';
import type { SettingsFile, SettingsFiles } from '../settings/settingsFiles.ts';

export interface PermissionSettingsPorts {
  readonly files: SettingsFiles;
  /** Keeps what the person allowed. */
  readonly globalState: vscode.Memento;
  /** Watch the same files; their scripts are protected. */
  readonly hooks: { readonly onDidChange: Event<void>; readonly set: HookSet };
}

/** The rules of a VS Code setting, and where in VS Code they stand. */
export interface EditorSource extends PermissionSource {
  readonly target: vscode.ConfigurationTarget;
}

/**
 * Reads the permissions of all sources and keeps them merged. `refresh` reads them anew: it is asked for before each decision,
 * so that a change counts from the next call whatever the file watchers noticed.
 */
export class PermissionSettings implements PermissionSources, Disposable {
  readonly #ports: PermissionSettingsPorts;
  /** Of what comes with a workspace. */
  readonly consent: ContentConsent<SharedGrant>;
  /** What hooks changed for this session. */
  readonly session = new SessionRules(vscode.l10n.t('this session'));
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#didChange.event;
  #set: RuleSet = mergeRuleSettings([], { isTrusted: true, isAllowed: () => true, home: '' });
  #problems: readonly RuleProblem[] = [];
  /** What the current state was made of. */
  #seen = '';
  #reading: Promise<unknown> = Promise.resolve();

  constructor(ports: PermissionSettingsPorts) {
    this.#ports = ports;
    this.consent = new ContentConsent(ports.globalState, 'agent.allowedPermissions', ({ kind, text, source }) => [
      source.file ?? source.name,
      kind,
      text,
    ]);
    const refresh = (): void => void this.refresh();
    this.#disposables.add(ports.hooks.onDidChange(refresh));
    this.#disposables.add(this.consent.onDidChange(refresh));
    this.#disposables.add(this.session.onDidChange(refresh));
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settingsSection)) refresh();
      }),
    );
  }

  /** As of the last refresh. */
  get set(): RuleSet {
    return this.#set;
  }

  get rules(): readonly PermissionRule[] {
    return this.#set.rules;
  }

  get additionalDirectories(): readonly string[] {
    return this.#set.additionalDirectories;
  }

  get isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  /** The scripts of hooks: whoever changes one changes what runs without a question. */
  get protectedPaths(): readonly string[] {
    return hookScripts(this.#ports.hooks.set.hooks, this.#ports.files.startFolder);
  }

  get problems(): readonly RuleProblem[] {
    return this.#problems;
  }

  /** The mode in force when this is what the person chose for the session. */
  modeWith(session: PermissionMode | undefined): PermissionMode {
    const value = this.#ports.files.editor.inspect('permissions.mode')?.globalValue;
    const editor = typeof value === 'string' ? parseMode(value) : undefined;
    return chooseMode({ session, editor, files: this.#set });
  }

  /** Reads all sources, one reading after the other. */
  async refresh(): Promise<RuleSet> {
    // A reading that failed concerns whoever asked for it, not the next.
    const mine = this.#reading.catch(() => undefined).then(() => this.#read());
    this.#reading = mine;
    await mine;
    return this.#set;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #read(): Promise<void> {
    const { startFolder, homeFolder, editor: configured } = this.#ports.files;
    const files = await this.#ports.files.read();
    const { isTrusted } = vscode.workspace;
    const editor = [...editorSettings(configured, startFolder), this.session.settings(startFolder)];
    const seen = JSON.stringify([files, editor, isTrusted, this.consent.allowed]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const all = [...files.map((file) => readRules(file, startFolder)), ...editor];
    this.#set = mergeRuleSettings(all, {
      isTrusted,
      isAllowed: (grant) => this.consent.isAllowed(grant),
      home: homeFolder,
    });
    this.#problems = [...all.flatMap(({ problems }) => problems), ...this.#set.looserModes.map(looserMode)];
    this.#didChange.fire();
  }
}

function readRules({ source, format, isShared, content }: SettingsFile, startFolder: string): RuleSettings {
  const { kind, label, file } = source;
  const permissions: PermissionSource = {
    name: label,
    scope: kind === 'plugin' ? 'project' : kind,
    folder: isShared ? startFolder : path.dirname(file),
    file,
    isShared,
  };
  if (content.kind === 'text') return parseRuleSettings(content.text, permissions, { strict: format === 'claude' });
  const message = `this file ${content.reason}: none of its permission rules is in force`;
  const problem = { severity: 'error', message, key: '', source: permissions } as const;
  return { ...readRuleSettings(undefined, permissions), problems: [problem] };
}

const looserModeMessage = 'a workspace can’t loosen your own mode, so this one has no effect';

function looserMode({ source, defaultMode }: RuleSettings): RuleProblem {
  const line = defaultMode?.line === undefined ? {} : { line: defaultMode.line };
  return { severity: 'warning', message: looserModeMessage, key: 'permissions.defaultMode', ...line, source };
}

/** `agent.permissions.allow`, `ask` and `deny`. A workspace may forbid and ask, but it allows nothing here. */
function editorSettings(configured: EditorSettings, folder: string): readonly RuleSettings[] {
  const inspect = (name: string) => configured.inspect(`permissions.${name}`);
  const [allow, ask, deny] = [inspect('allow'), inspect('ask'), inspect('deny')];
  const source = (name: string, target: vscode.ConfigurationTarget): EditorSource => ({
    name,
    scope: target === vscode.ConfigurationTarget.Global ? 'user' : 'project',
    folder,
    isShared: target !== vscode.ConfigurationTarget.Global,
    target,
  });
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const user = { allow: allow?.globalValue, ask: ask?.globalValue, deny: deny?.globalValue };
  const workspace = { ask: ask?.workspaceValue, deny: deny?.workspaceValue };
  const ofFolder = { ask: ask?.workspaceFolderValue, deny: deny?.workspaceFolderValue };
  return [
    readRuleSettings(user, source(vscode.l10n.t('user settings'), Global)),
    readRuleSettings(workspace, source(vscode.l10n.t('workspace settings'), Workspace)),
    readRuleSettings(ofFolder, source(vscode.l10n.t('folder settings'), WorkspaceFolder)),
  ];
}
