import { parseJsonDocument, parseTomlDocument } from './configDocument.ts';
import { nearestName } from '../util/nearestName.ts';
import { configTomlLayout, settingsJsonLayout } from './fileLayouts.ts';
import type { Layout, SectionLayout } from './fileLayouts.ts';
import { keyPath } from './keyPath.ts';
import type { TextRange } from './keyPath.ts';
import { problemAt } from './problem.ts';
import type { Origin, Place } from './problem.ts';
import { ReadingBuilder } from './reading.ts';
import type { RawPolicy, Reading } from './reading.ts';
import type { ConfigFile, ConfigFolder } from './settingsSources.ts';

type FileSource = 'home' | 'workspace';

/** Each format's name, its layout and the words for a section of it. */
const formats = {
  json: { name: 'settings.json', layout: settingsJsonLayout, section: 'an object', parse: parseJsonDocument },
  toml: { name: 'config.toml', layout: configTomlLayout, section: 'a table', parse: parseTomlDocument },
} as const;

/** `settings.json` when there is one, else `config.toml`; never both, and never the other when the first is broken. */
export function readConfigFolder(folder: ConfigFolder, source: FileSource): Reading {
  const { settingsJson, configToml } = folder;
  const reading = new ReadingBuilder();
  if (settingsJson && configToml) {
    const place = new FilePlaces(source, 'config.toml', configToml.path, '').at(undefined);
    reading.report(
      problemAt({ place }, 'warning', 'two-files', 'config.toml is ignored, because settings.json beside it is used'),
    );
  }
  if (settingsJson) return new FileReader(source, 'json', settingsJson, reading).read();
  if (configToml) return new FileReader(source, 'toml', configToml, reading).read();
  return reading.build();
}

class FileReader {
  readonly #source: FileSource;
  readonly #format: (typeof formats)[keyof typeof formats];
  readonly #file: ConfigFile;
  readonly #reading: ReadingBuilder;
  readonly #places: FilePlaces;
  readonly #text: string;
  #keys: ReadonlyMap<string, TextRange> = new Map();
  #raw: Record<string, unknown> = {};

  constructor(source: FileSource, format: keyof typeof formats, file: ConfigFile, reading: ReadingBuilder) {
    this.#source = source;
    this.#format = formats[format];
    this.#file = file;
    this.#reading = reading;
    // One byte order mark is no part of the text; editors don't count it either.
    this.#text = file.content.kind === 'text' ? file.content.text.replace(/^\uFEFF/, '') : '';
    this.#places = new FilePlaces(source, this.#format.name, file.path, this.#text);
  }

  read(): Reading {
    const { name, layout } = this.#format;
    if (this.#file.content.kind === 'unreadable') {
      return this.#broken('unreadable-file', `${name} ${this.#file.content.reason}`);
    }
    const document = this.#format.parse(this.#text);
    if (document.kind === 'malformed') {
      const [language, code] =
        name === 'config.toml' ? (['TOML', 'malformed-toml'] as const) : (['JSON', 'malformed-json'] as const);
      return this.#broken(code, `${name} is not valid ${language}: ${document.reason}`, document.offset);
    }
    if (!isTable(document.value)) return this.#broken('not-an-object', `${name} must hold an object`);
    this.#keys = document.keys;
    this.#readSection(document.value, layout, []);
    return this.#reading.build(this.#policy());
  }

  #readSection(values: Readonly<Record<string, unknown>>, layout: SectionLayout, path: readonly string[]): void {
    for (const key of Object.keys(values)) {
      const entry = layout.entries.get(key);
      const inner = [...path, key];
      if (entry) this.#readEntry(values[key], entry, inner);
      else this.#reportUnknown(inner, layout);
    }
  }

  #readEntry(value: unknown, layout: Layout, path: readonly string[]): void {
    switch (layout.kind) {
      case 'raw':
        this.#raw[path.join('.')] = value;
        return;
      case 'field':
        this.#reading.add(layout.name, value, this.#origin(path));
        return;
      case 'section': {
        if (isTable(value)) return this.#readSection(value, layout, path);
        const origin = this.#origin(path);
        const text = `${origin.key} must be ${this.#format.section}`;
        const problem = problemAt(origin, layout.stopsRun ? 'error' : 'warning', 'wrong-type', text);
        if (mayHoldKey(layout)) this.#reading.reportBroken(problem);
        else this.#reading.report(problem);
      }
    }
  }

  #reportUnknown(path: readonly string[], { entries, hints }: SectionLayout): void {
    const origin = this.#origin(path);
    const key = path.at(-1) ?? '';
    const hint = hints.get(key);
    const meant = nearestName(key, entries.keys());
    const question = meant === undefined ? '' : `; did you mean "${meant}"?`;
    const advice = hint === undefined ? question : `; in ${this.#format.name} the section is "${hint}"`;
    this.#reading.report(
      problemAt(origin, 'warning', 'unknown-key', `${origin.key} is not a known key and is ignored${advice}`),
    );
  }

  #broken(
    code: 'unreadable-file' | 'malformed-json' | 'malformed-toml' | 'not-an-object',
    text: string,
    offset?: number,
  ): Reading {
    const place = this.#places.at(offset === undefined ? undefined : { offset, length: 0 });
    this.#reading.reportBroken(problemAt({ place }, 'error', code, text));
    return this.#reading.build();
  }

  /** The place of a key, or of the nearest one above it. */
  #origin(path: readonly string[]): Origin {
    let range: TextRange | undefined;
    for (let depth = path.length; depth > 0 && !range; depth--) range = this.#keys.get(keyPath(path.slice(0, depth)));
    return { source: this.#source, key: path.join('.'), place: this.#places.at(range) };
  }

  #policy(): RawPolicy | undefined {
    const { permissions, hooks } = this.#raw as { permissions?: unknown; hooks?: unknown };
    if (permissions === undefined && hooks === undefined) return undefined;
    return {
      source: this.#source,
      file: this.#file.path,
      ...(permissions !== undefined && { permissions }),
      ...(hooks !== undefined && { hooks }),
    };
  }
}

/** Turns offsets of one file into places. */
class FilePlaces {
  readonly #file: string;
  readonly #shownFile: string;
  readonly #text: string;

  constructor(source: FileSource, name: string, file: string, text: string) {
    this.#file = file;
    this.#shownFile = `${source === 'home' ? '~/' : ''}.agent/${name}`;
    this.#text = text;
  }

  at(range: TextRange | undefined): Place {
    const before = this.#text.slice(0, range?.offset ?? 0).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return {
      file: this.#file,
      shownFile: this.#shownFile,
      line: before.length,
      column,
      ...(range && range.length > 0 && { endColumn: column + range.length }),
    };
  }
}

function mayHoldKey({ entries }: SectionLayout): boolean {
  return [...entries.values()].some((entry) => entry.kind === 'field' && entry.name === 'apiKey');
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
