import assert from 'node:assert/strict';
import { defaultSettings } from '../../../../src/core/settings/agentSettings.ts';
import { resolveSettings } from '../../../../src/core/settings/resolveSettings.ts';
import type { ResolvedSettings } from '../../../../src/core/settings/resolveSettings.ts';
import type { ConfigFile, ConfigFolder, SettingsSources } from '../../../../src/core/settings/settingsSources.ts';

function file(path: string, text: string): ConfigFile {
  return { path, content: { kind: 'text', text }, isTracked: false };
}

function json(value: unknown, path = '/project/.agent/settings.json'): ConfigFolder {
  return { settingsJson: file(path, typeof value === 'string' ? value : JSON.stringify(value)) };
}

function home(value: unknown): ConfigFolder {
  return json(value, '/home/me/.agent/settings.json');
}

function toml(text: string): ConfigFolder {
  return { configToml: file('/project/.agent/config.toml', text) };
}

function resolve(sources: Partial<SettingsSources>): ResolvedSettings {
  return resolveSettings({
    environment: {},
    home: {},
    workspace: {},
    editor: { user: {}, workspace: {} },
    secret: 'sk-stored',
    isTrusted: true,
    approvedHosts: [],
    ...sources,
  });
}

function codes({ problems }: ResolvedSettings): readonly string[] {
  return problems.map(({ code, key }) => (key === undefined ? code : `${code} ${key}`));
}

describe('resolveSettings', () => {
  it('asks whether a known key was meant, and whether a quote is missing', () => {
    const messages = (text: string): readonly string[] =>
      resolve({ workspace: toml(text) }).problems.map(({ message }) => message);
    const place = '(.agent/config.toml, line 2)';
    assert.deepEqual(messages('[agent_loop]\nnag_treshold = 3\n'), [
      `agent_loop.nag_treshold is not a known key and is ignored; did you mean "nag_threshold"? ${place}`,
    ]);
    assert.deepEqual(messages('[agent_loop]\nmax_rounds = 3\n'), [
      `agent_loop.max_rounds is not a known key and is ignored ${place}`,
    ]);
    for (const quote of ['"', "'"])
      assert.match(messages(`[api]\nmodel = ${quote}my-model\n`).join(), /is the closing quote missing\? .*line 2\)$/);
  });

  it('gives the defaults when nothing is set', () => {
    assert.deepEqual(resolve({}), {
      settings: defaultSettings,
      credential: { kind: 'apiKey', value: 'sk-stored', origin: { source: 'secretStorage', key: 'api_key' } },
      problems: [],
      notices: [],
      keyFrom: 'secretStorage',
      confirmHost: undefined,
      requestUrl: 'https://api.anthropic.com/v1/messages',
      policies: [],
    });
  });

  it('needs neither key nor address where VS Code offers the model', () => {
    const resolved = resolve({
      secret: undefined,
      environment: { ANTHROPIC_BASE_URL: 'ftp://nowhere', ANTHROPIC_API_KEY: 'your-key-here' },
      editor: { user: { provider: 'vscode-lm', model: 'copilot/some-model' }, workspace: {} },
    });
    assert.deepEqual(codes(resolved), []);
    assert.deepEqual(resolved.settings, { ...defaultSettings, provider: 'vscode-lm', model: 'copilot/some-model' });
    assert.deepEqual([resolved.credential, resolved.keyFrom, resolved.confirmHost], [undefined, undefined, undefined]);
  });

  it('takes effort, room and patience from the editor, and the defaults for what is wrong', () => {
    const user = { effort: 'xhigh', contextTokens: 50_000, stallSeconds: 5 };
    const { settings } = resolve({ editor: { user, workspace: {} } });
    assert.deepEqual(settings, { ...defaultSettings, ...user });
    const wrong = resolve({
      editor: { user: { effort: 'much', contextTokens: 5, stallSeconds: 0 }, workspace: {} },
    });
    assert.deepEqual(wrong.settings, defaultSettings);
    assert.deepEqual(codes(wrong), [
      'wrong-type agent.effort',
      'out-of-range agent.contextTokens',
      'out-of-range agent.stallSeconds',
    ]);
  });

  it('ranks environment, home, workspace, user and workspace settings of the editor', () => {
    const model = (sources: Partial<SettingsSources>): string | undefined => resolve(sources).settings?.model;
    const environment = { ANTHROPIC_MODEL: 'environment' };
    const homeFile = home({ env: { ANTHROPIC_MODEL: 'home' } });
    const workspace = toml('[api]\nmodel = "workspace"');
    const user = { model: 'user' };
    assert.equal(model({ environment }), 'environment');
    assert.equal(model({ environment, home: homeFile }), 'home');
    assert.equal(model({ environment, home: homeFile, workspace }), 'workspace');
    assert.equal(model({ workspace, editor: { user, workspace: {} } }), 'user');
    assert.equal(model({ editor: { user, workspace: { model: 'project' } } }), 'project');
  });

  it('merges value by value, not file by file', () => {
    const { settings } = resolve({
      home: home({ agent: { nag_threshold: 5, max_tokens: 100 } }),
      workspace: json({ agent: { nag_threshold: 'auto' } }),
    });
    assert.deepEqual([settings?.nagThreshold, settings?.maxTokens], ['auto', 100]);
  });

  it('reads every setting of the editor', () => {
    const user = {
      provider: 'anthropic',
      baseUrl: 'https://proxy.example/',
      model: 'm',
      effort: 'low',
      maxTokens: 1,
      contextTokens: 20_000,
      stallSeconds: 3600,
      nagThreshold: 'auto',
      nagMessage: 'Plan!',
      resetOnTodoWrite: false,
      enableTodoWrite: false,
      normalizeTodos: false,
      printToConsole: false,
      'tools.enabled': ['grep', 'bash'],
      maxRounds: 7,
      maxCostUsd: 0.5,
      maxTokensPerTask: 9000,
      loopGuard: false,
      'bash.timeout': 5000,
      'permissions.mode': 'plan',
      'permissions.denyCommands': ['a'],
      'permissions.askCommands': ['b'],
    };
    const { settings, problems } = resolve({ editor: { user, workspace: {} } });
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, {
      provider: 'anthropic',
      baseUrl: 'https://proxy.example',
      model: 'm',
      effort: 'low',
      maxTokens: 1,
      contextTokens: 20_000,
      stallSeconds: 3600,
      nagThreshold: 'auto',
      nagMessage: 'Plan!',
      resetOnTodoWrite: false,
      enableTodoWrite: false,
      normalizeTodos: false,
      printToConsole: false,
      tools: ['bash', 'grep'],
      maxRounds: 7,
      maxCostUsd: 0.5,
      maxTokensPerTask: 9000,
      loopGuard: false,
      bashTimeoutMs: 5000,
      permissionMode: 'plan',
      denyCommands: ['a'],
      askCommands: ['b'],
    });
  });

  it('names a wrong value of the editor without a file, and uses the default', () => {
    const resolved = resolve({
      workspace: json({ agent: { nag_threshold: 9 } }),
      editor: { user: { nagThreshold: '5' }, workspace: {} },
    });
    assert.deepEqual(resolved.problems, [
      {
        severity: 'warning',
        code: 'wrong-type',
        key: 'agent.nagThreshold',
        line: 1,
        column: 1,
        message: 'agent.nagThreshold must be an integer of 0 or more (0 = off), or "auto"',
      },
    ]);
    assert.equal(resolved.settings?.nagThreshold, 3);
  });

  it('stops on a wrong list of refused commands instead of running without it', () => {
    const resolved = resolve({ editor: { user: { 'permissions.denyCommands': 'sudo' }, workspace: {} } });
    assert.deepEqual(codes(resolved), ['wrong-type agent.permissions.denyCommands']);
    assert.equal(resolved.settings, undefined);
  });

  it('hands on permission rules and hooks without looking into them', () => {
    const rules = { allow: ['Bash(npm test)'] };
    const hooks = { Stop: [] };
    const { policies } = resolve({
      home: home({ hooks }),
      workspace: json({ $schema: 'x', permissions: rules }),
    });
    // Their objects have no prototype, which JSON doesn't show.
    assert.deepEqual(JSON.parse(JSON.stringify(policies)), [
      { source: 'home', file: '/home/me/.agent/settings.json', hooks },
      { source: 'workspace', file: '/project/.agent/settings.json', permissions: rules },
    ]);
  });

  it('does not look into the files of an untrusted workspace', () => {
    const resolved = resolve({ workspace: json('{'), isTrusted: false });
    assert.deepEqual(codes(resolved), ['untrusted-workspace']);
    assert.deepEqual(codes(resolve({ isTrusted: false })), ['untrusted-workspace']);
  });

  describe('the key', () => {
    const project = json({ env: { ANTHROPIC_API_KEY: 'sk-project' } });
    const own = home({ env: { ANTHROPIC_API_KEY: 'sk-home' } });
    const environment = { ANTHROPIC_API_KEY: 'sk-environment' };

    it('comes from SecretStorage, the project, the environment, the home file, in this order', () => {
      const from = (sources: Partial<SettingsSources>): unknown => resolve(sources).credential?.value;
      assert.equal(from({ workspace: project, environment, home: own }), 'sk-stored');
      assert.equal(from({ secret: undefined, workspace: project, environment, home: own }), 'sk-project');
      assert.equal(from({ secret: ' ', environment, home: own }), 'sk-environment');
      assert.equal(from({ secret: undefined, home: own }), 'sk-home');
    });

    it('is a bearer token when one is set', () => {
      const { credential } = resolve({
        secret: undefined,
        environment: { ...environment, ANTHROPIC_AUTH_TOKEN: 'token' },
      });
      assert.deepEqual([credential?.kind, credential?.value], ['bearer', 'token']);
    });

    it('in the project brings advice to move it, not a problem', () => {
      const { problems, notices } = resolve({ secret: undefined, workspace: project });
      assert.deepEqual(problems, []);
      assert.deepEqual(
        notices.map(({ severity, code }) => [severity, code]),
        [['info', 'key-in-workspace-file']],
      );
    });

    const placeholders = ['sk-your-key', 'YOUR_API_KEY', '<your key>', 'sk-ant-...', 'xxxx', 'api-key', 'changeme'];
    for (const value of [...placeholders, '${ANTHROPIC_API_KEY}']) {
      it(`is not ${value}`, () => {
        const resolved = resolve({ secret: undefined, environment: { ANTHROPIC_API_KEY: value } });
        assert.deepEqual(codes(resolved), ['placeholder-key ANTHROPIC_API_KEY']);
      });
    }

    it('is not called missing while it may stand in a file that cannot be read', () => {
      assert.deepEqual(codes(resolve({ secret: undefined, workspace: json('{') })), ['malformed-json']);
      assert.deepEqual(codes(resolve({ secret: undefined, workspace: json({ env: 1 }) })), ['wrong-type env']);
      assert.deepEqual(codes(resolve({ secret: undefined, workspace: json({ tools: 1 }) })), [
        'wrong-type tools',
        'missing-key api_key',
      ]);
    });

    it('is never quoted, not even from a file that does not parse', () => {
      const resolved = resolve({ workspace: toml('[api]\napi_key = "sk-secret\n') });
      assert.deepEqual(codes(resolved), ['malformed-toml']);
      assert.ok(!JSON.stringify(resolved.problems).includes('sk-secret'));
    });
  });

  describe('the host', () => {
    const url = 'https://proxy.example:8443/api';
    const ask = (sources: Partial<SettingsSources>): string | undefined => resolve(sources).confirmHost;

    it('of a workspace file is asked for, until that very host is approved', () => {
      const workspace = json({ env: { ANTHROPIC_BASE_URL: url } });
      assert.equal(ask({ workspace }), 'proxy.example:8443');
      assert.equal(ask({ workspace, approvedHosts: ['proxy.example', 'example:8443'] }), 'proxy.example:8443');
      assert.equal(ask({ workspace, approvedHosts: ['proxy.example:8443'] }), undefined);
    });

    it('over plain http is asked for by that name: a yes to the host is none to an open line', () => {
      const workspace = json({ env: { ANTHROPIC_BASE_URL: 'http://proxy.example/api' } });
      assert.equal(ask({ workspace, approvedHosts: ['proxy.example'] }), 'http://proxy.example');
      assert.equal(ask({ workspace, approvedHosts: ['http://proxy.example'] }), undefined);
    });

    it('of the editor settings of a workspace is asked for too', () => {
      assert.equal(ask({ editor: { user: {}, workspace: { baseUrl: url } } }), 'proxy.example:8443');
    });

    it('is the own choice in user settings, environment and home file', () => {
      assert.equal(ask({ editor: { user: { baseUrl: url }, workspace: {} } }), undefined);
      assert.equal(ask({ environment: { ANTHROPIC_BASE_URL: url } }), undefined);
      assert.equal(ask({ home: home({ env: { ANTHROPIC_BASE_URL: url } }) }), undefined);
    });

    it('is not asked for when it is the default or the key is the project’s own', () => {
      assert.equal(ask({ workspace: json({ env: { ANTHROPIC_BASE_URL: 'https://api.anthropic.com/' } }) }), undefined);
      const workspace = json({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-project' } });
      assert.equal(ask({ secret: undefined, workspace }), undefined);
    });
  });

  describe('places', () => {
    const places = (workspace: ConfigFolder): readonly unknown[] =>
      [...resolve({ workspace }).problems]
        .sort((one, other) => one.line - other.line)
        .map(({ code, key, line, column, endColumn }) => [key ?? code, line, column, endColumn]);

    it('are right in JSON, behind a byte order mark and comments too', () => {
      const text = '\uFEFF{ "agent": 1, // note\r\n  /* a\r\n b */ "tools": {\r\n    "enabled": 3 } }';
      assert.deepEqual(places(json(text)), [
        ['agent', 1, 3, 10],
        ['tools.enabled', 4, 5, 14],
      ]);
    });

    it('are the last of a key that is there twice, as its value is', () => {
      assert.deepEqual(places(json('{"agent": {},\n"agent": 3}')), [['agent', 2, 1, 8]]);
    });

    it('are right in TOML, in tables, dotted keys and behind values of several lines', () => {
      const text = [
        '# agent_loop = 1',
        '[tools]',
        'enabled = [ # ]',
        '  "bash", "]",',
        ']',
        'todo_write . normalize = 1',
        '[ agent_loop ]',
        "nag_message = '''",
        'nag_threshold = 1',
        "'''",
        '  "nag_threshold" = "x"',
      ].join('\n');
      assert.deepEqual(places(toml(text)), [
        ['tools.enabled', 3, 1, 8],
        ['tools.todo_write.normalize', 6, 1, 23],
        ['agent_loop.nag_threshold', 11, 3, 18],
      ]);
    });

    it('are the nearest key above inside an inline table', () => {
      assert.deepEqual(places(toml('\napi = { max_tokens = 0 }')), [['api.max_tokens', 2, 1, 4]]);
    });

    it('are where the parser stopped', () => {
      assert.deepEqual(places(json('{\n  "agent" 1\n}')), [['malformed-json', 2, 11, undefined]]);
      assert.deepEqual(places(toml('[api]\nmodel = x\n')), [['malformed-toml', 2, 9, undefined]]);
    });

    it('stand in the message with the file’s short name', () => {
      const { problems } = resolve({ home: home('{\n "agent": []}') });
      assert.equal(problems[0]?.message, 'agent must be an object (~/.agent/settings.json, line 2)');
      assert.equal(problems[0]?.file, '/home/me/.agent/settings.json');
    });
  });

  it('says why a file could not be read, and stops', () => {
    const path = '/project/.agent/settings.json';
    const resolved = resolve({
      workspace: { settingsJson: { path, content: { kind: 'unreadable', reason: 'is a folder' }, isTracked: false } },
    });
    assert.deepEqual(resolved.problems, [
      {
        severity: 'error',
        code: 'unreadable-file',
        file: path,
        line: 1,
        column: 1,
        message: 'settings.json is a folder (.agent/settings.json, line 1)',
      },
    ]);
    assert.equal(resolved.settings, undefined);
  });

  it('gives up on absurd nesting instead of overflowing', () => {
    assert.deepEqual(codes(resolve({ workspace: json('['.repeat(200_000)) })), ['malformed-json']);
    assert.deepEqual(codes(resolve({ workspace: toml(`a = ${'['.repeat(200_000)}`) })), ['malformed-toml']);
  });

  it('follows off under either name of the todo switch', () => {
    const off = { tools: { todo_write: { enabled: false } }, agent: { enable_todo_write: true } };
    assert.equal(resolve({ workspace: json(off) }).settings?.enableTodoWrite, false);
  });
});
