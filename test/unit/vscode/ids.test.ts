import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { defaultSettings } from '../../../src/core/settings/agentSettings.ts';
import * as ids from '../../../src/vscode/ids.ts';

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
  };
}

/** Not ours to define: VS Code keeps them. */
const builtinKeys = new Set(['agent.todos']);

describe('package.json and ids.ts', () => {
  const text = readFileSync('package.json', 'utf8');
  // Our own file; its shape is checked by use.
  const { contributes, activationEvents } = JSON.parse(text) as Manifest;

  it('name the same commands, each once', () => {
    const contributed = contributes.commands.map(({ command }) => command);
    assert.deepEqual(contributed.toSorted(), Object.values(ids.commands).toSorted());
  });

  it('hide the commands that only rows can call', () => {
    const hidden = (contributes.menus['commandPalette'] ?? []).filter(({ when }) => when === 'false');
    assert.deepEqual(hidden.map(({ command }) => command).toSorted(), [...ids.internalCommands].toSorted());
  });

  it('offer in menus only commands that exist', () => {
    const known: readonly string[] = Object.values(ids.commands);
    const offered = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
    assert.deepEqual(
      offered.filter((command) => !known.includes(command)),
      [],
    );
  });

  it('know a folder of the demo by the same file', () => {
    assert.ok(activationEvents.includes(`workspaceContains:${ids.demoMarker}`));
  });

  it('name the same container and views', () => {
    const { container, ...views } = ids.views;
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      [container],
    );
    assert.deepEqual(
      Object.values(contributes.views)
        .flatMap((list) => list.map(({ id }) => id))
        .toSorted(),
      Object.values(views).toSorted(),
    );
  });

  it('name the same settings, each once', () => {
    const contributed = Object.keys(contributes.configuration.properties);
    assert.deepEqual(contributed.toSorted(), ids.settings.map((name) => `${ids.settingsSection}.${name}`).toSorted());
  });

  it('ask in conditions only for keys that are set', () => {
    const known = new Set<string>([...Object.values(ids.contextKeys), ...Object.values(ids.views), ...builtinKeys]);
    const conditions = [...text.matchAll(/"(?:when|enablement)": "([^"]+)"/g)].map(([, condition]) => condition ?? '');
    const asked = conditions.flatMap((condition) => condition.match(/\bagent\.\w+/g) ?? []);
    assert.deepEqual(
      [...new Set(asked)].filter((key) => !known.has(key)),
      [],
    );
  });

  it('have the defaults that the code has', () => {
    const codeNames: Readonly<Record<string, string>> = {
      'tools.enabled': 'tools',
      'bash.timeout': 'bashTimeoutMs',
      'permissions.mode': 'permissionMode',
      'permissions.denyCommands': 'denyCommands',
      'permissions.askCommands': 'askCommands',
    };
    const inCode = new Map<string, unknown>(Object.entries(defaultSettings));
    for (const name of ids.settings) {
      const codeName = codeNames[name] ?? name;
      if (!inCode.has(codeName)) continue;
      const { default: contributed } = contributes.configuration.properties[`agent.${name}`] ?? {};
      assert.deepEqual(contributed, inCode.get(codeName), name);
    }
  });
});
