import { defaultSettings } from './agentSettings.ts';
import type { AgentSettings } from './agentSettings.ts';
import { checkBaseUrl, chooseCredential, isFromProject, isInsecure, keysInProject } from './connection.ts';
import type { Credential } from './connection.ts';
import type { FieldName, FieldValue } from './fields.ts';
import { problemAt } from './problem.ts';
import type { Origin, Problem } from './problem.ts';
import { readConfigFolder } from './readConfigFolder.ts';
import { readEditor, readEnvironment } from './reading.ts';
import type { Found, RawPolicy, Reading } from './reading.ts';
import type { ConfigFolder, SettingsSources } from './settingsSources.ts';
import { chooseTools } from './tools.ts';

export interface ResolvedSettings {
  /** Undefined when a problem of severity error stops the run: no request is sent then and no tool runs. */
  readonly settings: AgentSettings | undefined;
  /** Undefined whenever `settings` is, and where VS Code's models answer: they need none of ours. */
  readonly credential: Credential | undefined;
  /** All there is to repair, at once. */
  readonly problems: readonly Problem[];
  /** Advice without anything being wrong, e.g. to move a key out of the project. */
  readonly notices: readonly Problem[];
  /** Where the key came from; undefined whenever `credential` is. */
  readonly keyFrom: Origin['source'] | undefined;
  /** A host (as `http://...` where it is not encrypted) named by the project, to which the person's own key must not go before they agreed to that very host. */
  readonly confirmHost: string | undefined;
  /** Where the first request goes; undefined whenever `credential` is. */
  readonly requestUrl: string | undefined;
  /** Permission rules and hooks of the files, unchecked, home before workspace. */
  readonly policies: readonly RawPolicy[];
}

/**
 * Merges all sources. Rising rank: defaults, environment, home file, workspace file, VS Code settings of the user, of
 * the workspace. The key has an order of its own (`chooseCredential`). Pure; the result counts from the next round.
 */
export function resolveSettings(sources: SettingsSources): ResolvedSettings {
  if (!sources.isTrusted) return stopped([untrusted(sources.workspace)]);

  const environment = readEnvironment(sources.environment);
  const home = readConfigFolder(sources.home, 'home');
  const workspace = readConfigFolder(sources.workspace, 'workspace');
  const editor = [
    readEditor('editorUser', sources.editor.user),
    readEditor('editorWorkspace', sources.editor.workspace),
  ];
  const readings = [environment, home, workspace, ...editor];

  const merged = mergeFields(readings);
  const isKeyless = merged.provider?.value === 'vscode-lm';
  const connection = isKeyless
    ? unconnected
    : connectionOf(merged.baseUrl, chooseCredential(sources.secret, { workspace, environment, home }));
  const tools = chooseTools(merged.tools, merged.enableTodoWrite?.value ?? defaultSettings.enableTodoWrite);
  const projectKeys = keysInProject(workspace, isTracked(sources.workspace));
  const problems = [
    ...readings.flatMap((reading) => reading.problems),
    ...connection.problems,
    ...tools.problems,
    ...projectKeys.filter((problem) => problem.severity !== 'info'),
  ];
  const policies = readings.flatMap((reading) => reading.policy ?? []);
  const { credential } = connection;
  const isComplete = isKeyless || credential !== undefined;
  if (!isComplete || problems.some((problem) => problem.severity === 'error')) return stopped(problems, policies);

  const settings: AgentSettings = {
    ...withDefaults(merged),
    baseUrl: connection.baseUrl ?? defaultSettings.baseUrl,
    tools: tools.tools,
    enableTodoWrite: tools.tools.includes('todo_write'),
  };
  return {
    settings,
    credential,
    problems,
    notices: projectKeys.filter((problem) => problem.severity === 'info'),
    keyFrom: credential?.origin.source,
    confirmHost: credential && hostToConfirm(settings.baseUrl, merged.baseUrl, credential, sources.approvedHosts),
    requestUrl: credential && `${settings.baseUrl}/v1/messages`,
    policies,
  };
}

interface ModelConnection {
  readonly baseUrl: string | undefined;
  readonly credential: Credential | undefined;
  readonly problems: readonly Problem[];
}

/** What VS Code's models need of an address and a key. */
const unconnected: ModelConnection = { baseUrl: undefined, credential: undefined, problems: [] };

function connectionOf(
  found: Found<string> | undefined,
  { credential, problems }: ReturnType<typeof chooseCredential>,
): ModelConnection {
  const checked = found?.value === undefined ? undefined : checkBaseUrl(found.value, found.origin);
  return { baseUrl: checked?.url, credential, problems: [...(checked?.problems ?? []), ...problems] };
}

function isTracked({ settingsJson, configToml }: ConfigFolder): boolean {
  return (settingsJson ?? configToml)?.isTracked === true;
}

function stopped(problems: readonly Problem[], policies: readonly RawPolicy[] = []): ResolvedSettings {
  return {
    settings: undefined,
    credential: undefined,
    problems,
    notices: [],
    keyFrom: undefined,
    confirmHost: undefined,
    requestUrl: undefined,
    policies,
  };
}

function untrusted({ settingsJson, configToml }: ConfigFolder): Problem {
  const file = (settingsJson ?? configToml)?.path;
  const name = settingsJson ? 'settings.json' : 'config.toml';
  return problemAt(
    { ...(file !== undefined && { place: { file, shownFile: `.agent/${name}`, line: 1, column: 1 } }) },
    'error',
    'untrusted-workspace',
    'The workspace is not trusted: nothing is read from its files and nothing runs',
  );
}

type Merged = Reading['fields'];

function mergeFields(rising: readonly Reading[]): Merged {
  return Object.assign({}, ...rising.map((reading) => reading.fields)) as Merged;
}

function withDefaults(merged: Merged): AgentSettings {
  const valueOf = <Name extends FieldName & keyof AgentSettings>(
    name: Name,
  ): FieldValue<Name> | AgentSettings[Name] => {
    // The compiler can't follow a computed key into the mapped type.
    const found = merged[name] as Found<FieldValue<Name>> | undefined;
    return found?.value ?? defaultSettings[name];
  };
  const nagThreshold = valueOf('nagThreshold');
  return {
    ...defaultSettings,
    provider: valueOf('provider'),
    model: valueOf('model'),
    effort: valueOf('effort'),
    maxTokens: valueOf('maxTokens'),
    contextTokens: valueOf('contextTokens'),
    stallSeconds: valueOf('stallSeconds'),
    // JSON can spell a zero -0.
    nagThreshold: nagThreshold === 0 ? 0 : nagThreshold,
    nagMessage: valueOf('nagMessage'),
    resetOnTodoWrite: valueOf('resetOnTodoWrite'),
    normalizeTodos: valueOf('normalizeTodos'),
    printToConsole: valueOf('printToConsole'),
    maxRounds: valueOf('maxRounds'),
    maxCostUsd: valueOf('maxCostUsd'),
    maxTokensPerTask: valueOf('maxTokensPerTask'),
    loopGuard: valueOf('loopGuard'),
    bashTimeoutMs: valueOf('bashTimeoutMs'),
    permissionMode: valueOf('permissionMode'),
    denyCommands: valueOf('denyCommands'),
    askCommands: valueOf('askCommands'),
  };
}

function hostToConfirm(
  baseUrl: string,
  found: Found<string> | undefined,
  credential: Credential,
  approvedHosts: readonly string[],
): string | undefined {
  const isTheirs = found !== undefined && isFromProject(found.origin) && !isFromProject(credential.origin);
  if (!isTheirs || baseUrl === defaultSettings.baseUrl) return undefined;
  const url = new URL(baseUrl);
  // A yes to a host must not hold for the same one without encryption.
  const host = isInsecure(url) ? url.origin : url.host;
  return approvedHosts.includes(host) ? undefined : host;
}
