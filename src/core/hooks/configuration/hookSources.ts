import type { HookSettings } from './hookConfig.ts';
import { timeoutSeconds } from './hookTimeouts.ts';
import type { ConfiguredHook, HookSource, HookSourceKind } from './hookSchema.ts';

/** The hooks of all sources as the engine reads them; inactive ones stay in the list with their reason. */
export interface HookSet {
  /** In configuration order: the order of every merged text. */
  readonly hooks: readonly ConfiguredHook[];
  /** Undefined: every URL. `*` stands for any characters. */
  readonly allowedUrls?: readonly string[];
  /** Undefined: whatever a hook itself allows. */
  readonly allowedEnvVars?: readonly string[];
  /** The sources' `env` blocks, later ones winning. */
  readonly env: Readonly<Record<string, string>>;
}

export interface MergeOptions {
  /** In an untrusted workspace no settings file's hook runs, whosever it is. */
  readonly isTrusted: boolean;
  /** Why a source does not count, e.g. because its content awaits the person's yes. */
  readonly refuse?: (source: HookSource) => string | undefined;
}

/** Lowest to highest: whose `disableAllHooks` wins. */
const precedence: readonly HookSourceKind[] = ['plugin', 'user', 'project', 'local', 'managed'];

/**
 * Adds the sources' hooks together, in the given order (managed, user, project, local, plugin by convention). A lower source's
 * `disableAllHooks` gives way to a higher one's and never touches managed hooks.
 */
export function mergeHookSettings(settings: readonly HookSettings[], options: MergeOptions): HookSet {
  const counted = settings.filter(({ source }) => options.isTrusted && options.refuse?.(source) === undefined);
  const ranked = [...counted].sort((a, b) => precedence.indexOf(a.source.kind) - precedence.indexOf(b.source.kind));
  const disabler = ranked.findLast((one) => one.disableAllHooks !== undefined);
  const managedOnly = counted.some((one) => one.source.kind === 'managed' && one.allowManagedHooksOnly === true);

  const offReason = ({ source }: ConfiguredHook): string | undefined => {
    if (!options.isTrusted) return 'the workspace is not trusted';
    const refused = options.refuse?.(source);
    if (refused !== undefined) return refused;
    if (source.kind !== 'managed' && managedOnly) return 'only managed hooks are allowed';
    const isDisabled = disabler?.disableAllHooks === true;
    const reachesIt = source.kind !== 'managed' || disabler?.source.kind === 'managed';
    return isDisabled && reachesIt ? `all hooks are disabled by ${disabler.source.label}` : undefined;
  };

  const allowedUrls = mergedList(counted.map((one) => one.allowedHttpHookUrls));
  const allowedEnvVars = mergedList(counted.map((one) => one.httpHookAllowedEnvVars));
  return {
    hooks: settings.flatMap((one) => one.hooks).map((hook) => withReason(hook, offReason(hook))),
    ...(allowedUrls === undefined ? {} : { allowedUrls }),
    ...(allowedEnvVars === undefined ? {} : { allowedEnvVars }),
    env: Object.fromEntries(ranked.flatMap((one) => Object.entries(one.env ?? {}))),
  };
}

/**
 * One of each identical handler: the first in order, with the largest timeout any copy asks for. `expand` fills in placeholders, so
 * that two spellings of one path are the same. A plugin's copy is its own.
 */
export function dropDuplicates(hooks: readonly ConfiguredHook[], expand: (text: string) => string): ConfiguredHook[] {
  const kept = new Map<string, ConfiguredHook>();
  for (const hook of hooks) {
    const key = handlerKey(hook, expand);
    const first = kept.get(key);
    kept.set(key, first === undefined ? hook : withLongerTimeout(first, hook));
  }
  return [...kept.values()];
}

/** The same for the same handler after a reload, so that run counts survive one. */
export function hookKey(hook: ConfiguredHook): string {
  return [hook.source.label, hook.event, hook.matcher ?? '', handlerKey(hook, (text) => text)].join('\n');
}

function handlerKey({ definition, source }: ConfiguredHook, expand: (text: string) => string): string {
  const { type } = definition;
  const origin = source.kind === 'plugin' ? source.label : '';
  const body =
    type === 'command'
      ? [expand(definition.command), definition.args?.map(expand) ?? null, definition.shell ?? null]
      : type === 'http'
        ? [definition.url]
        : [JSON.stringify({ ...definition, timeout: undefined })];
  return JSON.stringify([type, origin, ...body, definition.if ?? null]);
}

function withLongerTimeout(first: ConfiguredHook, other: ConfiguredHook): ConfiguredHook {
  const timeout = timeoutSeconds(other);
  return timeout > timeoutSeconds(first) ? { ...first, definition: { ...first.definition, timeout } } : first;
}

function withReason(hook: ConfiguredHook, reason: string | undefined): ConfiguredHook {
  return reason === undefined ? hook : { ...hook, inactive: reason };
}

function mergedList(lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  const given = lists.filter((list) => list !== undefined);
  return given.length === 0 ? undefined : [...new Set(given.flat())];
}
