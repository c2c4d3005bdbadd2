import assert from 'node:assert/strict';
import { readHookSettings, type HookSettings } from '../../../../../src/core/hooks/configuration/hookConfig.ts';
import {
  hookLabel,
  type ConfiguredHook,
  type HookSourceKind,
} from '../../../../../src/core/hooks/configuration/hookSchema.ts';
import { dropDuplicates, hookKey, mergeHookSettings } from '../../../../../src/core/hooks/configuration/hookSources.ts';
import { sharedTimeout, timeoutSeconds } from '../../../../../src/core/hooks/configuration/hookTimeouts.ts';

const hooksOf = (command: string) => ({ Stop: [{ hooks: [{ type: 'command', command }] }] });
const settings = (kind: HookSourceKind, value: object): HookSettings => readHookSettings(value, { kind, label: kind });
const stopHook = (handler: object, kind: HookSourceKind = 'user', event = 'Stop'): ConfiguredHook => {
  const [hook] = settings(kind, {
    hooks: { [event]: [{ hooks: [{ type: 'command', command: 'a', ...handler }] }] },
  }).hooks;
  assert.ok(hook);
  return hook;
};

describe('mergeHookSettings', () => {
  const inactive = (sources: readonly HookSettings[], isTrusted = true): (string | undefined)[] =>
    mergeHookSettings(sources, { isTrusted }).hooks.map((hook) => hook.inactive);

  it('adds the hooks of all sources together, in order', () => {
    const { hooks } = mergeHookSettings(
      [settings('user', { hooks: hooksOf('a') }), settings('project', { hooks: hooksOf('b') })],
      { isTrusted: true },
    );
    assert.deepEqual(
      hooks.map((hook) => hookLabel(hook)),
      ['a', 'b'],
    );
  });

  it('H-76: lets a higher source decide whether all hooks are disabled', () => {
    const user = settings('user', { disableAllHooks: true, hooks: hooksOf('a') });
    assert.deepEqual(inactive([user]), ['all hooks are disabled by user']);
    assert.deepEqual(inactive([user, settings('project', { disableAllHooks: false })]), [undefined]);
    assert.deepEqual(
      inactive([user, settings('project', { disableAllHooks: false }), settings('local', { disableAllHooks: true })]),
      ['all hooks are disabled by local'],
    );
  });

  it('disables managed hooks by managed settings only', () => {
    const managed = settings('managed', { hooks: hooksOf('a') });
    assert.deepEqual(inactive([managed, settings('user', { disableAllHooks: true })]), [undefined]);
    assert.deepEqual(inactive([settings('managed', { hooks: hooksOf('a'), disableAllHooks: true })]), [
      'all hooks are disabled by managed',
    ]);
  });

  it('drops the others where only managed hooks are allowed', () => {
    const managed = settings('managed', { allowManagedHooksOnly: true, hooks: hooksOf('a') });
    assert.deepEqual(inactive([managed, settings('user', { hooks: hooksOf('b'), allowManagedHooksOnly: true })]), [
      undefined,
      'only managed hooks are allowed',
    ]);
  });

  it('H-77: runs none of any file in a workspace that is not trusted', () => {
    assert.deepEqual(inactive([settings('user', { hooks: hooksOf('a') })], false), ['the workspace is not trusted']);
  });

  it('counts nothing of a source that is refused, its switches included', () => {
    const user = settings('user', { hooks: hooksOf('a') });
    const project = settings('project', { hooks: hooksOf('b'), disableAllHooks: true, env: { A: '1' } });
    const { hooks, env } = mergeHookSettings([user, project], {
      isTrusted: true,
      refuse: ({ kind }) => (kind === 'project' ? 'not approved yet' : undefined),
    });
    assert.deepEqual(
      hooks.map((hook) => hook.inactive),
      [undefined, 'not approved yet'],
    );
    assert.deepEqual(env, {});
  });

  it('joins the lists of allowed URLs and variables, and the environments', () => {
    const { allowedUrls, allowedEnvVars, env } = mergeHookSettings(
      [
        settings('project', { allowedHttpHookUrls: ['a', 'b'], env: { A: 'project', B: 'project' } }),
        settings('user', { allowedHttpHookUrls: ['b', 'c'], env: { A: 'user' } }),
      ],
      { isTrusted: true },
    );
    assert.deepEqual([allowedUrls, allowedEnvVars, env], [['a', 'b', 'c'], undefined, { A: 'project', B: 'project' }]);
  });
});

describe('dropDuplicates', () => {
  const drop = (...hooks: ConfiguredHook[]): ConfiguredHook[] =>
    dropDuplicates(hooks, (text) => text.replace('$P', '/p'));

  it('keeps the first of each, with the longest timeout', () => {
    const [only, ...others] = drop(
      stopHook({ timeout: 5 }),
      stopHook({ timeout: 9 }, 'project'),
      stopHook({ timeout: 7 }),
    );
    assert.deepEqual(others, []);
    assert.equal(only?.source.kind, 'user');
    assert.equal(only.definition.timeout, 9);
  });

  it('takes a missing timeout for the default', () => {
    assert.equal(drop(stopHook({}), stopHook({ timeout: 5 }))[0]?.definition.timeout, undefined);
    assert.equal(drop(stopHook({ timeout: 5 }), stopHook({}))[0]?.definition.timeout, 600);
  });

  it('compares commands after the folders are filled in', () => {
    assert.equal(drop(stopHook({ command: '$P/a' }), stopHook({ command: '/p/a' })).length, 1);
  });

  it('keeps apart what differs in arguments, shell or filter, and what a plugin brings', () => {
    const variants = [stopHook({}), stopHook({ args: [] }), stopHook({ args: ['x'] }), stopHook({ shell: 'bash' })];
    const others = [stopHook({ if: 'Bash' }), stopHook({}, 'plugin'), stopHook({ type: 'http', url: 'a' })];
    assert.equal(drop(...variants, ...others).length, 7);
  });
});

describe('hookKey', () => {
  it('is the same after a reload, whatever the timeout or line', () => {
    assert.equal(hookKey(stopHook({ timeout: 5 })), hookKey({ ...stopHook({}), line: 7 }));
    assert.notEqual(hookKey(stopHook({})), hookKey(stopHook({}, 'project')));
  });
});

describe('timeouts', () => {
  it('are ten minutes for commands, thirty seconds for prompts and before a prompt', () => {
    assert.equal(timeoutSeconds(stopHook({})), 600);
    assert.equal(timeoutSeconds(stopHook({ type: 'prompt', prompt: 'x' })), 30);
    assert.equal(timeoutSeconds(stopHook({}, 'user', 'UserPromptSubmit')), 30);
    assert.equal(timeoutSeconds(stopHook({ timeout: 90 }, 'user', 'UserPromptSubmit')), 90);
  });

  it('H-67: are one budget at the end of a session', () => {
    const shared = (...hooks: ConfiguredHook[]): number[] => hooks.map(sharedTimeout(hooks));
    const end = (timeout?: number, kind: HookSourceKind = 'user'): ConfiguredHook =>
      stopHook(timeout === undefined ? {} : { timeout }, kind, 'SessionEnd');
    assert.deepEqual(shared(end(), end()), [1.5, 1.5]);
    assert.deepEqual(shared(end(), end(5)), [5, 5]);
    assert.deepEqual(shared(end(600)), [60]);
    assert.deepEqual(shared(end(5, 'plugin')), [1.5]);
  });
});

describe('hookLabel', () => {
  it('shows no more of a URL than where it leads', () => {
    assert.equal(hookLabel(stopHook({ type: 'http', url: 'https://u:p@a.b/c?token=x#y' })), 'https://a.b/c');
  });

  it('is one line', () => {
    assert.equal(hookLabel(stopHook({ command: 'a\n  b', args: ['c'] })), 'a b c');
  });
});
