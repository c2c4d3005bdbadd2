import { applyEdits, createScanner, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { FormattingOptions } from 'jsonc-parser';
import { isRecord, parsePlacedJson } from '../../util/placedJson.ts';
import type { RuleEffect } from './rule.ts';

export type RuleEdit =
  | { readonly kind: 'edited'; readonly text: string }
  /** Nothing was to be done. */
  | { readonly kind: 'unchanged' }
  /** The file can't be edited without losing something; `reason` goes behind its name. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface RuleFile {
  /** Undefined: there is no file yet. */
  readonly text: string | undefined;
  /** Comments are a mistake in it, as in Claude Code's files. */
  readonly strict: boolean;
}

/** A list below `permissions` in a settings file. */
export type PermissionList = RuleEffect | 'additionalDirectories';

/** Puts entries at the head of their list in a settings file. All else keeps its place, comments and spaces included. */
export function addEntries(file: RuleFile, list: PermissionList, entries: readonly string[]): RuleEdit {
  const opened = open(file);
  if (opened.kind === 'refused') return opened;
  const { bom, body } = opened;
  const present = listAt(body, list);
  if (present === 'other') return { kind: 'refused', reason: `has a permissions.${list} that is not a list` };
  const missing = [...new Set(entries)].filter((rule) => !present.some(({ value }) => value === rule));
  if (missing.length === 0) return { kind: 'unchanged' };
  // At the head of lists and objects: behind their last entry a comment on it would come to stand beside the new one.
  const options = { formattingOptions: formattingOf(body), isArrayInsertion: true, getInsertionIndex: () => 0 };
  const text = missing.reduceRight(
    (before, rule) => applyEdits(before, modify(before, ['permissions', list, 0], rule, options)),
    body,
  );
  return { kind: 'edited', text: bom + (file.text === undefined ? `${text}\n` : text) };
}

/** Takes an entry out of its list, each time it stands there. */
export function removeEntry(file: RuleFile, list: PermissionList, entry: string): RuleEdit {
  const opened = open(file);
  if (opened.kind === 'refused') return opened;
  let text = opened.body;
  for (;;) {
    const present = listAt(text, list);
    const index = present === 'other' ? -1 : present.findIndex(({ value }) => value.trim() === entry.trim());
    if (present === 'other' || index < 0) break;
    text = withoutEntry(text, present, index);
  }
  return text === opened.body ? { kind: 'unchanged' } : { kind: 'edited', text: opened.bom + text };
}

/** Lets an entry change places with the one before it in its list, or behind it; comments stay where they are. */
export function moveEntry(file: RuleFile, list: PermissionList, entry: string, by: -1 | 1): RuleEdit {
  const opened = open(file);
  if (opened.kind === 'refused') return opened;
  const { bom, body } = opened;
  const present = listAt(body, list);
  if (present === 'other') return { kind: 'unchanged' };
  const at = present.findIndex(({ value }) => value.trim() === entry.trim());
  const [one, other] = [present[Math.min(at, at + by)], present[Math.max(at, at + by)]];
  if (at < 0 || one === undefined || other === undefined) return { kind: 'unchanged' };
  const [first, second] = [body.slice(one.start, one.end), body.slice(other.start, other.end)];
  const text = body.slice(0, one.start) + second + body.slice(one.end, other.start) + first + body.slice(other.end);
  return { kind: 'edited', text: bom + text };
}

/** The texts of a list; none where the file can't be read. */
export function entriesOf(file: RuleFile, list: PermissionList): readonly string[] {
  const opened = open(file);
  const present = opened.kind === 'refused' ? 'other' : listAt(opened.body, list);
  return present === 'other' ? [] : present.map(({ value }) => value).filter((value) => value !== '');
}

export function setMode(file: RuleFile, mode: string): RuleEdit {
  const opened = open(file);
  if (opened.kind === 'refused') return opened;
  const { bom, body } = opened;
  const options = { formattingOptions: formattingOf(body), getInsertionIndex: () => 0 };
  const text = applyEdits(body, modify(body, ['permissions', 'defaultMode'], mode, options));
  if (text === body) return { kind: 'unchanged' };
  return { kind: 'edited', text: bom + (file.text === undefined ? `${text}\n` : text) };
}

interface Entry {
  /** '' for what is no text. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Without the entry, its comma, and its line when nothing else stands there; comments stay. */
function withoutEntry(text: string, entries: readonly Entry[], index: number): string {
  const { start = 0, end = 0 } = entries[index] ?? {};
  const commaBehind = commaIn(text, end, entries[index + 1]?.start);
  const commaBefore = index === 0 ? undefined : commaIn(text, entries[index - 1]?.end ?? 0, start);
  const comma = commaBehind ?? commaBefore;
  const cuts = [{ offset: start, length: end - start, content: '' }];
  if (comma !== undefined) cuts.push({ offset: comma, length: 1, content: '' });
  const cut = applyEdits(text, cuts);
  const at = comma !== undefined && comma < start ? start - 1 : start;
  const lineStart = cut.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = cut.indexOf('\n', at) + 1;
  const isLine = lineStart > 0 && lineEnd > 0 && cut.slice(lineStart, lineEnd).trim() === '';
  return isLine ? cut.slice(0, lineStart) + cut.slice(lineEnd) : cut;
}

/** The comma that follows `from`, before `to` or the end of the list. */
function commaIn(text: string, from: number, to: number | undefined): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return text[offset] === ',' && (to === undefined || offset < to) ? offset : undefined;
}

function open({
  text = '{}',
  strict,
}: RuleFile):
  { readonly kind: 'open'; readonly bom: string; readonly body: string } | Extract<RuleEdit, { kind: 'refused' }> {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length).trim() === '' ? '{}' : text.slice(bom.length);
  const { value, error } = parsePlacedJson(body, { strict });
  if (error !== undefined) {
    return { kind: 'refused', reason: `is not valid JSON (${error.what}, line ${error.line})` };
  }
  const isObject = isRecord(value) && (value['permissions'] === undefined || isRecord(value['permissions']));
  return isObject ? { kind: 'open', bom, body } : { kind: 'refused', reason: 'holds no settings object' };
}

function listAt(text: string, list: PermissionList): readonly Entry[] | 'other' {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, ['permissions', list]);
  if (node === undefined) return [];
  if (node.type !== 'array') return 'other';
  return (node.children ?? []).map((child) => ({
    value: child.type === 'string' ? String(child.value) : '',
    start: child.offset,
    end: child.offset + child.length,
  }));
}

/** As the file has it. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const usesTabs = indent.startsWith('\t');
  return { insertSpaces: !usesTabs, tabSize: usesTabs ? 1 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
