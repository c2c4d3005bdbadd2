import { isRecord, parsePlacedJson, pathText, type JsonPath, type JsonPlace } from '../../util/placedJson.ts';
import { parseMode, type PermissionMode } from './evaluation.ts';
import type { PermissionRule, RuleEffect, RuleSource } from './rule.ts';
import { parseRule } from './ruleGrammar.ts';

/** A settings file, or a VS Code setting, that may hold permissions. */
export interface PermissionSource extends RuleSource {
  /** Absolute path, where there is a file. */
  readonly file?: string;
  /** It comes with the workspace: what it allows counts only after the person's yes. */
  readonly isShared: boolean;
}

export interface PlacedRule {
  readonly rule: PermissionRule;
  /** 1-based, in the source's file. */
  readonly line?: number;
}

export interface RuleProblem {
  /** error: all of the file's permissions that loosen are out of force. warning: one entry has no effect, or another than meant. */
  readonly severity: 'error' | 'warning';
  /** For the person who wrote it. */
  readonly message: string;
  /** Where in the settings, e.g. `permissions.deny[2]`. */
  readonly key: string;
  readonly line?: number;
  /** 1-based, the end exclusive; absent: the whole line. */
  readonly column?: number;
  readonly endColumn?: number;
  readonly source: PermissionSource;
}

/** All that one source says about permissions. */
export interface RuleSettings {
  readonly source: PermissionSource;
  readonly rules: readonly PlacedRule[];
  /** As written. */
  readonly additionalDirectories: readonly string[];
  readonly defaultMode?: { readonly mode: PermissionMode; readonly line?: number };
  readonly disablesBypass: boolean;
  /** Counts in managed settings only. */
  readonly managedRulesOnly: boolean;
  readonly problems: readonly RuleProblem[];
}

type PlaceOf = (path: JsonPath) => JsonPlace;

/**
 * Reads the text of a settings file. In a file that is not valid JSON (`strict`: comments are not, either) nothing counts
 * that loosens, but what it forbids still does, as far as it can be read.
 */
export function parseRuleSettings(
  text: string,
  source: PermissionSource,
  options: { readonly strict: boolean },
): RuleSettings {
  const { value, error, placeOf } = parsePlacedJson(text, options);
  const read = readRuleSettings(ownField(value, 'permissions'), source, placeOf);
  if (error === undefined) return read;
  const message = `not valid JSON (${error.what}): what it allows is out of force, what it forbids holds as far as it can be read`;
  const problem = { severity: 'error', message, key: '', line: error.line, source } as const;
  return {
    source,
    rules: read.rules.filter(({ rule }) => rule.effect !== 'allow'),
    additionalDirectories: [],
    disablesBypass: read.disablesBypass,
    managedRulesOnly: read.managedRulesOnly,
    problems: [problem, ...read.problems],
  };
}

/** Reads a `permissions` object that is a value already. `placeOf` gives the place of the nearest existing entry. */
export function readRuleSettings(permissions: unknown, source: PermissionSource, placeOf?: PlaceOf): RuleSettings {
  return new RuleReader(source, placeOf).read(permissions);
}

const effects: readonly RuleEffect[] = ['allow', 'ask', 'deny'];
/** They would restrict: without a word their author would believe in them. */
const unsupported = [
  'blockReadsOutsideWorkingDirectories',
  'blockWritesOutsideWorkingDirectories',
  'denyInsteadOfPrompting',
];

/** Collects the entries of one source; a malformed one costs itself only. */
class RuleReader {
  readonly #source: PermissionSource;
  readonly #placeOf: PlaceOf | undefined;
  readonly #problems: RuleProblem[] = [];

  constructor(source: PermissionSource, placeOf: PlaceOf | undefined) {
    this.#source = source;
    this.#placeOf = placeOf;
  }

  read(permissions: unknown): RuleSettings {
    if (permissions !== undefined && !isRecord(permissions)) this.#report(['permissions'], 'must be an object');
    for (const key of unsupported) {
      if (ownField(permissions, key) !== undefined) this.#report(['permissions', key], 'is not supported here');
    }
    const defaultMode = this.#mode(ownField(permissions, 'defaultMode'));
    return {
      source: this.#source,
      rules: effects.flatMap((effect) => this.#rules(effect, ownField(permissions, effect))),
      additionalDirectories: this.#texts(
        ['permissions', 'additionalDirectories'],
        ownField(permissions, 'additionalDirectories'),
      ).map(({ text }) => text),
      ...(defaultMode === undefined ? {} : { defaultMode }),
      disablesBypass: ownField(permissions, 'disableBypassPermissionsMode') === 'disable',
      managedRulesOnly: ownField(permissions, 'allowManagedPermissionRulesOnly') === true,
      problems: this.#problems,
    };
  }

  #rules(effect: RuleEffect, value: unknown): readonly PlacedRule[] {
    return this.#texts(['permissions', effect], value).flatMap(({ text, path }) => {
      const { rule, warning } = parseRule(effect, text, this.#source);
      const prefix = `${this.#source.name}: ${effect} rule `;
      if (warning !== undefined)
        this.#report(path, warning.startsWith(prefix) ? warning.slice(prefix.length) : warning);
      return rule === undefined ? [] : [{ rule, ...this.#lineAt(path) }];
    });
  }

  #mode(value: unknown): RuleSettings['defaultMode'] {
    const path = ['permissions', 'defaultMode'];
    if (value === undefined) return undefined;
    const mode = typeof value === 'string' ? parseMode(value) : undefined;
    if (mode === undefined) {
      this.#report(path, 'must be "default", "acceptEdits", "plan", "dontAsk" or "bypassPermissions"');
      return undefined;
    }
    if (value === 'auto') this.#report(path, '"auto" acts as "default" here');
    return { mode, ...this.#lineAt(path) };
  }

  #texts(path: JsonPath, value: unknown): readonly { readonly text: string; readonly path: JsonPath }[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#report(path, 'must be a list of texts');
      return [];
    }
    return value.flatMap((entry: unknown, index) => {
      const at = [...path, index];
      if (typeof entry === 'string' && entry.trim() !== '') return [{ text: entry, path: at }];
      this.#report(at, 'must be a text; this entry has no effect');
      return [];
    });
  }

  #report(path: JsonPath, message: string): void {
    this.#problems.push({
      severity: 'warning',
      message,
      key: pathText(path),
      ...this.#placeOf?.(path),
      source: this.#source,
    });
  }

  #lineAt(path: JsonPath): { readonly line?: number } {
    return this.#placeOf === undefined ? {} : { line: this.#placeOf(path).line };
  }
}

function ownField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
