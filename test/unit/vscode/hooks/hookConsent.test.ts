import assert from 'node:assert/strict';
import { readHookSettings, type HookSettings } from '../../../../src/core/hooks/configuration/hookConfig.ts';
import { HookConsent } from '../../../../src/vscode/hooks/hookConsent.ts';

class Memento {
  readonly #values = new Map<string, unknown>();
  keys = (): readonly string[] => [...this.#values.keys()];
  get<T>(key: string): T | undefined {
    // Only what `update` was given comes out.
    return this.#values.get(key) as T | undefined;
  }
  update(key: string, value: unknown): Thenable<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}

function settings(command: string, more: object = {}, file = '/w/.claude/settings.json'): HookSettings {
  const hooks = { Stop: [{ hooks: [{ type: 'command', command }] }] };
  return readHookSettings({ hooks, ...more }, { kind: 'project', label: '.claude/settings.json', file });
}

describe('a yes to the hooks of a workspace', () => {
  let memento: Memento;
  beforeEach(() => (memento = new Memento()));

  it('outlives the window', async () => {
    await new HookConsent(memento).allow([settings('a')]);
    assert.ok(new HookConsent(memento).isAllowed(settings('a')));
  });

  it('is for that content alone, variables included, in that file', async () => {
    const consent = new HookConsent(memento);
    await consent.allow([settings('a')]);
    assert.ok(!consent.isAllowed(settings('a ')));
    assert.ok(!consent.isAllowed(settings('a', { env: { PATH: '/evil' } })));
    assert.ok(!consent.isAllowed(settings('a', { disableAllHooks: true })));
    assert.ok(!consent.isAllowed(settings('a', {}, '/other/.claude/settings.json')));
  });

  it('stays when what is no hook changes', async () => {
    const consent = new HookConsent(memento);
    await consent.allow([settings('a')]);
    assert.ok(consent.isAllowed(settings('a', { permissions: { allow: ['Bash'] }, _comment: 'x' })));
  });

  it('is not a no, which ends with the window', () => {
    const consent = new HookConsent(memento);
    consent.refuse([settings('a')]);
    assert.ok(consent.isRefused(settings('a')));
    assert.ok(!consent.isAllowed(settings('a')));
    assert.ok(!new HookConsent(memento).isRefused(settings('a')));
  });
});
