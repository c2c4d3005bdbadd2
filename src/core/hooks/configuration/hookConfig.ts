import * as z from 'zod';
import { isRecord, parsePlacedJson, pathText, type JsonPath } from '../../util/placedJson.ts';
import { eventFacts, hookEventNames, isHookEventName, type HookEventName } from '../protocol/hookEvents.ts';
import { hintsAbout, inactiveReason } from './hookHints.ts';
import { handlerSchema, type ConfiguredHook, type HookSource } from './hookSchema.ts';
import { lazy } from '../../util/lazy.ts';

export interface HookProblem {
  /** error: an entry or file is out of force. warning: it is kept but can't run. hint: it runs, perhaps not as meant. */
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  /** Where in the settings, e.g. `hooks.PreToolUse[0].hooks[1].timeout`. */
  readonly key: string;
  /** 1-based; undefined when the settings have no text (a VS Code setting). */
  readonly line?: number;
  readonly source: HookSource;
}

/** All that one settings source says about hooks. */
export interface HookSettings {
  readonly source: HookSource;
  readonly hooks: readonly ConfiguredHook[];
  readonly disableAllHooks?: boolean;
  /** Counts in managed settings only. */
  readonly allowManagedHooksOnly?: boolean;
  readonly allowedHttpHookUrls?: readonly string[];
  readonly httpHookAllowedEnvVars?: readonly string[];
  /** The settings' `env` block. */
  readonly env?: Readonly<Record<string, string>>;
  readonly problems: readonly HookProblem[];
}

export interface HookReadOptions {
  /** The line of the nearest existing entry, where the settings have a text. */
  readonly lineOf?: (path: JsonPath) => number;
  /** As what commands are reported here: there is no Bash on a Windows without it. */
  readonly commandTool?: 'Bash' | 'PowerShell';
}

/** Reads the text of a settings file. `strict`: comments and trailing commas put the whole file out of force, as in Claude Code. */
export function parseHookSettings(
  text: string,
  source: HookSource,
  options: { readonly strict: boolean } & Pick<HookReadOptions, 'commandTool'>,
): HookSettings {
  const { value, error, lineOf } = parsePlacedJson(text, options);
  if (error === undefined) return readHookSettings(value, source, { ...options, lineOf });
  const message = `not valid JSON, no hook of this file is in force: ${error.what}`;
  return { source, hooks: [], problems: [{ severity: 'error', message, key: '', line: error.line, source }] };
}

/** Reads settings that are a value already, e.g. a VS Code setting. */
export function readHookSettings(value: unknown, source: HookSource, options: HookReadOptions = {}): HookSettings {
  return new SettingsReader(source, options).read(value);
}

const groupSchema = lazy(() => z.object({ matcher: z.string().optional(), hooks: z.array(z.unknown()) }));
const topSchemas = lazy(() => ({
  disableAllHooks: z.boolean(),
  allowManagedHooksOnly: z.boolean(),
  allowedHttpHookUrls: z.array(z.string()),
  httpHookAllowedEnvVars: z.array(z.string()),
  env: z.record(z.string(), z.string()),
}));

/** Collects entries and problems of one source; every malformed entry costs itself only. */
class SettingsReader {
  readonly #source: HookSource;
  readonly #options: HookReadOptions;
  readonly #hooks: ConfiguredHook[] = [];
  readonly #problems: HookProblem[] = [];

  constructor(source: HookSource, options: HookReadOptions) {
    this.#source = source;
    this.#options = options;
  }

  read(value: unknown): HookSettings {
    if (!isRecord(value)) {
      this.#report('error', [], 'settings must be an object');
      return { source: this.#source, hooks: [], problems: this.#problems };
    }
    for (const name of Object.keys(value).filter(isHookEventName))
      this.#report('error', [name], `${name} must stand under "hooks"; here it is not read`);
    const events = value['hooks'];
    if (isRecord(events)) {
      for (const [name, groups] of Object.entries(events)) this.#readEvent(name, groups);
    } else if (events !== undefined) {
      this.#report('error', ['hooks'], 'must be an object of event names');
    }
    return { source: this.#source, hooks: this.#hooks, ...this.#readSwitches(value), problems: this.#problems };
  }

  #readSwitches(top: Readonly<Record<string, unknown>>): Partial<HookSettings> {
    const values: Record<string, unknown> = {};
    for (const [key, schema] of Object.entries(topSchemas())) {
      if (top[key] === undefined) continue;
      const parsed = schema.safeParse(top[key]);
      if (parsed.success) values[key] = parsed.data;
      else this.#reportIssues([key], parsed.error);
    }
    // Each value has just been checked by the schema of its key.
    return values;
  }

  #readEvent(name: string, groups: unknown): void {
    const path = ['hooks', name];
    if (!isHookEventName(name)) {
      const twin = hookEventNames.find((event) => event.toLowerCase() === name.replace(/[_-]/g, '').toLowerCase());
      const advice = twin === undefined ? `known are ${hookEventNames.join(', ')}` : `did you mean ${twin}?`;
      this.#report('error', path, `unknown event, its hooks never run; ${advice}`);
    } else if (!Array.isArray(groups)) {
      this.#report('error', path, 'must be a list of groups: [{ "matcher": "…", "hooks": [ … ] }]');
    } else {
      groups.forEach((group: unknown, index) => this.#readGroup(name, group, [...path, index]));
    }
  }

  #readGroup(event: HookEventName, group: unknown, path: JsonPath): void {
    // A handler straight under its event is taken as a group of its own.
    const isBare = isRecord(group) && group['hooks'] === undefined && group['type'] !== undefined;
    const parsed = groupSchema().safeParse(isBare ? { matcher: group['matcher'], hooks: [group] } : group);
    if (!parsed.success) {
      this.#reportIssues(path, parsed.error);
      return;
    }
    const { matcher, hooks } = parsed.data;
    if (hooks.length === 0) this.#report('hint', path, 'this group holds no hook');
    hooks.forEach((handler, index) =>
      this.#readHandler(event, matcher, handler, isBare ? path : [...path, 'hooks', index]),
    );
  }

  #readHandler(event: HookEventName, matcher: string | undefined, handler: unknown, path: JsonPath): void {
    const parsed = handlerSchema().safeParse(handler);
    if (!parsed.success) {
      this.#reportIssues(path, parsed.error);
      return;
    }
    const line = this.#options.lineOf?.(path);
    const hook: ConfiguredHook = {
      event,
      ...(matcher === undefined ? {} : { matcher }),
      definition: parsed.data,
      source: this.#source,
      ...(line === undefined ? {} : { line }),
    };
    const inactive = inactiveReason(hook);
    this.#hooks.push(inactive === undefined ? hook : { ...hook, inactive });
    // An event of a larger product is no mistake of the file's author.
    const severity = eventFacts(event).isFired ? 'warning' : 'hint';
    if (inactive !== undefined) this.#report(severity, path, `this hook never runs: ${inactive}`);
    for (const hint of hintsAbout(hook, this.#options.commandTool)) this.#report('hint', path, hint);
  }

  #reportIssues(path: JsonPath, error: z.ZodError): void {
    for (const issue of error.issues) {
      const at = [...path, ...issue.path.filter((part) => typeof part !== 'symbol')];
      this.#report('error', at, `${issue.message}; this entry is not in force`);
    }
  }

  #report(severity: HookProblem['severity'], path: JsonPath, message: string): void {
    const line = this.#options.lineOf?.(path);
    this.#problems.push({
      severity,
      message,
      key: pathText(path),
      ...(line === undefined ? {} : { line }),
      source: this.#source,
    });
  }
}
