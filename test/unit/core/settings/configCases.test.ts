import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { defaultSettings } from '../../../../src/core/settings/agentSettings.ts';
import { resolveSettings } from '../../../../src/core/settings/resolveSettings.ts';
import type { ResolvedSettings } from '../../../../src/core/settings/resolveSettings.ts';
import type { ConfigFile, ConfigFolder } from '../../../../src/core/settings/settingsSources.ts';
import type { Problem } from '../../../../src/core/settings/problem.ts';

interface ExpectedProblem {
  readonly severity: string;
  readonly code: string;
  readonly key?: string;
  readonly file?: string;
  readonly mentions?: readonly string[];
}

interface ConfigCase {
  readonly id: string;
  readonly title: string;
  readonly level: string;
  readonly files?: Readonly<Record<string, string | { readonly $folder: true }>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly vscode_settings?: Readonly<Record<string, unknown>>;
  readonly secret?: string;
  readonly trusted?: boolean;
  readonly git_tracked?: boolean;
  readonly approved_hosts?: readonly string[];
  readonly expected: {
    readonly can_run: boolean;
    readonly problems: readonly ExpectedProblem[];
    readonly optional_problems?: readonly ExpectedProblem[];
    readonly config: Readonly<Record<string, unknown>> | null;
    readonly key_from?: string;
    readonly confirm_host?: string;
    readonly request_url?: string;
  };
}

// The file's shape is fixed and described in its own `about`.
const { count, cases, defaults } = JSON.parse(readFileSync('test/fixtures/cases/config-cases.json', 'utf8')) as {
  count: number;
  cases: readonly ConfigCase[];
  defaults: { model: string };
};

/** The cases' names for our VS Code settings. */
const editorNames: Readonly<Record<string, string>> = {
  base_url: 'baseUrl',
  model: 'model',
  max_tokens: 'maxTokens',
  nag_threshold: 'nagThreshold',
  nag_message: 'nagMessage',
  enable_todo_write: 'enableTodoWrite',
  reset_on_todo_write: 'resetOnTodoWrite',
  normalize: 'normalizeTodos',
  print_to_console: 'printToConsole',
  tools: 'tools.enabled',
};

describe('config cases', () => {
  it('are all here', () => assert.equal(cases.length, count));

  for (const one of cases) {
    it(`${one.id} (${one.level}) ${one.title}`, () => {
      const resolved = resolve(one);
      const { expected } = one;
      assert.deepEqual(configOf(resolved), wantedConfig(one));
      assert.equal(resolved.settings !== undefined, expected.can_run);
      checkProblems(resolved.problems, expected.problems, expected.optional_problems ?? []);
      assert.equal(keyFrom(resolved, one), expected.key_from);
      assert.equal(resolved.confirmHost, expected.confirm_host);
      assert.equal(resolved.requestUrl, expected.request_url);
      checkSecrets(one, resolved);
      assert.deepEqual(Object.keys(Object.prototype), []);
    });
  }
});

function resolve(one: ConfigCase): ResolvedSettings {
  const file = (name: string): ConfigFile | undefined => {
    const text = one.files?.[name];
    if (text === undefined) return undefined;
    const content =
      typeof text === 'string'
        ? ({ kind: 'text', text } as const)
        : ({ kind: 'unreadable', reason: 'is a folder' } as const);
    return { path: name, content, isTracked: one.git_tracked ?? false };
  };
  const settingsJson = file('settings.json');
  const configToml = file('config.toml');
  const workspace: ConfigFolder = { ...(settingsJson && { settingsJson }), ...(configToml && { configToml }) };
  const user = Object.entries(one.vscode_settings ?? {}).map(([name, value]) => [editorNames[name] ?? name, value]);
  return resolveSettings({
    environment: one.env ?? {},
    home: {},
    workspace,
    editor: { user: Object.fromEntries(user) as Record<string, unknown>, workspace: {} },
    secret: one.secret,
    isTrusted: one.trusted ?? true,
    approvedHosts: one.approved_hosts ?? [],
  });
}

/** In the cases' words. They know six tools: where grep is on by default, it is left out here. */
function configOf({ settings }: ResolvedSettings): object | null {
  if (!settings) return null;
  return {
    base_url: settings.baseUrl,
    model: settings.model,
    max_tokens: settings.maxTokens,
    nag_threshold: settings.nagThreshold,
    nag_message: settings.nagMessage,
    enable_todo_write: settings.enableTodoWrite,
    reset_on_todo_write: settings.resetOnTodoWrite,
    normalize: settings.normalizeTodos,
    print_to_console: settings.printToConsole,
    tools: settings.tools.filter((name) => name !== 'grep'),
  };
}

/** The product's default model is another one than the cases'. */
function wantedConfig(one: ConfigCase): object | null {
  const { config } = one.expected;
  if (!config) return null;
  const given = JSON.stringify([one.files, one.env, one.vscode_settings]);
  const isDefault = config['model'] === defaults.model && !given.includes(defaults.model);
  return isDefault ? { ...config, model: defaultSettings.model } : config;
}

function keyFrom({ keyFrom: source }: ResolvedSettings, one: ConfigCase): string | undefined {
  if (source === 'secretStorage') return 'secret-storage';
  return source === 'workspace' ? Object.keys(one.files ?? {})[0] : source;
}

/** As a set: each expected one once, optional ones perhaps, no other. */
function checkProblems(
  problems: readonly Problem[],
  expected: readonly ExpectedProblem[],
  optional: readonly ExpectedProblem[],
): void {
  const left = [...problems];
  const take = (wanted: ExpectedProblem): boolean => {
    const at = left.findIndex(
      ({ severity, code, key, file, message }) =>
        severity === wanted.severity &&
        code === wanted.code &&
        key === wanted.key &&
        file === wanted.file &&
        (wanted.mentions ?? []).every((mention) => message.includes(mention)),
    );
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  for (const wanted of expected) assert.ok(take(wanted), `${JSON.stringify(wanted)} in ${JSON.stringify(problems)}`);
  for (const wanted of optional) take(wanted);
  assert.deepEqual(left, []);
}

/** No key in what is shown or logged. */
function checkSecrets(one: ConfigCase, { problems, notices, settings }: ResolvedSettings): void {
  const shown = JSON.stringify([problems, notices, settings]);
  for (const secret of JSON.stringify([one.files, one.env, one.secret]).match(/sk[-－][\w－ａ-ｚ-]+|user:pw/g) ?? []) {
    assert.ok(!shown.includes(secret), secret);
  }
}
