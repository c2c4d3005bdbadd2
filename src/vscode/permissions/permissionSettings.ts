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
import type { PermissionRule } from '../../core/permissions/rules/rule.ts';
import type { HookSet } from '../../core/hooks/configuration/hookSources.ts';
import type { ConfigContent } from '../../core/settings/settingsSources.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter, type Event } from '../../core/util/event.ts';
import { hookPlaces, type HookPlace } from '../hooks/hookPlaces.ts';
import { settingsSection } from '../ids.ts';
import { hookScripts } from './hookScripts.ts';
import { ContentConsent } from '../settings/contentConsent.ts';

export interface PermissionSettingsPorts {
  /** Undefined where there is no file. Never rejects. */
  readonly readFile: (file: string) => Promise<ConfigContent | undefined>;
  readonly homeFolder: string;
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
    return hookScripts(this.#ports.hooks.set.hooks, folderOnDisk() ?? this.#ports.homeFolder);
  }

  get problems(): readonly RuleProblem[] {
    return this.#problems;
  }

  /** Where a session works; undefined without a folder on a disk. */
  get projectFolder(): string | undefined {
    return folderOnDisk();
  }

  get readsClaude(): boolean {
    return configuration().get('readClaudeSettings', true);
  }

  /** The mode in force when this is what the person chose for the session. */
  modeWith(session: PermissionMode | undefined): PermissionMode {
    const value = configuration().inspect<unknown>('permissions.mode')?.globalValue;
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
    const places = this.#places();
    const contents = await Promise.all(places.map(({ source }) => this.#ports.readFile(source.file)));
    const { isTrusted } = vscode.workspace;
    const editor = editorSettings(folderOnDisk() ?? this.#ports.homeFolder);
    const seen = JSON.stringify([places, contents, editor, isTrusted, this.consent.allowed]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const all = [...places.flatMap((place, at) => this.#readPlace(place, contents[at])), ...editor];
    this.#set = mergeRuleSettings(all, {
      isTrusted,
      isAllowed: (grant) => this.consent.isAllowed(grant),
      home: this.#ports.homeFolder,
    });
    this.#problems = [...all.flatMap(({ problems }) => problems), ...this.#set.looserModes.map(looserMode)];
    this.#didChange.fire();
  }

  #places(): readonly HookPlace[] {
    return hookPlaces({
      platform: process.platform,
      home: this.#ports.homeFolder,
      claudeConfig: process.env['CLAUDE_CONFIG_DIR'],
      // Nothing is read from the files of a workspace that is not trusted.
      project: vscode.workspace.isTrusted ? folderOnDisk() : undefined,
      readsClaude: this.readsClaude,
    });
  }

  #readPlace({ source, format, isShared }: HookPlace, content: ConfigContent | undefined): readonly RuleSettings[] {
    if (content === undefined) return [];
    const { kind, label, file } = source;
    const permissions: PermissionSource = {
      name: label,
      scope: kind === 'plugin' ? 'project' : kind,
      folder: isShared ? (folderOnDisk() ?? this.#ports.homeFolder) : path.dirname(file),
      file,
      isShared,
    };
    if (content.kind === 'unreadable') {
      const message = `this file ${content.reason}: none of its permission rules is in force`;
      const problem = { severity: 'error', message, key: '', source: permissions } as const;
      return [{ ...readRuleSettings(undefined, permissions), problems: [problem] }];
    }
    return [parseRuleSettings(content.text, permissions, { strict: format === 'claude' })];
  }
}

const looserModeMessage = 'a workspace can’t loosen your own mode, so this one has no effect';

function looserMode({ source, defaultMode }: RuleSettings): RuleProblem {
  const line = defaultMode?.line === undefined ? {} : { line: defaultMode.line };
  return { severity: 'warning', message: looserModeMessage, key: 'permissions.defaultMode', ...line, source };
}

/** `agent.permissions.allow`, `ask` and `deny`. A workspace may forbid and ask, but it allows nothing here. */
function editorSettings(folder: string): readonly RuleSettings[] {
  const inspect = (name: string) => configuration().inspect<unknown>(`permissions.${name}`);
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

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration(settingsSection, vscode.workspace.workspaceFolders?.[0]?.uri);
}

function folderOnDisk(): string | undefined {
  return vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
}
