import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { FieldName } from '../../../../src/core/settings/fields.ts';
import {
  configTomlLayout,
  editorFields,
  settingsJsonLayout,
  type SectionLayout,
} from '../../../../src/core/settings/fileLayouts.ts';

/** `<field> <key>` of all that a file takes. */
function keysOf({ entries }: SectionLayout, path = ''): readonly string[] {
  return [...entries].flatMap(([key, entry]) => {
    if (entry.kind === 'section') return keysOf(entry, `${path}${key}.`);
    return entry.kind === 'field' ? [`${entry.name} ${path}${key}`] : [];
  });
}

const inWords: Readonly<Record<string, FieldName>> = { 'API key': 'apiKey', 'bearer token': 'authToken' };

/** `<field> <key>` of a column of the table. */
function told(column: number): readonly string[] {
  const rows = readFileSync('docs/settings.md', 'utf8').match(/^\| (?!setting|-).*$/gm) ?? [];
  return rows.flatMap((row) => {
    const cells = row.split('|').map((cell) => cell.trim());
    const setting = (cells[1] ?? '').replaceAll('`', '');
    const field = inWords[setting] ?? editorFields.get(setting.replace('agent.', '')) ?? setting;
    return [...(cells[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, key]) => `${field} ${key}`);
  });
}

describe('docs/settings.md', () => {
  it('names the keys of settings.json', () => {
    assert.deepEqual(told(2).toSorted(), keysOf(settingsJsonLayout).toSorted());
  });

  it('names the keys of config.toml', () => {
    assert.deepEqual(told(3).toSorted(), keysOf(configTomlLayout).toSorted());
  });
});
