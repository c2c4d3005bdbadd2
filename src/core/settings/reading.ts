import { checkField } from './fields.ts';
import type { FieldName, FieldValue } from './fields.ts';
import { editorFields, environmentFields } from './fileLayouts.ts';
import { problemAt } from './problem.ts';
import type { Origin, Problem } from './problem.ts';

/** One value of one source. */
export interface Found<Value> {
  readonly origin: Origin;
  /** Undefined when it was wrong, which `Reading.problems` says; its default applies then, not a lower source. */
  readonly value: Value | undefined;
}

type FoundFields = { [Name in FieldName]?: Found<FieldValue<Name>> };

/** Permission rules and hooks of one file, unchecked. */
export interface RawPolicy {
  readonly source: 'home' | 'workspace';
  readonly file: string;
  readonly permissions?: unknown;
  readonly hooks?: unknown;
}

/** What one source says. */
export interface Reading {
  readonly fields: FoundFields;
  readonly problems: readonly Problem[];
  /** True when the part that may hold the key could not be understood, so that a missing key may just be hidden there. */
  readonly isBroken: boolean;
  readonly policy?: RawPolicy;
}

/** Collects a reading, value by value. */
export class ReadingBuilder {
  readonly #fields: FoundFields = {};
  readonly #problems: Problem[] = [];
  #isBroken = false;

  add(name: FieldName, raw: unknown, origin: Origin): void {
    const checked = checkField(name, raw);
    if (checked.kind === 'absent') return;
    if (checked.kind === 'wrong') {
      const severity = checked.stopsRun ? 'error' : 'warning';
      this.report(problemAt(origin, severity, checked.code, `${origin.key} must be ${checked.expected}`));
    }
    const value = checked.kind === 'value' ? checked.value : undefined;
    // A tool switched off under one of its two names is off.
    if (name === 'enableTodoWrite' && this.#fields.enableTodoWrite?.value === false) return;
    // The schema of `name` made the value, which the type of a computed key can't express.
    Object.assign(this.#fields, { [name]: { origin, value } });
  }

  report(problem: Problem): void {
    this.#problems.push(problem);
  }

  /** A problem that may hide the key. */
  reportBroken(problem: Problem): void {
    this.report(problem);
    this.#isBroken = true;
  }

  build(policy?: RawPolicy): Reading {
    return {
      fields: this.#fields,
      problems: this.#problems,
      isBroken: this.#isBroken,
      ...(policy && { policy }),
    };
  }
}

export function readEnvironment(environment: Readonly<Record<string, string | undefined>>): Reading {
  const reading = new ReadingBuilder();
  const seen = new Set<FieldName>();
  for (const [variable, name] of environmentFields) {
    const value = environment[variable]?.trim() ?? '';
    if (value === '' || seen.has(name)) continue;
    seen.add(name);
    reading.add(name, value, { source: 'environment', key: variable });
  }
  return reading.build();
}

export function readEditor(
  source: 'editorUser' | 'editorWorkspace',
  settings: Readonly<Record<string, unknown>>,
): Reading {
  const reading = new ReadingBuilder();
  for (const [setting, name] of editorFields) {
    if (Object.hasOwn(settings, setting)) reading.add(name, settings[setting], { source, key: `agent.${setting}` });
  }
  return reading.build();
}
